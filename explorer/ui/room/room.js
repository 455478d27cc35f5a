// What a screen in a room does by itself: it keeps its membership, leaves the sidebar when it has joined, says on its bar what
// waits out of sight, and brings the answer that the teacher has just shown into sight.

import { anew, node, received } from "../frame/dom.js"
import { forget, membershipToTake, take } from "./seat_storage.js"
import { bring, look, toTop, watch } from "./scroll_to_answer.js"

const NARROW = 768 // px: Streamlit's sidebar then lies over the page
let page = "" // the path of the page that was drawn last
let turned = 0 // the turn of a step that was asked for last in another window
let brought = "" // the answer that was brought into sight last

/** On a phone the sidebar, where the code was typed, would go on covering the page. */
function closeSidebar() {
  if (innerWidth >= NARROW) return
  const sidebar = document.querySelector("[data-testid=stSidebar]")
  const close = sidebar?.querySelector("[data-testid=stSidebarCollapseButton] button")
  if (close instanceof HTMLElement && sidebar && sidebar.getBoundingClientRect().right > 0) close.click()
}

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
    const button = node("button", "", asked.next, root, { type: "button", title: "Page Down presses this button" })
    button.addEventListener("click", () => document.dispatchEvent(new Event("explorer-lesson-next")))
    return
  }
  if (asked.forget) forget(asked.forget)
  // Without storage this tab takes a new seat after a restart of the server.
  if (asked.ask) membershipToTake().then((membership) => setTriggerValue("kept", JSON.stringify(membership)))
  if (!asked.keep) return
  if (take(asked.keep)) closeSidebar()
  const shown = asked.bring ?? ""
  if (shown && shown !== brought) bring(shown.split(" ")[0])
  brought = shown || brought
  const root = parentElement.querySelector(".room") ?? node("div", "room", undefined, parentElement)
  if (page && page !== location.pathname && !asked.keep.secret) toTop()
  page = location.pathname
  if (asked.keep.secret) return
  look(root)
  return anew(root, () => watch(root))
}
