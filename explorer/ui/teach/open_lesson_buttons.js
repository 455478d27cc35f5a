// Buttons that open the lesson in this window, and its notes in a second one. Both read this browser's storage.

import { node, received } from "../frame/dom.js"
import { addressBack, addressOf, leads, read, SHOWN, stepNow, write } from "../frame/lesson/lesson_in_browser_storage.js"

/** @param {any} component */
export default function ({ parentElement, data }) {
  const shown = received(data)
  let root = parentElement.querySelector(".lesson")
  if (!root) root = node("div", "lesson", undefined, parentElement)
  root.replaceChildren()
  const row = node("div", "row", undefined, root)
  const now = stepNow(shown)
  const start = (/** @type {boolean} */ present) => () => write(SHOWN, { ...shown, present })
  if (now) {
    const present = read(SHOWN).plan === shown.plan ? read(SHOWN).present : true // on another device than the one that began it
    const on = node("a", "button next", `Go on at step ${now} →`, row)
    leads(on, () => addressBack({ ...shown, present }, stepNow(shown) ?? 1))
    for (const name of ["pointerdown", "keydown", "click"]) on.addEventListener(name, start(present))
  }
  for (const present of [true, false]) {
    const words = present ? "Present from step 1 →" : "Without large type"
    const link = node("a", `button${present ? " next" : ""}`, words, row)
    leads(link, () => addressOf({ ...shown, present }, 1))
    for (const name of ["pointerdown", "keydown", "click"]) link.addEventListener(name, start(present))
  }
  // Of a lesson that another tab presents, its own: another one in its place would stop that tab.
  const other = () => stepNow(read(SHOWN)) && read(SHOWN).plan !== shown.plan
  const notes = node("button", "button", `Open the notes${other() ? ` of “${read(SHOWN).title}”, which you present,` : ""} in a second window`, row, { type: "button" })
  notes.addEventListener("click", () => {
    if (!other() && read(SHOWN).plan !== shown.plan) write(SHOWN, { ...shown, present: true })
    window.open("./teach?l_notes_window=true&embed=true", "explorer-notes", "popup,width=720,height=900")
  })
}
