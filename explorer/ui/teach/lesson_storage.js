// Storage of the teacher's own lesson in this browser: sends the stored lesson to the page, and stores its changes.

import { node, received } from "../frame/dom.js"
import { ADDED, DRAFT, read, write } from "../frame/lesson/lesson_in_browser_storage.js"

/** @param {any} component */
export default function ({ parentElement, data, setTriggerValue }) {
  if (!parentElement.querySelector("span")) node("span", "", undefined, parentElement) // an empty component would not count as drawn
  const { draft, took, known } = received(data)
  if (draft) write(DRAFT, draft)
  const waiting = read(ADDED)
  const added = Array.isArray(waiting) ? waiting.filter((one) => one && !took.includes(one.id)) : []
  if (took.length) write(ADDED, added)
  const kept = known ? {} : read(DRAFT)
  const own = kept.steps ? kept : null
  if (own || added.length) setTriggerValue("kept", JSON.stringify({ draft: own, added: added.slice(0, 40) }))
}
