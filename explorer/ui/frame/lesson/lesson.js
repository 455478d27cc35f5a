// The line of a lesson that is being presented: which step, back and next, what comes next. Page Up and Page Down, which a
// presenter's remote sends, turn the steps, whatever has the focus (but for a text that is being typed).

import { anew, node, received } from "../dom.js"
import { addressOf, AT, GO, isLesson, leads, planOf, read, SHOWN, write } from "./store.js"

/** @type {Record<string, number>} */
const TURN = { PageDown: 1, PageUp: -1 }

/** @param {HTMLElement} root @param {any} shown @param {number} number */
function draw(root, shown, number) {
  root.replaceChildren()
  const row = node("nav", "row", undefined, root, { "aria-label": "Steps of the lesson" })
  if (!isLesson(shown) || !shown.steps[number - 1]) {
    node("span", "", "No lesson that this browser presents has this step.", row)
    node("a", "button", "Open Teach", row, { href: "./teach" })
    return
  }
  const count = shown.steps.length
  const step = shown.steps[number - 1]
  if (number > 1) leads(node("a", "button", "← Back", row, { "data-turn": "-1" }), () => addressOf(shown, number - 1))
  node("span", "at", `Step ${number} of ${count}`, row)
  const after = shown.steps[number]
  node("span", "after", after ? `Next: ${after.title}` : "The last step", row)
  leads(node("a", "button next", after ? "Next →" : "To the plan", row, { "data-turn": "1" }), () =>
    after ? addressOf(shown, number + 1) : planOf(shown),
  )
  if (step.question && !step.asked) node("p", "question", step.question, root)
}

/** @param {KeyboardEvent} event */
function typing(event) {
  const focused = event.composedPath()[0]
  if (!(focused instanceof Element)) return false
  return Boolean(focused.closest("textarea, select, [contenteditable=true], [role=listbox]"))
}

/**
 * What a room is asked at a step: its question with its answers or its number; no notes, and "" where the picture asks.
 * @param {any} step
 */
export function toldToRoom(step) {
  const { question, asked, answers, number } = step
  if (asked || !question) return ""
  return JSON.stringify({ question, answers: (answers ?? []).map((/** @type {any} */ [text, , right]) => [text, right]), number })
}

/** @param {any} component */
export default function ({ parentElement, data, setTriggerValue }) {
  const { at, room, sent } = received(data)
  let root = parentElement.querySelector(".lesson")
  if (!root) root = node("div", "lesson", undefined, parentElement)
  const shown = read(SHOWN)
  draw(root, shown, at)
  if (isLesson(shown) && shown.steps[at - 1]) {
    const before = read(AT)
    const same = before.plan === shown.plan
    if (!same || before.step !== at) write(AT, { plan: shown.plan, step: at, began: same ? before.began : Date.now() })
  }
  // Told once: after that the server knows it. A step without a question of its own is told too, so that it asks nothing.
  if (room && !sent && isLesson(shown) && shown.steps[at - 1]) {
    setTriggerValue("question", toldToRoom(shown.steps[at - 1]) || JSON.stringify({ question: "" }))
  }
  const turn = (/** @type {number} */ by) => root.querySelector(`[data-turn="${by}"]`)?.click()
  const press = (/** @type {KeyboardEvent} */ event) => {
    const by = TURN[event.key]
    if (!by || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || typing(event)) return
    event.preventDefault()
    event.stopPropagation()
    turn(by)
  }
  const heard = (/** @type {StorageEvent} */ event) => {
    const go = event.key === GO ? read(GO) : {}
    if (go.from === at) turn(go.by)
  }
  return anew(root, () => {
    document.addEventListener("keydown", press, true)
    window.addEventListener("storage", heard)
    return () => {
      document.removeEventListener("keydown", press, true)
      window.removeEventListener("storage", heard)
    }
  })
}
