// Preview of the class's answers for the teacher only: in a separate window, in the notes' window, or on the teacher's
// phone. A written answer is shown to the class only after the teacher has ticked it. A press of a button here is
// forwarded to the presenting screen.

import { node } from "../frame/dom.js"
import { ask, Refused } from "./room_requests.js"
import { write } from "./question_view.js"

const EVERY = 1500 // ms
/** Words of the buttons, in their order. @type {Record<string, string>} */
const BUTTONS = {
  back: "← Back",
  ask: "Ask the question",
  again: "Talk, ask again",
  guesses: "Show the guesses",
  reveal: "Reveal the answer",
  next: "Next →",
}

/**
 * @param {any} main container
 * @param {(words: string) => void} say
 * @param {() => { code?: string, secret?: string }} membership the teacher's; without a secret nothing is requested
 * @param {{ signal?: AbortSignal, turns?: boolean, heard?: (told: any, press: (what: string) => void) => void, end?: () => void }} how when to
 *   end; whether buttons move to other lesson steps; a callback for every reply, with what forwards a press; what ends the lesson
 */
export async function look(main, say, membership, { signal, turns = false, heard, end } = {}) {
  let before = ""
  let refused = ""
  for (; !signal?.aborted; await new Promise((done) => setTimeout(done, EVERY))) {
    const { code, secret } = membership()
    if (!secret || refused === secret) {
      if (before) main.replaceChildren()
      before = ""
      continue
    }
    const me = { code, secret }
    try {
      const told = await ask("look", me)
      if (signal?.aborted) return
      say(state(told.pressed))
      const press = (/** @type {string} */ what) => {
        say(state({ button: what }))
        ask("press", { ...me, button: what, question: told.key, round: told.round }).catch((error) => say(error.message))
      }
      heard?.(told, press)
      const now = JSON.stringify(told)
      if (now !== before) {
        draw(main, told, turns, {
          let_: (id, words, shown) => ask("let", { ...me, question: told.key, id, words, shown }),
          press,
          end,
        })
      }
      before = now
    } catch (error) {
      if (error instanceof Refused && error.status !== 503) refused = secret
      if (refused && before) heard?.({ ended: true, notes: {} }, () => {})
      say(refused && before ? "The room has ended." : error instanceof Refused ? error.message : "The line is broken. Trying again…")
    }
  }
}

/**
 * @param {any} main @param {any} told @param {boolean} turns
 * @param {{ let_: (id: string, words: string, shown: boolean) => Promise<any>, press: (what: string) => void, end?: () => void }} does
 */
function draw(main, told, turns, { let_, press, end }) {
  const { key, waits, words, typed, html, written, revealed, again, given, here, shown, talk, names } = told
  main.replaceChildren()
  node("p", "first", "For your eyes only", main)
  if (!key && !waits) node("h1", "", "No question is asked now.", main)
  else {
    write(node("h1", "", undefined, main), words, typed)
    const open = here - given
    const came = `${given} of ${here} ${given === 1 ? "has" : "have"} answered${told.round > 1 ? " again" : ""}.${open ? ` ${open} ${open === 1 ? "hasn’t" : "haven’t"}.` : ""}`
    node("p", "", key ? came : "The class has not been asked yet.", main)
    main.insertAdjacentHTML("beforeend", html)
    if (written?.length) node("p", "", told.again === null ? "Tick what may come on the map." : "Tick what the class may see after Reveal.", main)
    const list = node("div", "choices", undefined, main)
    for (const same of alike(asTheyCame(`${key} ${told.round}`, written ?? []))) {
      const label = node("label", "choice", undefined, list)
      const input = node("input", "", undefined, label, { type: "checkbox" })
      input.checked = same.every(({ shown }) => shown)
      input.addEventListener("change", () => same.forEach(({ id, words }) => void let_(id, words, input.checked).catch(() => {})))
      node("span", "", `${same[0].words}${same.length > 1 ? ` × ${same.length}` : ""}`, label)
    }
    // Below the list: nobody presses it before having seen the last one.
    const hidden = (written ?? []).filter((/** @type {any} */ { shown }) => !shown)
    if (hidden.length > 1)
      node("button", "button", "I have read these: tick all", main, { type: "button" }).addEventListener("click", () => {
        for (const { id, words } of hidden) void let_(id, words, true).catch(() => {})
      })
  }
  const row = node("div", "row presses", undefined, main)
  const [mapped, last] = [again === null, told.notes?.at && told.notes.at === told.notes.titles.length]
  /** @type {Record<string, boolean>} */
  const there = { back: turns, ask: Boolean(waits), guesses: key && !revealed && !mapped && !shown, again: key && (!mapped || revealed), reveal: key && !revealed, next: turns && !last }
  const filled = waits ? "ask" : !key || revealed ? "next" : talk ? "again" : there.guesses ? "guesses" : "reveal"
  for (const [what, text] of Object.entries(BUTTONS)) {
    if (!there[what]) continue
    const button = node("button", `button${what === filled ? " main" : ""}`, names?.[what] ?? text, row, { type: "button" })
    button.disabled = what === "again" && again === false
    button.addEventListener("click", () => press(what))
  }
  if (last && end) node("button", `button${filled === "next" ? " main" : ""}`, "End the lesson", row, { type: "button" }).addEventListener("click", end)
}

/** Ids of the written answers to a question, in the order in which this device got them. @type {Map<string, string[]>} */
const came = new Map()

/**
 * Written answers in the order in which they came: a new one stands at the end, not under a finger that ticks another.
 * @param {string} question @param {Written[]} written
 */
export function asTheyCame(question, written) {
  const ids = [...new Set([...(came.get(question) ?? []), ...written.map(({ id }) => id)])]
  came.set(question, ids)
  return [...written].sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

/**
 * Written answers in groups that differ in case and punctuation alone, as `plain_words` in explorer/questions judges them.
 * @typedef {{ id: string, words: string, shown: boolean }} Written
 * @param {Written[]} written @returns {Written[][]} in the order in which the first of each came
 */
export function alike(written) {
  /** @type {Map<string, Written[]>} */
  const groups = new Map()
  for (const each of written) {
    const plain = each.words.toLowerCase().match(/[\p{L}\p{N}_]+/gu)?.join(" ") ?? each.words
    groups.set(plain, [...(groups.get(plain) ?? []), each])
  }
  return [...groups.values()]
}

/** What became of the last press. @param {{ button?: string, missed?: boolean, alone?: boolean }} pressed {} once it is done */
function state({ button, missed, alone }) {
  if (!button) return ""
  const text = BUTTONS[button] ?? "Go on here"
  if (alone) return `No screen is listening to “${text}”. Open the lesson on a laptop, or: “All steps”, “Present from this device instead”.`
  return missed
    ? `“${text}” was not done. Press it again.`
    : `“${text}”: your other screen does it in a second or two.`
}
