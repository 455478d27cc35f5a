// Buttons that open the lesson in this window, and its notes in a second one. Both read this browser's storage.

import { node, received } from "../frame/dom.js"
import { lastMembership } from "../room/seat_storage.js"
import { addressBack, addressOf, leads, read, SHOWN, stepNow, write } from "../frame/lesson/lesson_in_browser_storage.js"

/** @param {any} component */
export default function ({ parentElement, data }) {
  const shown = received(data)
  let root = parentElement.querySelector(".lesson")
  if (!root) root = node("div", "lesson", undefined, parentElement)
  root.replaceChildren()
  const row = node("div", "row", undefined, root)
  const now = stepNow(shown)
  const begins = (/** @type {string} */ words, /** @type {() => string} */ address) => {
    const link = node("a", `button next${row.firstChild ? "" : now || shown.room ? " main" : ""}`, words, row)
    leads(link, address)
    for (const name of ["pointerdown", "keydown", "click"]) link.addEventListener(name, () => write(SHOWN, shown))
  }
  const { code, secret } = lastMembership()
  // A second room is not what comes next (lesson_plan.py).
  document.body.classList.toggle("explorer-goes-on", Boolean(secret || now))
  if (now) begins(`Go on at step ${now}${secret ? `, room ${code}` : ""} →`, () => addressBack(shown, stepNow(shown) ?? 1))
  begins("Present from step 1 →", () => addressOf(shown, 1))
  // Of a lesson that another tab presents, its own: another one in its place would stop that tab.
  const other = () => stepNow(read(SHOWN)) && read(SHOWN).plan !== shown.plan
  const notes = node("button", "button", `Open the notes${other() ? ` of “${read(SHOWN).title}”, which you present,` : ""} in a second window`, row, { type: "button" })
  notes.addEventListener("click", () => {
    if (!other() && read(SHOWN).plan !== shown.plan) write(SHOWN, shown)
    window.open("./join?look=1", "explorer-notes", "popup,width=720,height=900")
  })
}
