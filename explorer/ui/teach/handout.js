// Printed handout: the picture of each step's screen in an iframe, loaded two at a time so that the server is free for
// others; with the question, space for an answer, and the URL as a QR code made by the server. Pictures that the class sees
// with the answer only stand at the end, on a page of their own.

import { anew, node, received } from "../frame/dom.js"
import { poll } from "../frame/poll_until.js"

const WIDE = 700 // width of an iframe in px, before scaling
const MOST_MORE = 700 // maximum additional width for a picture that would be cut off
const HIGH = 500 // its height in px, with two steps per page
const HIGHER = 680 // its height if the names beside a chart would overlap
const NAMES = 13 // px per name
const MOST = 480 // maximum height of a picture in print at that width; a taller one is scaled down
const WAIT = 45_000 // ms for one screen
const PAPER = (178 / 25.4) * 96 // width of a sheet in px, as in handout.css

/** @typedef {{ title: string, question: string, right: string, why: string, choices: string[], frame: string, answer: string, link: string, qr: string }} Sheet `frame`, `answer`: addresses of the picture before and after the answer, "" for none */

// Selectors of a screen's picture: the first match in page order.
const PICTURES = "[class*=_figure], .explorer-chart, [data-testid=stBidiComponentIsolated], table, pre"
const NO_PICTURE = "[class*=_guess_box], [class*=_controls]"
const ASIDE = `[class*=_said], [class*=_under], .explorer-actions, .explorer-moves, ${NO_PICTURE}`
// Everything else is hidden: controls are useless in print, and the sentence may reveal the answer.
const ALONE = `
body :not([data-paper], [data-paper] *) { visibility: hidden !important; }
[data-paper] :is(${ASIDE}) { display: none !important; }
[data-paper] { visibility: visible; position: fixed !important; z-index: 1; inset: 0 0 auto 0 !important; width: 100vw !important; max-width: none !important; height: auto !important; min-height: 0 !important; background: #fff; }
.st-key-t_chips { --explorer-fit: 1; --explorer-least: .7rem; --explorer-strip: none; }
#explorer-address { display: none !important; }
`

/** @param {Document} doc */
function pictures(doc) {
  const body = doc.querySelector(".st-key-part_body")
  const found = body ? [...body.querySelectorAll(PICTURES)] : [...doc.querySelectorAll(doc.querySelector(".st-key-h_picture") ? ".st-key-h_picture" : ".st-key-h_next")]
  return found.filter((one) => one.clientHeight > 40 && one.checkVisibility() && !one.closest(NO_PICTURE))
}

const calm = (/** @type {Document} */ doc) =>
  doc.querySelector("[data-test-script-state=notRunning]") && pictures(doc).length > 0 && !doc.querySelector(".explorer-chart:not([data-drawn])")

/** The picture of a screen; two that stand side by side are one. @param {Document} doc */
function picture(doc) {
  const [first, ...others] = pictures(doc)
  if (!first) return doc.body
  const top = first.getBoundingClientRect().top
  const beside = others.find((one) => !first.contains(one) && Math.abs(one.getBoundingClientRect().top - top) < 4)
  let all = first
  while (beside && !all.contains(beside)) all = all.parentElement ?? doc.body
  return all
}

/** All elements below one, those of its components too. @param {ParentNode} root @returns {Element[]} */
const every = (root) => [...root.querySelectorAll("*")].flatMap((one) => [one, ...(one.shadowRoot ? every(one.shadowRoot) : [])])

/** @param {HTMLIFrameElement} frame @param {string} address */
async function draw(frame, address) {
  frame.src = address
  let quiet = 0
  await poll(() => {
    const doc = frame.contentDocument
    quiet = doc && calm(doc) ? quiet + 1 : 0
    return quiet > 5
  }, WAIT)
  const doc = frame.contentDocument
  if (!doc) return
  const alone = picture(doc)
  alone.setAttribute("data-paper", "")
  doc.head.append(Object.assign(doc.createElement("style"), { textContent: ALONE }))
  const drawn = () => new Promise((done) => setTimeout(done, 1200)) // until charts have been laid out again
  await drawn()
  const names = every(alone).filter((one) => one.matches(".ytick")).map((one) => one.getBoundingClientRect().top)
  if (names.some((top, at) => at > 0 && Math.abs(top - names[at - 1]) < NAMES)) {
    frame.style.height = `${HIGHER}px`
    await drawn()
  }
  const cut = every(alone).filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowX)).map((one) => one.scrollWidth - one.clientWidth)
  const wide = WIDE + Math.min(Math.max(0, ...cut), MOST_MORE)
  if (wide > WIDE) {
    frame.style.width = `${wide}px`
    await drawn()
  }
  const high = (WIDE / wide) * Math.max(alone.getBoundingClientRect().height, 60) // the iframe keeps its height, or the chart would shrink
  Object.assign(frame.dataset, { wide, high })
  if (frame.parentElement) frame.parentElement.style.aspectRatio = `${WIDE} / ${Math.min(high, MOST)}`
  fit(frame)
}

