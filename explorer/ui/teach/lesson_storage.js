// The teacher's own lesson, between the page and this browser: what it kept goes to the page, what was changed comes back.

import { node, received } from "../frame/dom.js"
import { ADDED, DRAFT, read, write } from "../frame/lesson/store.js"

/** @param {any} component */
export default function ({ parentElement, data, setTriggerValue }) {
  if (!parentElement.querySelector("span")) node("span", "", undefined, parentElement) // so that it counts as drawn
  const { draft, took, known } = received(data)
  if (draft) write(DRAFT, draft)
  const waiting = read(ADDED)
  const added = Array.isArray(waiting) ? waiting.filter((one) => one && !took.includes(one.id)) : []
  if (took.length) write(ADDED, added)
  const kept = known ? {} : read(DRAFT)
  const own = kept.steps ? kept : null
  if (own || added.length) setTriggerValue("kept", JSON.stringify({ draft: own, added: added.slice(0, 40) }))
}
