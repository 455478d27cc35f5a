// A question on the student screen: its text, the input, and the result after the reveal.

import { node, shape } from "../frame/dom.js"
import { inPicture } from "./answer_picture.js"
import { drawMap } from "./class_map.js"
import { said, sliders } from "./picture_sketch.js"
import { readings } from "./typed_number.js"

const LONGEST = 80 // characters of a free-text answer (room_state.py)
const MARKS = /`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s][^*]*)\*|\\([\\`*_{}[\]<>#+!|$~:&=.)-])/g

/**
 * Render the app's own markup (bold, italic, code) as elements; a teacher's text is shown as typed.
 * @param {Element} parent @param {string} text @param {boolean} typed
 */
export function write(parent, text, typed = false) {
  let at = 0
  for (const found of typed ? [] : text.matchAll(MARKS)) {
    parent.append(text.slice(at, found.index))
    at = found.index + found[0].length
    const [, code, bold, italic, escaped] = found
    if (escaped) parent.append(escaped)
    else if (code) node("code", "", code, parent)
    else write(node(bold ? "strong" : "em", "", undefined, parent), bold ?? italic)
  }
  parent.append(text.slice(at))
}

/**
 * @param {Element} root @param {any} screen what the class sees (student_screen_data.py)
 * @param {any} mine this seat's answer; undefined where there is none
 * @param {(value: any) => void} answer
 * @param {(question: any) => Promise<any>} fetchPicture in which a question is answered; undefined where it doesn't come
 */
export function draw(root, { question }, mine, answer, fetchPicture) {
  if (!question) {
    const lobby = node("section", "lobby", undefined, root)
    node("h1", "", "You are in.", lobby)
    node("p", "", "Look at the front.", lobby)
    return
  }
  const { round, revealed, words, typed } = question
  const first = round > 1 ? "Guess again, after you have talked about it." : "Guess first."
  const guesses = question.kind !== "words"
  if (guesses || revealed) node("p", "first", revealed ? `The class has ${guesses ? "guessed" : "answered"}.` : first, root)
  const form = node(revealed ? "section" : "fieldset", "choices", undefined, root)
  write(node(revealed ? "h1" : "legend", "", undefined, form), words, typed)
  if (question.kind === "order" && !revealed) order(form, question, mine, answer)
  else if (question.choices.length) (revealed ? result : choices)(form, question, mine, answer)
  else if (question.kind === "words") {
    if (!revealed) written(form, question, mine, answer)
    else if (!question.map) read(form, question, mine)
    if (question.map) drawMap(form, question, mine)
    if (question.map) reason(form, question.why, typed)
  }
  else if (question.kind === "number") (revealed ? told : number)(form, question, mine, answer)
  else reason(inPicture(form, question, mine, answer, fetchPicture), question.why, typed)
}

/** @param {Element} root @param {any} question @param {any} mine @param {(value: any) => void} answer */
function number(root, { low, high }, mine, answer) {
  const form = node("form", "", undefined, root)
  const show = sliders(form, [`Drag, from ${said(low[0])} to ${said(high[0])}`], low, high, (_, value, last) => {
    field.value = String(value)
    show([value])
    if (last) answer([value])
  })
  show(mine)
  const label = node("label", "", undefined, form)
  node("p", "", "Or type your number", label)
  // The decimal keypad of some phones has no minus.
  const inputmode = low[0] < 0 ? "text" : "decimal"
  const field = node("input", "number", undefined, label, { inputmode, autocomplete: "off", maxlength: "20" })
  if (mine) field.value = String(mine[0])
  const wrong = node("p", "", "", form, { role: "alert" })
  node("button", "main", "Give this answer", form)
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault()
    const found = readings(field.value)
    const fits = found.filter((value) => value >= low[0] && value <= high[0])
    wrong.textContent = fits.length ? "" : `A number from ${said(low[0])} to ${said(high[0])} is expected.`
    if (found.length === 2 && fits.length) {
      wrong.textContent = `“${field.value.trim()}” can mean two numbers. Which one do you mean?`
      found.forEach((value) => {
        const button = node("button", "", String(value), wrong, { type: "button" })
        button.addEventListener("click", () => {
          field.value = String(value)
          form.requestSubmit()
        })
      })
      return
    }
    if (!fits.length) return
    show([fits[0]])
    answer([fits[0]])
  })
}

