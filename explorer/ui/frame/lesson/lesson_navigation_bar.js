// Navigation bar of a presented lesson: step, back and next, and what follows. Page Up and Page Down (from a presenter's
// remote) navigate with any focus except a text field; ← and → if the focused element does not use them. Keys count from
// the page's first moment (step_navigation_keys.js), and each counts once, also while the page is still loading.

import { anew, isCalm, node, received } from "../dom.js"
import { poll } from "../poll_until.js"
import { pages, pressed, turns } from "../step_navigation_keys.js"
import { tellPhone } from "./send_notes_to_phone.js"
import { addressOf, AT, GO, isLesson, leads, read, SHOWN, write } from "./lesson_in_browser_storage.js"

const STEPS = ":is(.st-key-_room_ask, .st-key-_room_guesses, .st-key-_room_again, .st-key-_room_reveal)"
const MAIN = `.st-key-room_bar ${STEPS} [data-testid$=primary]` // next action of a room's question (room_bar.py)
const OTHER = `.st-key-room_bar :is(.st-key-_stage_picture, ${STEPS}) [data-testid$=secondary]` // question's picture or answer's; before Reveal, what may come instead
/** Event of the document: the room's bar requests the next step, or the previous one (detail −1). */
export const NEXT = "explorer-lesson-next"

/**
 * @param {HTMLElement} root @param {any} shown @param {number} number @param {number} to target of the keys
 * @param {boolean} stage whether the bar has the way on
 */
function draw(root, shown, number, to, stage) {
  root.replaceChildren()
  root.classList.toggle("stage", stage)
  const row = node("nav", "row", undefined, root, { "aria-label": "Steps of the lesson" })
  if (!has(shown, number)) {
    node("a", "button", "Step not found", row, { href: "./teach", title: "To Teach, where lessons begin" })
    return
  }
  const count = shown.steps.length
  if (number > 1) leads(node("a", "button", "←", row, { "data-turn": "-1", "aria-label": "Back" }), () => addressOf(shown, number - 1))
  const list = node("details", "steps", undefined, row)
  node("summary", "at", `${to === number ? "" : "→ "}${to} of ${count}`, list)
  const names = node("ol", "", undefined, list)
  shown.steps.forEach((/** @type {any} */ { title }, /** @type {number} */ at) => {
    const link = node("a", "", title, node("li", "", undefined, names), at + 1 === number ? { "aria-current": "step" } : {})
    leads(link, () => addressOf(shown, at + 1))
  })
  if (!stage && number < count) leads(node("a", "button", "→", row, { "aria-label": "Next" }), () => addressOf(shown, number + 1))
  node("span", "clock", "", row, { role: "timer", "aria-label": "Minutes since the start" })
}

/** Whether a lesson has this step. @param {any} shown @param {number} number */
const has = (shown, number) => isLesson(shown) && number > 0 && number <= shown.steps.length

/** @param {any} shown @param {number} step */
function tellNotes(shown, step) {
  const before = read(AT)
  const same = before.plan === shown.plan
  const began = same ? before.began : Date.now()
  if (!same || before.step !== step) write(AT, { plan: shown.plan, step, began })
  tellPhone(shown, step, began)
}

/**
 * Data of a step for a room: its question with answers or number, and for the report its lesson, its step and what each
 * answer tells; without the teacher's notes.
 * @param {any} shown @param {number} at
 */
export function toldToRoom(shown, at) {
  const step = shown.steps[at - 1]
  return JSON.stringify({ ...step, say: undefined, state: undefined, lesson: shown.title, step: `${at}. ${step.title}` })
}

/** @param {any} component */
export default function ({ parentElement, data, setTriggerValue }) {
  const { at, room, sent, open, stage } = received(data)
  let root = parentElement.querySelector(".lesson")
  if (!root) root = node("div", "lesson", undefined, parentElement)
  const shown = read(SHOWN)
  const last = has(shown, at) ? shown.steps.length : 0 // 0: no such step in this browser
  if (root.at !== at) root.to = root.at = at // `to`: target of the keys until that page has loaded
  draw(root, shown, at, root.to, stage)
  if (last) tellNotes(shown, root.to)
  // Sent once per step; also for a step without its own question, so that the server clears the previous one.
  if (room && !sent && last) {
    setTriggerValue("question", toldToRoom(shown, at))
  }
  const turn = (/** @type {number} */ by) => {
    if (!last || !by) return
    const to = Math.min(Math.max(root.to + by, 1), last)
    if (to === root.to) return
    location.assign(addressOf(shown, to))
    tellNotes(shown, to) // at once: the notes may move on while the page is loading
    draw(root, shown, at, (root.to = to), stage)
  }
  // Next first does the next action of the step's question: ask, show guesses, reveal. Its button is absent until the
  // server has the question, and for moments of a run, also behind its end; the key then waits, or it would skip the answer.
  Object.assign(root, { sent, open })
  const go = async (/** @type {number} */ by) => {
    const main = () => (by > 0 && root.to === at ? document.querySelector(MAIN) : null)
    if (by > 0 && root.to === at && room && last && shown.steps[at - 1]?.question && !main()) {
      if (root.waits) return
      root.waits = true
      await poll(() => main() || (root.sent && !root.open), 20_000)
      root.waits = false
      if (root.at !== at || root.to !== at || (root.open && !main() && !isCalm())) return
    }
    const button = main()
    if (button instanceof HTMLElement) button.click()
    else turn(by)
  }
  const press = (/** @type {number} */ by, /** @type {KeyboardEvent} */ event) => {
    if (!by) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) go(by)
  }
  const remote = (/** @type {KeyboardEvent} */ event) => press(pages(event), event)
  const arrow = (/** @type {KeyboardEvent} */ event) => press(turns(event), event) // a panning picture has handled it
  // Requests of the notes, once; including those from while this page was loading.
  const asked = () => {
    const go = read(GO)
    if (go.from !== root.to || !(go.time > (root.took ?? performance.timeOrigin))) return 0
    root.took = go.time
    return go.by
  }
  const heard = (/** @type {StorageEvent} */ event) => event.key === GO && go(asked())
  const next = (/** @type {any} */ event) => turn(event.detail || 1)
  const again = (/** @type {PageTransitionEvent} */ event) => event.persisted && draw(root, shown, at, (root.to = at), stage)
  const back = (/** @type {KeyboardEvent} */ event) => {
    const button = pressed(event, ".") && document.querySelector(OTHER)
    if (button instanceof HTMLElement) button.click()
  }
  const tick = () => {
    const clock = root.querySelector(".clock")
    const minutes = Math.floor((Date.now() - read(AT).began) / 60_000)
    if (clock && minutes >= 0) clock.textContent = `${minutes} min`
  }
  tick()
  turn(asked())
  return anew(root, () => {
    const stop = new AbortController()
    document.addEventListener("keydown", remote, { capture: true, signal: stop.signal })
    document.addEventListener("keydown", arrow, { signal: stop.signal })
    document.addEventListener("keydown", back, { signal: stop.signal })
    document.addEventListener(NEXT, next, { signal: stop.signal })
    addEventListener("storage", heard, { signal: stop.signal })
    addEventListener("pageshow", again, { signal: stop.signal }) // after Back from the browser's page cache
    const ticking = setInterval(tick, 5000)
    return () => (stop.abort(), clearInterval(ticking))
  })
}
