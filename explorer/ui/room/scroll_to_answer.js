// Visibility of a room's question. A student's bar links to an open question that is out of sight; the teacher's screen,
// which is projected, scrolls to the answer automatically.

import { isCalm, MAIN, node } from "../frame/dom.js"

const HEAD = 60 // px covered by the page's header
const EVERY = 200 // ms between polls
const PATIENCE = 10_000 // ms until an answer must be drawn
let seen = "" // text of the answer that was in view last

const bar = () => document.querySelector(".st-key-room_bar")

/** @param {string} selector @returns {Element[]} */
const onPage = (selector) => [...document.querySelectorAll(`${MAIN} :is(${selector})`)].filter((each) => !bar()?.contains(each))

/** A question that this seat has not answered: no choice selected, an empty field, or no guess in the picture. */
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

/** Pixels between the page's header and the room's bar. */
const free = () => innerHeight - HEAD - (bar()?.clientHeight ?? 0)

/** Scroll to a part; to its beginning where it is taller than what is free. @param {Element} part */
function show(part) {
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth"
  const tall = part.getBoundingClientRect().height > free()
  if (part instanceof HTMLElement) part.style.scrollMarginTop = `${HEAD}px`
  part.scrollIntoView({ block: tall ? "start" : "center", behavior })
}

/** Scroll to the top of a page that the teacher has moved to. */
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
 * Scroll to the answer of a question once it is drawn, unless somebody acts first.
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