/** @param {Element} root @param {any} question @param {any} mine */
function told(root, { truth, within, low, high, said: guesses, why, typed }, mine) {
  const near = within ? ` Up to ${said(within)} more or less is right too.` : ""
  node("p", "", `The right answer is ${said(truth[0])}.${near}${mine ? ` Your number: ${said(mine[0])}.` : ""}`, root)
  const found = guesses.map((/** @type {number[]} */ guess) => guess[0])
  const [half, odd] = [found.length >> 1, found.length % 2]
  const middle = odd ? found[half] : (found[half - 1] + found[half]) / 2
  const all = found.length === 1 ? "One number came." : `${found.length} numbers, from ${said(found[0])} to ${said(found.at(-1))}; the middle one is ${said(middle)}.`
  node("p", "", found.length ? all : "Nobody has guessed.", root)
  if (found.length) histogram(root, found, low[0], high[0], [[middle, "middle"], [truth[0], "truth"], ...(mine ? [[mine[0], "own"]] : [])])
  reason(root, why, typed)
}

const BINS = 20
const MARKED = { truth: "right answer", middle: "middle of the class", own: "yours" }

/**
 * Bars of all numbers between the lowest and the highest possible answer, with the marked ones.
 * @param {Element} root @param {number[]} found @param {number} low @param {number} high @param {any[][]} marks
 */
function histogram(root, found, low, high, marks) {
  const bins = Array(BINS).fill(0)
  for (const value of found) bins[Math.min(BINS - 1, Math.floor((BINS * (value - low)) / (high - low)))]++
  const svg = shape("svg", { viewBox: "0 0 100 30", preserveAspectRatio: "none", class: "histogram", "aria-hidden": "true" }, root)
  bins.forEach((many, at) => {
    const tall = (28 * many) / Math.max(...bins)
    if (many) shape("rect", { x: (100 * at) / BINS, y: 30 - tall, width: 100 / BINS, height: tall }, svg)
  })
  for (const [value, name] of marks) shape("path", { d: `M${(100 * (value - low)) / (high - low)} 0V30`, class: name }, svg)
  const ends = node("p", "head", undefined, root)
  for (const value of [low, high]) node("span", "", said(value), ends)
  const names = node("p", "names", undefined, root)
  for (const [, name] of marks) node("i", name, undefined, node("span", "", MARKED[/** @type {keyof typeof MARKED} */ (name)], names))
}

/** @param {Element} root @param {string | undefined} why @param {boolean} typed */
function reason(root, why, typed) {
  if (why) write(node("p", "verdict", undefined, root), why, typed)
}

/** @param {Element} form @param {any} question @param {any} mine @param {(value: any) => void} answer */
function choices(form, { key, round, kind, choices, typed }, mine, answer) {
  const several = kind === "several"
  if (several) node("p", "", "Choose one or more.", form)
  choices.forEach((/** @type {string} */ words, /** @type {number} */ at) => {
    const label = node("label", "choice", undefined, form)
    const input = node("input", "", undefined, label, { type: several ? "checkbox" : "radio", name: `${key} ${round}`, value: String(at) })
    input.checked = chose(mine, at)
    input.addEventListener("change", () => answer(several ? ticked(form) : at))
    write(node("span", "", undefined, label), words, typed)
  })
}

/**
 * Items to put in order, each with a button up and one down: by finger, by keyboard, and told to a screen reader.
 * @param {Element} root @param {any} question @param {number[] | undefined} mine @param {(value: any) => void} answer
 */
