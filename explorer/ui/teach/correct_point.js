// Editor for the right point of a teacher's own question, marked in the sketch of the step's picture. The step's screen
// is loaded once in a hidden iframe, which sends its sketch (teacher_question.py).

import { keep, node, received } from "../frame/dom.js"
import { poll } from "../frame/poll_until.js"
import { inPicture } from "../join/answer_picture.js"
import { SKETCH } from "../join/picture_sketch.js"

const WAIT = 45_000 // ms for the screen

/** @param {HTMLElement} root @param {string} screen @returns {Promise<any>} the sketch, or `why` there is none */
async function sketchOf(root, screen) {
  const frame = node("iframe", "", undefined, root, { src: screen, title: "The step’s screen", tabindex: "-1", "aria-hidden": "true" })
  Object.assign(frame.style, { position: "absolute", visibility: "hidden", width: "1000px", height: "700px" })
  let quiet = 0
  await poll(() => {
    quiet = frame.contentDocument?.querySelector("[data-test-script-state=notRunning]") ? quiet + 1 : 0
    return quiet > 4
  }, WAIT)
  const all = [...(frame.contentDocument?.querySelectorAll("[data-sketch]") ?? [])].map((/** @type {any} */ each) => JSON.parse(each.dataset.sketch))
  frame.remove()
  return all.find((each) => each.x) ?? { why: all[0]?.why ?? "this screen has none" }
}

/** @param {any} component */
export default function ({ parentElement, data, setTriggerValue }) {
  const { screen, point } = received(data)
  let root = parentElement.querySelector(".mark")
  if (!root) root = node("div", "mark", undefined, parentElement)
  const now = JSON.stringify([screen, point])
  if (root.now === now) return // the point just tapped here
  root.now = now
  if (root.screen !== screen) {
    root.screen = screen
    root.replaceChildren(node("p", "", "Opening the step’s picture …", root))
    root.sketch = sketchOf(root, screen)
  }
  root.sketch.then((/** @type {any} */ sketch) => {
    if (root.now !== now) return
    root.replaceChildren()
    if (sketch.why) {
      node("p", "", `No point can be asked for here: a flat picture of lines or points with plain numbers on both axes is expected, and ${sketch.why}. Choose another screen, or another kind of answer.`, root)
      return
    }
    keep(() => localStorage, SKETCH, sketch)
    const [low, high] = [0, 1].map((end) => [sketch.x[end], sketch.y[end]])
    const answer = (/** @type {number[]} */ values) => {
      root.now = JSON.stringify([screen, values])
      setTriggerValue("mark", values.map((value, at) => [low[at], high[at], value]))
    }
    inPicture(root, { kind: "place", low, high, picture: screen, yours: "Right" }, point.length ? point : undefined, answer, async () => sketch)
  })
}
