// Presenter notes for the teacher's own screen: what to say, expected answers, and the time. They follow the step in the
// presenting window of this browser, and can change it.

import { anew, node } from "../frame/dom.js"
import { forOthers, where } from "../frame/copy_or_share_link.js"
import { pages, turns } from "../frame/step_navigation_keys.js"
import { ask } from "../join/room_requests.js"
import { look } from "../join/answer_review.js"
import { lastMembership } from "../room/seat_storage.js"
import { planned, time } from "../frame/lesson/lesson_clock.js"
import { showNotesOnPhone } from "../frame/lesson/send_notes_to_phone.js"
import { AT, GO, isLesson, minutes, read, SHOWN, write } from "../frame/lesson/lesson_in_browser_storage.js"

/** @param {import("../frame/lesson/lesson_in_browser_storage.js").Step} step @param {HTMLElement} root */
function answers(step, root) {
  if (!step.answers.length) return
  node("h3", "", "What you may hear, and what it tells", root)
  const list = node("ul", "", undefined, root)
  for (const [text, tells, right] of step.answers) {
    const item = node("li", right ? "right" : "", undefined, list)
    node("strong", "", `${right ? "✓ " : ""}${text}`, item)
    node("span", "", tells ? `: ${tells}` : "", item)
  }
}

/** @param {HTMLElement} root @param {any} shown @param {number} number */
function draw(root, shown, number) {
  root.replaceChildren()
  const step = isLesson(shown) ? shown.steps[number - 1] : undefined
  if (!step) {
    node("p", "", "No lesson is being presented in this browser. Choose one under “The plan”, and press “Present”.", root)
    return
  }
  const count = shown.steps.length
  const row = node("nav", "row", undefined, root, { "aria-label": "Steps of the lesson" })
  if (number > 1) node("button", "button", "← Back", row, { type: "button", "data-turn": "-1" })
  node("span", "at", `Step ${number} of ${count}`, row)
  if (number < count) node("button", "button next", "Next →", row, { type: "button", "data-turn": "1" })
  node("span", "clock", "", row, { role: "timer" })
  node("p", "plan", `${minutes(step.minutes)} for this step${step.optional ? " (optional)" : ""}; ${minutes(planned(shown, number)[1])} from the start when it ends.`, root)
  node("h2", "", step.title, root)
  if (step.say) node("p", "say", step.say, root)
  if (step.question) {
    node("h3", "", "The question (ask it)", root)
    node("p", "", step.question, root)
  }
  answers(step, root)
  if (step.number?.length) {
    const [low, high, right] = step.number
    node("p", "", `A number from ${low} to ${high}; right is ${right}.`.replaceAll("-", "−"), root)
  }
  if (step.point?.length) {
    const [x, y] = step.point.map((side) => side[2])
    node("p", "", `A point in the picture; right is ${x} across, ${y} up.`.replaceAll("-", "−"), root)
  }
  const after = shown.steps[number]
  node("p", "plan", after ? `Next: ${after.title}` : "This is the last step.", root)
}

/** QR code that gives another device the teacher's rights, shown in this window on request. @param {any} root */
function offerPhone(root) {
  const button = node("button", "button", "Also on my phone", root, { type: "button" })
  button.addEventListener("click", async () => {
    const { code = "", secret } = lastMembership()
    const { origin, pathname } = new URL("join", location.href)
    const link = forOthers(`${origin}${pathname}#teach=${code}.${secret}`)
    const { qr } = await ask("phone", { code, secret, link })
    showNotesOnPhone(code)
    button.remove()
    node("p", "", "For your own phone only: whoever scans this can reveal answers, turn the steps, present the lesson elsewhere, and end it. The notes of the step in sight are kept with the room now, until it ends.", root)
    if (where()) node("p", "", where(), root)
    node("img", "", undefined, node("a", "", undefined, root, { href: link, target: "_blank" }), { src: qr, alt: "QR code for the teacher’s phone" })
  })
}

/** @param {any} component */
export default function ({ parentElement }) {
  let root = parentElement.querySelector(".lesson")
  if (!root) {
    root = node("div", "lesson notes", undefined, parentElement)
    for (const name of ["step", "class", "said", "phone"]) node("div", name, undefined, root, name === "said" ? { role: "status" } : {})
  }
  const [words, room, said, phone] = root.children
  const now = () => {
    const shown = read(SHOWN)
    const at = read(AT)
    return { shown, at, step: at.plan === shown.plan ? at.step : 1 }
  }
  const follow = () => draw(words, now().shown, now().step)
  const turn = (/** @type {number} */ by) => write(GO, { by, from: now().step, time: Date.now() })
  const click = (/** @type {any} */ event) => event.target.dataset?.turn && turn(Number(event.target.dataset.turn))
  const press = (/** @type {KeyboardEvent} */ event) => {
    const by = pages(event) || turns(event)
    if (!by) return
    event.preventDefault()
    turn(by)
  }
  const heard = (/** @type {StorageEvent} */ event) => [SHOWN, AT].includes(event.key ?? "") && follow()
  const show = () => {
    const clock = root.querySelector(".clock")
    if (!lastMembership().secret) phone.replaceChildren()
    else if (!phone.firstChild) offerPhone(phone)
    const { shown, at } = now()
    if (clock) clock.textContent = at.plan === shown.plan && at.began ? time(Date.now() - at.began, ...planned(shown, at.step)) : ""
  }
  follow()
  return anew(root, () => {
    const tick = setInterval(show, 1000)
    const stop = new AbortController()
    void look(room, (words) => (said.textContent = words), lastMembership, { signal: stop.signal })
    root.addEventListener("click", click)
    document.addEventListener("keydown", press)
    window.addEventListener("storage", heard)
    return () => {
      clearInterval(tick)
      stop.abort()
      root.removeEventListener("click", click)
      document.removeEventListener("keydown", press)
      window.removeEventListener("storage", heard)
    }
  })
}
