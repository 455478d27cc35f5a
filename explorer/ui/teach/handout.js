// A handout on paper: each step's screen in a frame of its own, cut to its picture, one after the other so that the server
// draws one at a time; beside it the question, space for an answer, and the address as a QR code, which the server made.

import { anew, node, received } from "../frame/dom.js"

const WIDE = 700 // px of a frame before it is made smaller
const MOST = 560 // px of its height on the paper at that size; a taller picture is made smaller as a whole
const WAIT = 45_000 // ms for one screen

// In the frame: what a paper has no use for.
const BARE = `
[class*=_controls], [class*=_more], [class*=_under], [class*=_formula], [class*=_claims], .explorer-source,
.st-key-page_before textarea, .st-key-page_before label, details { display: none !important; }
`

/** @typedef {{ title: string, question: string, choices: string[], frame: string, link: string, qr: string }} Sheet */

const calm = (/** @type {Document} */ doc) =>
  doc.querySelector("[data-test-script-state=notRunning]") &&
  doc.querySelector(".st-key-part_body, .explorer-chart") &&
  !doc.querySelector(".explorer-chart:not([data-drawn])")

const UNASKED = ":is([class*=_box], [class*=_said]) { display: none !important; }" // what asks besides, and what may answer

/** @param {() => unknown} check @param {number} most */
async function until(check, most) {
  const began = Date.now()
  while (Date.now() - began < most) {
    if (check()) return true
    await new Promise((done) => setTimeout(done, 250))
  }
  return false
}

/** @param {HTMLIFrameElement} frame @param {Sheet} step */
async function draw(frame, step) {
  frame.src = step.frame
  let quiet = 0
  await until(() => {
    const doc = frame.contentDocument
    quiet = doc && calm(doc) ? quiet + 1 : 0
    return quiet > 5
  }, WAIT)
  const doc = frame.contentDocument
  if (!doc) return
  doc.head.append(Object.assign(doc.createElement("style"), { textContent: step.question ? BARE + UNASKED : BARE }))
  await new Promise((done) => setTimeout(done, 1200)) // charts take their place anew
  const seen = (/** @type {string} */ name) => [...doc.querySelectorAll(name)].filter((one) => one.checkVisibility() && one.clientHeight > 4)
  const [picture] = [...seen(".st-key-part_body .explorer-chart, .st-key-h_chain .explorer-chart"), ...seen(".st-key-t_chips, .st-key-h_picture"), ...seen(".st-key-page_before")]
  const boxes = step.question ? [] : seen(".st-key-part_body [class*=_guess_box]")
  const bottom = Math.max(...[picture ?? doc.body, ...boxes].map((one) => one.getBoundingClientRect().bottom)) + 12
  const height = Math.max(bottom, 160)
  frame.style.height = `${height}px`
  const box = frame.parentElement
  if (!box) return
  box.style.aspectRatio = `${WIDE} / ${Math.min(height, MOST)}`
  frame.style.transform = `scale(${(box.clientWidth / WIDE) * Math.min(1, MOST / height)})`
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
  print.addEventListener("click", () => window.print())
  node("h2", "", lesson.title, root)
  const frames = lesson.steps.map((/** @type {Sheet} */ step, /** @type {number} */ at) => {
    const part = node("section", "", undefined, root)
    node("h3", "", `${at + 1}. ${step.title}`, part)
    const box = node("div", "picture", undefined, part)
    const frame = node("iframe", "", undefined, box, { title: `Picture of step ${at + 1}: ${step.title}`, scrolling: "no" })
    if (step.question) node("p", "question", step.question, part)
    const row = node("div", "below", undefined, part)
    const answer = node("div", "answer", undefined, row)
    for (const text of step.choices) node("div", "choice", `☐ ${text}`, answer)
    lines(step.choices.length ? 2 : 4, answer)
    const code = node("div", "code", undefined, row)
    code.innerHTML = step.qr // made by the server, of digits and paths alone
    node("a", "", step.link, part, { href: step.link })
    return frame
  })
  return anew(root, () => {
    const work = { stopped: false }
    ;(async () => {
      for (const [at, frame] of frames.entries()) {
        status.textContent = `Drawing picture ${at + 1} of ${frames.length} …`
        frame.style.width = `${WIDE}px`
        frame.style.transform = `scale(${frame.parentElement.clientWidth / WIDE})`
        await draw(frame, lesson.steps[at])
        if (work.stopped) return
      }
      status.textContent = "All pictures are there."
      root.dataset.drawn = "true"
    })()
    return () => {
      work.stopped = true
    }
  })
}
