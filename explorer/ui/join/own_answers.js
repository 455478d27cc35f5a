// A student's answers, stored in this browser only: the question, the guess, the right answer, the reason and a link to
// the screen. They remain after the room has ended; the server has no copy.

import { keep, kept, node } from "../frame/dom.js"
import { write } from "./question_view.js"

const KEPT = "explorer-answers"
const MOST = 100 // questions
const ofBrowser = () => localStorage

/** @returns {any[]} the last one first */
function answers() {
  const found = kept(ofBrowser, KEPT).answers
  return Array.isArray(found) ? found : []
}

/** Whether this browser has any. */
export const has = () => answers().length > 0

/**
 * Keep a question whose answer may be seen.
 * @param {string} code @param {any} screen @param {{ mine: string, right: string, ok: boolean | null }} result in words; "" without a guess; `ok`: null where answers are not judged
 */
export function remember(code, { question, link }, { mine, right, ok }) {
  const { key, round, words, typed, why, kind } = question
  const one = {
    id: `${code} ${key} ${round}`, day: new Date().toISOString().slice(0, 10), round, words, typed, why, link, mine, right, ok, kind,
  }
  keep(ofBrowser, KEPT, { answers: [one, ...answers().filter(({ id }) => id !== one.id)].slice(0, MOST) })
}

/** All of them as a page. @param {any} main @param {() => void} back */
export function show(main, back) {
  main.replaceChildren()
  node("h1", "", "Your answers", main)
  node("p", "", "Only this browser keeps them. Delete them on a computer that others use.", main)
  // The last day first, and a lesson in its order.
  const all = answers().reverse().sort((one, other) => other.day.localeCompare(one.day))
  const judged = all.filter(({ ok }) => typeof ok === "boolean")
  if (judged.length) node("p", "", `${judged.filter(({ ok }) => ok).length} of ${judged.length} right.`, main)
  for (const { day, round, words, typed, why, link, mine, right, ok, kind } of all) {
    const item = node("section", "kept", undefined, main)
    write(node("h2", "", undefined, item), words, typed)
    node("p", "", `${day}${round > 1 ? `, asked again (round ${round})` : ""}`, item)
    write(node("strong", "", undefined, node("p", "", "You: ", item)), `${mine || "no guess"}${ok ? " ✓" : ""}`, typed)
    if (right) write(node("strong", "", undefined, node("p", "", kind === "words" && ok === null ? "The class: " : "Right: ", item)), right, typed)
    if (why) write(node("p", "verdict", undefined, item), why, typed)
    if (link) node("a", "", "Open the screen", node("p", "", undefined, item), { href: link })
  }
  const row = node("p", "row", undefined, main)
  node("button", "", "Back", row, { type: "button" }).addEventListener("click", back)
  node("button", "", "Delete them", row, { type: "button" }).addEventListener("click", () => {
    keep(ofBrowser, KEPT, undefined)
    back()
  })
}
