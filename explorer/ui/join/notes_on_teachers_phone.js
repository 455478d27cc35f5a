// The lesson on the teacher's phone: elapsed time against the plan, what to say, the list of steps, each with a button to go
// on there, and buttons to present from this device, if the laptop is lost, and to end the room.

import { node } from "../frame/dom.js"
import { time } from "../frame/lesson/lesson_clock.js"
import { PHONE } from "../frame/lesson/send_notes_to_phone.js"
import { addressOf, AT, SHOWN, write } from "../frame/lesson/lesson_in_browser_storage.js"
import { forget, take } from "../room/seat_storage.js"
import { ask } from "./room_requests.js"

/**
 * @param {any} root @param {any} notes {} where no lesson is presented
 * @param {(step: number) => void} go @param {{ code: string, secret: string }} me the teacher's rights
 * @param {(words: string) => void} say
 */
export function drawNotes(root, { say: note, at, titles, began, planned }, go, me, say) {
  const open = root.querySelector("details")?.open ?? false // it is drawn anew at each reply
  root.replaceChildren()
  if (!at) return
  node("p", "", `Step ${at} of ${titles.length} · ${time(Date.now() - began, planned[0], planned[1])}`, root)
  node("h2", "", titles[at - 1], root)
  if (note) node("p", "", note, root)
  const list = node("details", "steps", undefined, root)
  list.open = open
  node("summary", "", at < titles.length ? `All steps; next: ${titles[at]}` : "All steps; this is the last one", list)
  const steps = node("ol", "", undefined, list)
  titles.forEach((/** @type {string} */ title, /** @type {number} */ before) => {
    const item = node("li", "", `${title} `, steps)
    if (before + 1 === at) item.setAttribute("aria-current", "step")
    else node("button", "", "Go on here", item, { type: "button" }).addEventListener("click", () => go(before + 1))
  })
  const there = node("button", "", "Present from this device instead", list, { type: "button" })
  there.addEventListener("click", async () => {
    const found = await ask("lesson", me).catch((error) => say(error.message))
    if (!found) return
    const { shown } = found
    write(SHOWN, shown)
    write(AT, { plan: shown.plan, step: at, began })
    write(PHONE, { code: me.code }) // which goes on getting the notes
    take(me)
    const url = new URL(addressOf(shown, at))
    url.searchParams.set("room", me.code)
    location.assign(url)
  })
}

/** The end of the room, which offers its results first. @param {any} root @param {{ code: string, secret: string }} me @param {(words: string) => void} say */
export function drawEnd(root, me, say) {
  const box = node("details", "", undefined, root)
  node("summary", "", "End the lesson", box)
  node("p", "", "Ending deletes the room with all guesses.", box)
  const files = node("p", "row", undefined, box)
  const label = node("label", "choice", undefined, box)
  const sure = node("input", "", undefined, label, { type: "checkbox" })
  node("span", "", "I have kept what I need", label)
  const end = node("button", "main", "End it now", box, { type: "button" })
  end.disabled = true
  sure.addEventListener("change", () => (end.disabled = !sure.checked))
  box.addEventListener("toggle", async () => {
    files.replaceChildren()
    if (!box.open) return
    const now = new Date()
    const day = new Date(now.getTime() - 60_000 * now.getTimezoneOffset()).toISOString().slice(0, 10)
    const results = await ask("results", { ...me, day, locale: navigator.language }).catch((error) => say(error.message))
    for (const [name, text] of Object.entries(results?.files ?? {})) {
      const href = URL.createObjectURL(new Blob([text], { type: name.endsWith("csv") ? "text/csv" : "text/html" }))
      node("a", "button", name.endsWith("csv") ? "Download the table" : "Download the report", files, { href, download: name })
    }
  })
  end.addEventListener("click", () =>
    ask("end", me).then(
      () => (forget(me.code), location.replace("join?ended=1")),
      (error) => say(error.message),
    ),
  )
}
