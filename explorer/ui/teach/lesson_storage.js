// Storage of the teacher's own lessons in this browser: sends the stored ones to the page, and stores its changes.

import { node, received } from "../frame/dom.js"
import { ADDED, DRAFT, LESSONS, read, write } from "../frame/lesson/lesson_in_browser_storage.js"

/** Most characters of all lessons in one message; those changed last come first. */
const MOST = 250_000

/** Stored lessons by their names, changed last at the end. @returns {Record<string, any>} */
function stored() {
  const all = read(LESSONS)
  const one = read(DRAFT)
  if (!one.steps) return all
  write(LESSONS, { ...all, first: one }) // the only lesson that earlier versions kept
  write(DRAFT, {})
  return { ...all, first: one }
}

/** @param {any} component */
export default function ({ parentElement, data, setTriggerValue }) {
  if (!parentElement.querySelector("span")) node("span", "", undefined, parentElement) // an empty component would not count as drawn
  const { changes, took, known, opened } = received(data)
  const all = stored()
  for (const [name, lesson] of Object.entries(changes)) {
    if (JSON.stringify(all[name]) === JSON.stringify(lesson)) continue
    delete all[name]
    if (lesson) all[name] = lesson
  }
  const same = new Set(Object.values(all).map((lesson) => JSON.stringify(lesson)))
  const fresh = Object.entries(opened).filter(([, lesson]) => !same.has(JSON.stringify(lesson)))
  if (Object.keys(changes).length || fresh.length) write(LESSONS, Object.assign(all, Object.fromEntries(fresh)))
  const waiting = read(ADDED)
  const added = Array.isArray(waiting) ? waiting.filter((one) => one && !took.includes(one.id)) : []
  if (took.length) write(ADDED, added)
  let room = known ? 0 : MOST
  const kept = Object.entries(all).reverse().filter(([, lesson]) => (room -= JSON.stringify(lesson).length) > 0).reverse()
  if (kept.length || added.length) setTriggerValue("kept", JSON.stringify({ kept: Object.fromEntries(kept), added: added.slice(0, 40) }))
}
