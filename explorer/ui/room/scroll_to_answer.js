// What of a room's question is in sight. A student's bar says what waits out of sight and leads there; the teacher's screen,
// which is projected, goes to the answer by itself.

import { isCalm, MAIN, node } from "../frame/dom.js"

const HEAD = 60 // px that the page's own bar covers
const EVERY = 200 // ms between two looks
const PATIENCE = 10_000 // ms for an answer to be drawn
let seen = "" // the words of the answer that was in sight last

const bar = () => document.querySelector(".st-key-room_bar")

/** @param {string} selector @returns {Element[]} */
const onPage = (selector) => [...document.querySelectorAll(`${MAIN} :is(${selector})`)].filter((each) => !bar()?.contains(each))

/** A question that this seat has not answered: choices without a choice, an empty field, a picture without a guess. */
function unanswered() {
  const fields = onPage('[class*="st-key-_room_"]').filter((field) => {
    const number = field.querySelector("input[type=number], input[type=text]")
    return number instanceof HTMLInputElement ? !number.value : !field.querySelector("input:checked")
  })
  return fields[0] ?? onPage(".st-key-room_waits")[0]
}

/** What a question stands in. @param {Element} part */
const whole = (part) => part.closest(".st-key-room_written, [class*=_box], [class*=_where]") ?? part

/** "" in sight, else where it is. @param {Element} part */
function where(part) {
  const { top, bottom } = part.getBoundingClientRect()
  const middle = (top + bottom) / 2
  if (middle < HEAD) return "above ↑"
  return middle > innerHeight - (bar()?.clientHeight ?? 0) ? "below ↓" : ""
}

/** Write on a student's bar what waits out of sight. @param {HTMLElement} root */
export function look(root) {
  const question = unanswered()
  const answer = onPage(".room-bars, .room-cloud")[0]
  const words = answer ? (whole(answer).textContent ?? "") : ""
  if (answer && !where(answer)) seen = words
  const target = question ?? (words && words !== seen ? answer : undefined)
  const direction = target ? where(target) : ""
  const said = direction && `${question ? "A question waits" : "The answer is"} ${direction}`
  if (root.textContent === said) return
  root.replaceChildren()
  if (!target || !said) return
  const go = node("button", "", said, root, { type: "button" })
  go.addEventListener("click", () => {
    const now = unanswered() ?? onPage(".room-bars, .room-cloud")[0]
    if (now) show(whole(now))
  })
}

/** Pixels between the page's own bar and the room's. */
const free = () => innerHeight - HEAD - (bar()?.clientHeight ?? 0)

/** Scroll to a part; to its beginning where it is taller than what is free. @param {Element} part */
function show(part) {
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth"
  const tall = part.getBoundingClientRect().height > free()
  if (part instanceof HTMLElement) part.style.scrollMarginTop = `${HEAD}px`
  part.scrollIntoView({ block: tall ? "start" : "center", behavior })
}

/** A page that the teacher has moved on to begins at its top, wherever the last one was left. */
export const toTop = () => document.querySelector(MAIN)?.scrollTo(0, 0)

/** Look again whenever something moves. @param {HTMLElement} root @returns {() => void} ends it */
export function watch(root) {
  const stop = new AbortController()
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let due
  const soon = () => {
    due ??= setTimeout(() => {
      due = undefined
      look(root)
    }, EVERY)
  }
  for (const name of ["scroll", "resize", "change", "input"])
    addEventListener(name, soon, { signal: stop.signal, capture: true, passive: true })
  const drawn = new MutationObserver(soon)
  const main = document.querySelector(MAIN)
  if (main) drawn.observe(main, { childList: true, subtree: true })
  return () => {
    stop.abort()
    drawn.disconnect()
    clearTimeout(due)
  }
}

/**
 * Bring the answer of a question into sight, once it is drawn; not where somebody moves first.
 * @param {string} key of the question
 */
export function bring(key) {
  const stop = new AbortController()
  const begun = Date.now()
  for (const name of ["wheel", "keydown", "touchstart"]) addEventListener(name, () => stop.abort(), { signal: stop.signal })
  const name = CSS.escape(key)
  const timer = setInterval(() => {
    const late = stop.signal.aborted || Date.now() - begun > PATIENCE
    if (!late && !isCalm()) return
    const target = document.querySelector(`.st-key-${name}_box, .st-key-${name}_where`)
      ?? document.querySelector(`.st-key-${name}`)
    if (!late && !target) return
    clearInterval(timer)
    if (late || !target) return
    stop.abort()
    const { top, bottom } = target.getBoundingClientRect()
    if (top < 0 || bottom > HEAD + free()) show(target)
  }, EVERY)
}
