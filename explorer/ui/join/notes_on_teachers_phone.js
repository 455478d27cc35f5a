// Notes of the presented step on the teacher's phone: title, elapsed time against the plan, what to say.

import { node } from "../frame/dom.js"
import { time } from "../frame/lesson/lesson_clock.js"

/** @param {any} root @param {any} notes {} where no lesson is presented */
export function drawNotes(root, { title, say, at, of, next, began, planned }) {
  root.replaceChildren()
  if (!at) return
  node("p", "", `Step ${at} of ${of} · ${time(Date.now() - began, planned[0], planned[1])}`, root)
  node("h1", "", title, root)
  if (say) node("p", "", say, root)
  node("p", "", next ? `Next: ${next}` : "This is the last step.", root)
}
