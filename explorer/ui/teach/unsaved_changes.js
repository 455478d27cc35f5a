// Unsaved input in a step's fields: marked beside them, with a question before a press that would discard it. When the
// tab is closed the browser asks in its own words.

import { anew, isCalm, MAIN, node, received } from "../frame/dom.js"

const FIELDS = ".st-key-l_fields"
// Elements that leave or redraw the fields; all others keep them.
const LEADS = `a[href]:not([target=_blank]), ${MAIN} :is(button, [role=radiogroup] label, input[type=radio], [role=combobox])`
const STAYS = [FIELDS, ".st-key-l_point", ".st-key-l_kind", "summary", "label[for]", ".st-key-present", ":has(> pre)"].join(", ")
const LONG = 20_000 // ms until the fields must be redrawn after their new values have arrived; a small server is slow

/** @returns {HTMLElement[]} */
const shown = () => [...document.querySelectorAll(`${FIELDS} :is(input:not([type=radio]), input:checked, textarea)`)].map((each) => /** @type {HTMLElement} */ (each))

/** Whether the fields hold something else than the lesson does. @param {string[]} lesson its texts, in the fields' order */
export function differ(lesson, fields = shown()) {
  const typed = fields.map((/** @type {any} */ field) => (field.type === "checkbox" ? String(field.checked) : field.value))
  return typed.length === lesson.length && typed.some((text, at) => text.replaceAll("\r", "") !== lesson[at].replaceAll("\r", ""))
}

/** @param {() => boolean} check @param {() => void} then */
function when(check, then, since = Date.now()) {
  if (check()) then()
  else if (Date.now() - since < LONG) setTimeout(() => when(check, then, since), 100)
}

/** Press what was pressed before; what was drawn anew meanwhile is known by its words. @param {HTMLElement} pressed */
function resume(pressed) {
  const same = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(pressed.tagName)])
  const target = pressed.isConnected ? pressed : same.find((each) => each.textContent === pressed.textContent)
  target?.click()
}

/** @param {any} root */
function draw(root) {
  node("span", "", undefined, root, { role: "status" })
  const box = node("dialog", "", undefined, root, { "aria-label": "Changes that are not kept yet" })
  node("p", "", "This step has changes that are not kept yet.", box)
  for (const [name, text] of [["keep", "Keep them"], ["drop", "Go on without them"], ["stay", "Stay here"]])
    node("button", name, text, box, { type: "button" })
  box.addEventListener("click", (/** @type {any} */ event) => {
    const chosen = event.target.className
    if (!chosen) return
    box.close()
    if (chosen === "drop") {
      root.dropped = true // until somebody types again
      root.pressed.click()
    }
    if (chosen !== "keep") return
    root.goes = root.pressed
    const buttons = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(`${FIELDS} button`)])
    buttons.at(-1)?.click() // “Keep the changes” is the last button
  })
}

/** @param {any} component */
export default function ({ parentElement, data }) {
  const lesson = received(data)
  let root = parentElement.querySelector(".guard")
  if (!root) draw((root = node("div", "guard", undefined, parentElement)))
  const unkept = () => !root.dropped && differ(lesson)
  const say = () => (root.firstChild.textContent = differ(lesson) ? "Not kept yet." : "")
  const typed = (/** @type {Event} */ event) => {
    if (!(event.target instanceof Element && event.target.closest(FIELDS)) || !event.isTrusted) return
    root.dropped = false
    root.goes = undefined
    setTimeout(say) // the stepper buttons of a number field write its value a moment later
  }
  const ask = (/** @type {MouseEvent} */ event) => {
    const pressed = event.target instanceof Element ? event.target.closest(LEADS) : null
    if (!pressed || pressed.closest(STAYS) || !unkept()) return
    event.preventDefault()
    event.stopImmediatePropagation()
    root.pressed = pressed
    root.querySelector("dialog").showModal()
  }
  const close = (/** @type {BeforeUnloadEvent} */ event) => unkept() && event.preventDefault()
  const text = JSON.stringify(lesson)
  if (root.lesson !== text) {
    root.lesson = text
    say()
    const drawn = () => isCalm() && !differ(lesson)
    when(drawn, () => {
      say()
      const { goes } = root // the input is saved now: repeat the press
      root.goes = undefined
      if (goes && root.lesson === text) resume(goes)
    })
  }
  return anew(root, () => {
    const stop = new AbortController()
    document.addEventListener("click", ask, { capture: true, signal: stop.signal })
    addEventListener("beforeunload", close, { signal: stop.signal })
    for (const name of ["input", "click"]) document.addEventListener(name, typed, { signal: stop.signal })
    return () => stop.abort()
  })
}