function order(root, { choices, ends, typed }, mine, answer) {
  const places = mine ? [...mine] : choices.map((/** @type {string} */ _, /** @type {number} */ at) => at)
  node("p", "", `At the top: ${ends[0]}. At the bottom: ${ends[1]}.`, root)
  const list = node("ol", "order", undefined, root)
  const told = node("p", "unseen", "", root, { role: "status" })
  const drawItems = () => {
    list.replaceChildren()
    places.forEach((/** @type {number} */ at, /** @type {number} */ place) => {
      const item = node("li", "", undefined, list)
      write(node("span", "", undefined, item), choices[at], typed)
      for (const [by, sign, name] of /** @type {[number, string, string][]} */ ([[-1, "↑", "up"], [1, "↓", "down"]])) {
        const button = node("button", "", sign, item, { type: "button", "aria-label": `Move ${name}: ${choices[at]}` })
        button.disabled = place + by < 0 || place + by >= places.length
        button.addEventListener("click", () => {
          places.splice(place + by, 0, ...places.splice(place, 1))
          drawItems()
          told.textContent = `${choices[at]}: position ${place + by + 1} of ${places.length}`
          const buttons = [...list.children[place + by].querySelectorAll("button")]
          ;(buttons.find((each, index) => !each.disabled && (index ? 1 : -1) === by) ?? buttons.find((each) => !each.disabled))?.focus()
        })
      }
    })
  }
  drawItems()
  node("button", "main", "Give this answer", root, { type: "button" }).addEventListener("click", () => answer([...places]))
}

/** Whether an answer is this choice, or has it among several. @param {any} mine @param {number} at */
const chose = (mine, at) => at === mine || (Array.isArray(mine) && mine.includes(at))

/** @param {Element} form */
const ticked = (form) => [...form.querySelectorAll("input:checked")].map((input) => Number(/** @type {any} */ (input).value))

/** @param {Element} root @param {any} question @param {any} mine @param {(value: any) => void} answer */
function written(root, question, mine, answer) {
  const form = node("form", "", undefined, root)
  const label = node("label", "", undefined, form)
  node("p", "", question.map ? "Your sentence" : "Your answer, in a few words", label)
  const field = node("input", "number", undefined, label, { autocomplete: "off" })
  if (mine) field.value = mine
  node("p", "", "The class sees it only after your teacher has read it.", form)
  const wrong = node("p", "", "", form, { role: "alert" })
  node("button", "main", "Give this answer", form)
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault()
    const words = field.value.trim().replace(/\s+/g, " ")
    wrong.textContent = words && [...words].length <= LONGEST ? "" : `1 to ${LONGEST} characters are expected, got ${[...words].length}.`
    if (!wrong.textContent) answer(words)
  })
}

/** What was written, as far as the teacher has let it be seen. @param {Element} root @param {any} question @param {any} mine */
function read(root, { read, why, typed }, mine) {
  if (mine) node("p", "", `You wrote: ${mine}`, root)
  const list = node("ul", "", undefined, root)
  for (const each of new Set(read)) {
    const many = read.filter((/** @type {string} */ one) => one === each).length
    node("li", "", many > 1 ? `${each} (${many})` : each, list)
  }
  if (!read.length) list.replaceWith("Nothing is shown yet.")
  reason(root, why, typed)
}

/** @param {Element} root @param {any} question @param {any} mine */
function result(root, { kind, choices, right, votes, guesses: total, why, typed }, mine) {
  const ordered = kind === "order"
  const list = node(ordered ? "ol" : "ul", "result", undefined, root)
  const shown = /** @type {number[]} */ (ordered ? right : [...choices.keys()])
  shown.forEach((at, place) => {
    const item = node("li", right.includes(at) ? "right" : "", undefined, list)
    const head = node("div", "head", undefined, item)
    const said = node("span", "", undefined, head)
    if (ordered) said.append(`${place + 1}. `)
    write(said, choices[at], typed)
    if (ordered) said.append(mine ? ` ← yours: position ${mine.indexOf(at) + 1}` : "")
    else said.append(`${right.includes(at) ? " ✓ right" : ""}${chose(mine, at) ? " ← your guess" : ""}`)
    node("span", "", `${votes[at]} of ${total}`, head)
    const bar = node("i", "", undefined, node("div", "bar", undefined, item))
    bar.style.width = `${total ? (100 * votes[at]) / total : 0}%`
  })
  if (ordered) node("p", "", "The right order; each bar is who put the item there.", root)
  const verdict = node("p", "verdict", undefined, root)
  if (right.length && mine !== undefined) {
    const whole = ordered ? right : [...right].sort((a, b) => a - b)
    const exact = Array.isArray(mine) ? String(mine) === String(whole) : right.includes(mine)
    node("strong", "", exact ? "You guessed right. " : kind === "several" ? "Other answers are right. " : "Another answer is right. ", verdict)
  }
  write(verdict, why, typed)
  if (!verdict.textContent) verdict.remove()
}
