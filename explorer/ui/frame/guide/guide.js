// Progress line of the guided path: chapter, step, Back and Next (keys too), the list of steps, and the exit. Progress
// is stored in this browser only (localStorage); path_link.js reads it.

import { anew, isStill, keep, kept, node, received } from "../dom.js"
import { turns } from "../step_navigation_keys.js"
import { carriedOver } from "./carry_over_progress.js"

const KEPT = "explorer-guide"
const PRESSES = ["pointerdown", "pointerup", "pointercancel"]

const storage = () => localStorage

// URL of a page of this app, relative, so that it works below any base path.
/** @param {unknown} address @returns {string} */
const here = (address) => (typeof address === "string" && address.startsWith("./") ? address : "./")

/** @type {("answered" | "did")[]} */
const MARKS = ["answered", "did"]

// Progress is stored by the step's title, since its number changes when a step is inserted before it.
/** @param {any} data @returns {string} */
const titleOf = (data) => data.steps.find((/** @type {any} */ each) => each.at === data.at).title

/** @param {any} data */
const finished = (data) => data.answered && data.did

/**
 * Whether the first guess at each step was right, by the step's title: what was guessed first stays.
 * @param {any} before progress as stored; of steps answered in an earlier version the first guess is not known
 * @param {string} title
 * @param {string} guess "right", "wrong" or "" for none so far
 * @returns {Record<string, boolean>}
 */
export function firstGuesses(before, title, guess) {
  const known = before.first ?? {}
  if (!guess || title in known || (before.answered ?? before.done ?? []).includes(title)) return known
  return { ...known, [title]: guess === "right" }
}

const MOST_TEXTS = 6

/**
 * The visitor's own sentences, each once, the newest last; the path's last page offers them (chapter_summaries.js).
 * @param {string[]} texts @param {string} own @returns {string[]}
 */
export const ownTexts = (texts, own) =>
  own && !texts.includes(own) ? [...texts.filter((text) => !own.startsWith(text)), own].slice(-MOST_TEXTS) : texts

// Each link of the path opens a new session, which gets the step's stored state from this browser.
/** @param {{ answered: Set<string>, did: Set<string> }} marks @param {any} data @param {(name: string, value: string) => void} tell */
function recall(marks, data, tell) {
  const found = MARKS.filter((mark) => marks[mark].has(titleOf(data)) && !data[mark])
  if (found.length) tell("kept", found.join(" "))
}

/** @param {Element} root @param {any} data @param {string[]} done */
function drawSteps(root, data, done) {
  const list = node("details", "steps", undefined, root)
  const summary = node("summary", "", data.step, list)
  node("span", "wide", " · all steps", summary)
  const chapters = node("ol", "", undefined, list)
  /** @type {HTMLElement[]} */
  const lists = data.chapters.map((/** @type {string} */ name, /** @type {number} */ number) => {
    const chapter = node("li", "", undefined, chapters)
    node("span", "name", `${number + 1} ${name}`, chapter)
    return node("ol", "", undefined, chapter)
  })
  for (const step of data.steps) {
    const item = node("li", "", undefined, lists[parseInt(step.at, 10) - 1])
    const mark = done.includes(step.title) ? "✓ " : ""
    const link = node("a", "", `${mark}${step.at} ${step.title}`, item, { href: here(step.href) })
    if (step.at === data.at) link.setAttribute("aria-current", "step")
  }
}

