// A question on the student screen: its text, the input, and the result after the reveal.

import { node } from "../frame/dom.js"
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
 * @param {any} result what the server says of it after the reveal; null before
 * @param {(value: any) => void} answer
 * @param {(question: any) => Promise<any>} fetchPicture in which a question is answered; undefined where it doesn't come
 */
export function draw(root, { question }, mine, result, answer, fetchPicture) {
  if (!question) {
    const lobby = node("section", "lobby", undefined, root)
    node("h1", "", "You are in.", lobby)
    node("p", "", "Look at the front.", lobby)
    return
  }
  const { round, revealed, closed, words, typed, kind } = question
  const without = round > 1 ? "You did not guess again. A guess from before the talk counts." : "Too late for this round. Wait for the next one."
  const late = mine === undefined ? without : "Your guess is in. Look at the front."
  const first = closed ? late : round > 1 ? "Talk to your neighbour, then guess again." : "Guess first."
  const guesses = kind !== "words"
  if (guesses || revealed) node("p", "first", revealed ? `The class has ${guesses ? "guessed" : "answered"}.` : first, root)
  const form = node(revealed ? "section" : "fieldset", "choices", undefined, root)
  if (!revealed) form.disabled = closed
  write(node(revealed ? "h1" : "legend", "", undefined, form), words, typed)
  const side = kind === "point" ? inPicture(form, question, mine, answer, fetchPicture) : form
  if (question.map) drawMap(form, question, mine)
  if (revealed) return told(side, question, result)
  /** @type {Record<string, Function>} */
  const ways = { order, words: written, number }
  if (side === form) (ways[kind] ?? choices)(form, question, mine, answer)
}

/** @param {Element} root @param {any} question @param {any} mine @param {(value: any) => void} answer */
function number(root, { low, high, whole, comma }, mine, answer) {
  const form = node("form", "", undefined, root)
  const range = `from ${said(low[0], comma)} to ${said(high[0], comma)}`
  const typed = (/** @type {number} */ value) => (comma ? String(value).replace(".", ",") : String(value))
  const show = sliders(form, [`Drag, ${range}`], low, high, (_, value, last) => {
    field.value = typed(value)
    show([value])
    if (last) answer([value])
  }, comma)
  show(mine)
  if (whole) for (const slider of form.querySelectorAll("input")) slider.step = "1"
  const label = node("label", "", undefined, form)
  node("p", "", "Or type your number", label)
  // The decimal keypad of some phones has no minus.
  const inputmode = low[0] < 0 ? "text" : "decimal"
  const field = node("input", "number", undefined, label, { inputmode, autocomplete: "off", maxlength: "20" })
  if (mine) field.value = typed(mine[0])
  const wrong = node("p", "", "", form, { role: "alert" })
  node("button", "main", "Give this answer", form)
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault()
    const found = readings(field.value)
    const fits = found.filter((value) => value >= low[0] && value <= high[0] && (!whole || Number.isInteger(value)))
    wrong.textContent = fits.length ? "" : `Type a ${whole ? "whole " : ""}number ${range}.`
    if (fits.length !== 1) document.querySelector("#said")?.replaceChildren() // it is about an answer before this one
    if (fits.length === 2) {
      wrong.textContent = `“${field.value.trim()}” can be two numbers. Which one?`
      fits.forEach((value) => {
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

/**
 * What the class answered, as the server has drawn it, what is right, and why.
 * @param {Element} root @param {any} question @param {{ html: string, says: string } | null} result
 */
function told(root, { why, typed, choices }, result) {
  root.insertAdjacentHTML("beforeend", result?.html ?? "")
  if (!choices.length) node("p", "lines", result?.says, root)
  const verdict = node("p", "verdict", undefined, root)
  if (result?.says && choices.length) node("strong", "", `${result.says} `, verdict)
  write(verdict, why ?? "", typed)
  if (!verdict.textContent) verdict.remove()
}

/** @param {Element} form @param {any} question @param {any} mine @param {(value: any) => void} answer */
function choices(form, { key, round, choices, typed }, mine, answer) {
  choices.forEach((/** @type {string} */ words, /** @type {number} */ at) => {
    const label = node("label", "choice", undefined, form)
    const input = node("input", "", undefined, label, { type: "radio", name: `${key} ${round}`, value: String(at) })
    input.checked = at === mine
    input.addEventListener("change", () => answer(at))
    write(node("span", "", undefined, label), words, typed)
  })
}

/** The order that this phone begins with, by question: its own, since one for all would stand near the right one for all. @type {Map<string, number[]>} */
const begun = new Map()

/**
 * Items to put in order, each with a button up and one down: by finger, by keyboard, and told to a screen reader.
 * @param {Element} root @param {any} question @param {number[] | undefined} mine @param {(value: any) => void} answer
 */
function order(root, { key, choices, ends, typed }, mine, answer) {
  const shuffled = choices.map((/** @type {string} */ _, /** @type {number} */ at) => [Math.random(), at]).sort((/** @type {number[]} */ a, /** @type {number[]} */ b) => a[0] - b[0])
  if (!begun.has(key)) begun.set(key, shuffled.map((/** @type {number[]} */ [, at]) => at))
  const places = [...(mine ?? begun.get(key) ?? [])]
  node("p", "", `At the top: ${ends[0]}. At the bottom: ${ends[1]}. Move them.`, root)
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
          give.disabled = false
          drawItems()
          told.textContent = `${choices[at]}: position ${place + by + 1} of ${places.length}`
          const buttons = [...list.children[place + by].querySelectorAll("button")]
          ;(buttons.find((each, index) => !each.disabled && (index ? 1 : -1) === by) ?? buttons.find((each) => !each.disabled))?.focus()
        })
      }
    })
  }
  drawItems()
  const give = node("button", "main", "Give this answer", root, { type: "button" })
  give.disabled = !mine // nobody has chosen the order that it begins with
  give.addEventListener("click", () => answer([...places]))
}

/** @param {Element} root @param {any} question @param {any} mine @param {(value: any) => void} answer */
function written(root, question, mine, answer) {
  const form = node("form", "", undefined, root)
  const label = node("label", "", undefined, form)
  node("p", "", question.map ? "Your sentence" : "Your answer, in a few words", label)
  const field = node("textarea", "number", undefined, label, { autocomplete: "off", rows: "2" })
  if (mine) field.value = mine
  node("p", "", `At most ${LONGEST} characters. Your teacher reads it before the class sees it.`, form)
  const wrong = node("p", "", "", form, { role: "alert" })
  node("button", "main", "Give this answer", form)
  field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" || event.isComposing) return
    event.preventDefault()
    form.requestSubmit()
  })
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault()
    const words = field.value.trim().replace(/\s+/g, " ")
    const many = [...words].length
    wrong.textContent = many > LONGEST ? `These are ${many} characters.` : many ? "" : "Write your answer first."
    if (!wrong.textContent) answer(words)
  })
}