/** As wide as its box, and no higher than `MOST`. @param {HTMLIFrameElement} frame @param {number} [width] of the box */
function fit(frame, width = frame.parentElement?.clientWidth ?? WIDE) {
  const part = Math.min(1, MOST / Number(frame.dataset.high ?? MOST))
  frame.style.transform = `scale(${(width / Number(frame.dataset.wide ?? WIDE)) * part})`
  frame.style.marginLeft = `${(width * (1 - part)) / 2}px`
}

/** @param {number} count @param {Element} parent */
function lines(count, parent) {
  for (let n = 0; n < count; n += 1) node("div", "line", undefined, parent)
}

/** @param {any} component */
export default function ({ parentElement, data }) {
  const lesson = received(data)
  let root = parentElement.querySelector(".handout")
  if (!root) root = node("div", "handout", undefined, parentElement)
  if (root.drawing === JSON.stringify(lesson)) return root.ends
  root.drawing = JSON.stringify(lesson)
  root.replaceChildren()
  const bar = node("div", "bar", undefined, root)
  const print = node("button", "", "Print, or save as PDF", bar, { type: "button" })
  const status = node("span", "", "", bar, { role: "status" })
  print.disabled = true // until all pictures are there: paper would have gaps
  print.addEventListener("click", () => window.print())
  node("h2", "", lesson.title, root)
  node("p", "", lesson.where, root)
  /** @type {[string, any][]} each picture's address and iframe */
  const frames = []
  const picture = (/** @type {number} */ at, /** @type {string} */ address, /** @type {string} */ of, /** @type {Element} */ part) =>
    frames.push([address, node("iframe", "", undefined, node("div", "picture", undefined, part), { title: `${of} of step ${at + 1}: ${lesson.steps[at].title}`, scrolling: "no" })])
  lesson.steps.forEach((/** @type {Sheet} */ step, /** @type {number} */ at) => {
    const part = node("section", "", undefined, root)
    node("h3", "", `${at + 1}. ${step.title}`, part)
    if (step.question) node("p", "question", step.question, part)
    if (step.frame) picture(at, step.frame, "Picture", part)
    const row = node("div", "below", undefined, part)
    const answer = node("div", "answer", undefined, row)
    for (const text of step.choices) node("div", "choice", step.choices.length > 1 ? `☐ ${text}` : `Your guess, ${text}:`, answer)
    lines(step.choices.length ? 2 : 4, answer)
    const code = node("div", "code", undefined, row)
    code.innerHTML = step.qr // SVG from the server, made of digits and paths only
    if (step.link) node("a", "", step.link, answer, { href: step.link })
  })
  if (lesson.closing) {
    const part = node("section", "", undefined, root)
    node("h3", "", "Closing task", part)
    node("p", "question", lesson.closing, part)
    lines(6, part)
  }
  const late = [...lesson.steps.keys()].filter((at) => lesson.steps[at].answer || lesson.steps[at].right || lesson.steps[at].why)
  if (late.length) node("h2", "late", "After the lesson: the answers", root)
  for (const at of late) {
    const { title, right, why, answer } = lesson.steps[at]
    const part = node("section", "", undefined, root)
    node("h3", "", `${at + 1}. ${title}`, part)
    node("p", "question", `${right} ${why}`.trim(), part)
    if (answer) picture(at, answer, "Answer", part)
  }
  return anew(root, () => {
    const stop = new AbortController()
    const refit = (/** @type {number | undefined} */ width) => () => frames.forEach(([, frame]) => fit(frame, width))
    addEventListener("beforeprint", refit(PAPER), stop)
    addEventListener("afterprint", refit(undefined), stop)
    ;(async () => {
      const waiting = [...frames]
      let drawn = 0
      const some = async () => {
        for (let next = waiting.shift(); next && !stop.signal.aborted; next = waiting.shift()) {
          const [address, frame] = next
          status.textContent = `${drawn} of ${frames.length} pictures are drawn …`
          Object.assign(frame.style, { width: `${WIDE}px`, height: `${HIGH}px` })
          fit(frame)
          await draw(frame, address)
          drawn += 1
        }
      }
      await Promise.all([some(), some()])
      if (stop.signal.aborted) return
      status.textContent = "All pictures are there."
      print.disabled = false
      root.dataset.drawn = "true"
    })()
    return () => stop.abort()
  })
}
