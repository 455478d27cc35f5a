// Client side of the teacher's screen in a room: stores the membership, turns the lesson's steps, and scrolls to the answer
// that has just been shown. Whoever opens a room's link and is not its teacher is led to the student's screen.

import { node, received } from "../frame/dom.js"
import { forget, membershipToTake, take } from "./seat_storage.js"
import { addressOf, AT, isLesson, read, SHOWN, write } from "../frame/lesson/lesson_in_browser_storage.js"
import { showNotesOnPhone } from "../frame/lesson/send_notes_to_phone.js"
import { bring } from "./scroll_to_answer.js"

let turned = 0 // last step change requested in another window
let brought = "" // last answer that was scrolled into view

/** @param {any} component */
export default function ({ parentElement, data, setTriggerValue }) {
  const asked = received(data)
  if (asked.turn && asked.id !== turned) {
    turned = asked.id
    document.dispatchEvent(new CustomEvent("explorer-lesson-next", { detail: asked.turn }))
  }
  if (asked.next) {
    const root = parentElement.querySelector(".room") ?? node("div", "room", undefined, parentElement)
    if (root.firstChild) return
    const shown = read(SHOWN)
    const last = isLesson(shown) && Number(new URLSearchParams(location.search).get("lesson")) === shown.steps.length
    const button = node("button", "", last ? "To the plan" : asked.next, root, { type: "button" })
    button.addEventListener("click", () => (last ? location.assign(addressOf(shown, shown.steps.length + 1)) : document.dispatchEvent(new Event("explorer-lesson-next"))))
    return
  }
  if (asked.phone) showNotesOnPhone(asked.phone)
  if (asked.forget) {
    forget(asked.forget)
    write(AT, { ...read(AT), over: true }) // the lesson, too, unless the teacher goes on to another step
  }
  if (asked.ask !== undefined)
    membershipToTake().then(({ code, secret, screen, elsewhere }) => {
      // A second tab of the teacher's browser is no student.
      if (asked.join && !((secret || elsewhere) && code === asked.ask)) location.replace(asked.join)
      else setTriggerValue("kept", JSON.stringify({ code, secret, screen, elsewhere }))
    })
  if (!asked.keep) return
  take(asked.keep)
  const shown = asked.bring ?? ""
  if (shown && shown !== brought) bring(shown.split(" ")[0])
  brought = shown || brought
}