/** @param {any} root @param {any} data */
function draw(root, data) {
  const open = root.querySelector("details")?.open ?? false
  root.replaceChildren()
  const { done = [] } = carriedOver(kept(storage, KEPT), data.steps)
  const top = node("div", "top", undefined, root)
  node("span", "chapter", data.chapter, top)
  const leave = node("a", "leave", "", top, { href: here(data.leave) })
  if (!data.fromEnd) node("span", "wide", "Open this in ", leave)
  leave.append(data.fromEnd ? "← Last page" : "Explore")
  const bar = node("div", "bar", undefined, root, { "aria-hidden": "true" })
  for (const step of data.steps) {
    const state = step.at === data.at ? "now" : done.includes(step.title) ? "done" : ""
    const first = step.at.endsWith("a") ? " first" : ""
    node("span", `${state}${first}`, undefined, bar)
  }
  drawSteps(root, data, done)
  root.querySelector("details")?.toggleAttribute("open", open)
  const row = node("nav", "row", undefined, root, { "aria-label": "Steps of the path" })
  if (data.back) node("a", "button", "← Back", row, { href: here(data.back), "data-go": "back" })
  const next = node("a", `button next${finished(data) ? " ready" : ""}`, "", row, { "data-go": "next" })
  nameNext(root, data)
  next.addEventListener("click", (/** @type {Event} */ event) => {
    if (!endLeft(root, data)) return
    event.preventDefault()
    root.ended = data.at
    nameNext(root, data)
    document.getElementById(data.ending)?.scrollIntoView({ block: "start", behavior: isStill() ? "auto" : "smooth" })
  })
  for (const link of /** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll("[data-go]")))
    link.addEventListener("click", (event) => event.defaultPrevented || going(link))
}

// At a chapter's end the riddle's answer stands far below: "Next" leads there first. Only a press changes it: a button
// that gets another meaning by itself is pressed for its former one.
/** @param {any} root @param {any} data */
const endLeft = (root, data) => Boolean(data.ending) && root.ended !== data.at

/** @param {any} root @param {any} data */
function nameNext(root, data) {
  const link = root.querySelector("[data-go=next]")
  const left = endLeft(root, data)
  link.textContent = left ? "Chapter’s end ↓" : "Next →"
  link.href = left ? `#${data.ending}` : here(data.next)
}

// Feedback on the button, since a slow server leaves the old step on the screen for a while.
/** @param {HTMLElement} link */
function going(link) {
  link.classList.add("going")
  addEventListener("pageshow", () => link.classList.remove("going"), { once: true })
}

// Feedback on an answer or a task, what is left to do, and the link to the next step, are scrolled into view: down to the
// last of them, then up if the first new one is cut off. The picture stays in sight beside or above them (style.py).
const SAID = ".st-key-guide_strip :is(.stAlert, .st-key-guide_told, .st-key-guide_left, .guide-onwards)"

/** @param {any} root */
function bringSaid(root) {
  const all = [...document.querySelectorAll(SAID)]
  const fresh = all.filter((each) => !root.said?.includes(each.textContent))
  root.said = all.map((each) => each.textContent)
  if (!fresh.length || !navigator.userActivation.hasBeenActive) return
  const top = fresh[0].getBoundingClientRect().top
  // What stands below the first new one counts as well: a text that comes later pushes it down.
  const last = all.slice(all.indexOf(fresh[0])).findLast((each) => each.getBoundingClientRect().bottom - top < 0.55 * innerHeight)
  for (const each of [last, fresh[0]]) each?.scrollIntoView({ block: "nearest" })
}

// While a slider is held, the page stays: a scroll would move it away under the finger.
/** @param {any} root @returns {() => void} ends it */
function watchMargin(root) {
  const margin = document.querySelector(".st-key-guide_strip")
  let held = false
  const bring = () => held || bringSaid(root)
  const press = (/** @type {Event} */ { type }) => {
    held = type === "pointerdown"
    bring()
  }
  const words = new MutationObserver(bring)
  if (margin) words.observe(margin, { childList: true, subtree: true })
  for (const type of PRESSES) addEventListener(type, press, true)
  return () => {
    words.disconnect()
    for (const type of PRESSES) removeEventListener(type, press, true)
  }
}

/** @param {any} component */
export default function (component) {
  const { parentElement, setTriggerValue } = component
  const data = received(component.data)
  const root = parentElement.querySelector(".guide") ?? node("div", "guide", undefined, parentElement)
  if (!data) return
  const step = data.steps.find((/** @type {any} */ each) => each.at === data.at)
  const before = carriedOver(kept(storage, KEPT), data.steps)
  const done = new Set(before.done ?? [])
  const marks = { answered: new Set(before.answered ?? before.done ?? []), did: new Set(before.did ?? before.done ?? []) }
  if (root.told !== data.at && data.alone && !data.fresh) recall(marks, data, setTriggerValue)
  if (root.told !== data.at && done.has(titleOf(data)) && !data.fresh) root.ended = data.at // the riddle's answer is known
  root.told = data.at
  for (const mark of MARKS) if (data[mark]) marks[mark].add(titleOf(data))
  if (finished(data)) done.add(titleOf(data))
  // The sidebar's link then leads to the page after the last step, also for who looks at a step once more.
  const walked = data.steps.every((/** @type {any} */ each) => done.has(each.title))
  const end = data.last && finished(data) ? data.next : walked ? before.end || "./?guide=end" : ""
  const first = firstGuesses(before, titleOf(data), data.first)
  const texts = data.fresh ? before.texts : ownTexts(before.texts ?? [], data.own)
  const progress = { first, texts, done: [...done], answered: [...marks.answered], did: [...marks.did] }
  keep(storage, KEPT, { at: data.at, title: titleOf(data), href: step.href, ...progress, end })
  const drawing = JSON.stringify(data)
  if (root.drawing !== drawing) {
    root.drawing = drawing
    draw(root, data)
  }
  const press = (/** @type {KeyboardEvent} */ event) => {
    // Page keys are a remote's; without a projector they scroll what is longer than the window.
    const by = data.present || !event.key.startsWith("Page") ? turns(event) : 0
    const link = by && root.querySelector(`[data-go=${by > 0 ? "next" : "back"}]`)
    if (!link) return
    event.preventDefault()
    link.click()
  }
  return anew(root, () => {
    document.addEventListener("keydown", press)
    const end = watchMargin(root)
    return () => {
      document.removeEventListener("keydown", press)
      end()
    }
  })
}
