// What a browser keeps of lessons (localStorage), and nobody else: the draft that is being written, the screens added to
// it, the lesson that is being presented, and at which step. Other windows of this browser hear of a change at once
// ("storage" event): so the notes follow the projector, and the projector the notes.

import { keep, kept } from "../dom.js"

/** @typedef {{ title: string, href: string, question: string, asked: boolean, answers: [string, string, boolean][], say: string, minutes: number, optional?: boolean, number?: number[], point?: number[][] }} Step */
/** @typedef {{ title: string, aims?: string[], closing?: string, plan: string, present: boolean, back: string, steps: Step[] }} Shown */

export const DRAFT = "explorer-lesson-draft"
export const ADDED = "explorer-lesson-added"
export const SHOWN = "explorer-lesson-shown"
export const AT = "explorer-lesson-at"
export const GO = "explorer-lesson-go"

const storage = () => localStorage
/** @param {string} key @returns {any} {} where there is nothing */
export const read = (key) => kept(storage, key)
/** @param {string} key @param {any} value */
export const write = (key, value) => keep(storage, key, value)

/** @param {any} shown @returns {shown is Shown} */
export function isLesson(shown) {
  return Array.isArray(shown?.steps) && shown.steps.length > 0
}

/**
 * A step's screen in this app, however the app is mounted: with the step's number, in the room that one is in.
 * @param {Shown} shown
 * @param {number} number
 */
export function addressOf(shown, number) {
  const step = shown.steps[number - 1]
  if (!step || typeof step.href !== "string" || !step.href.startsWith("./")) return "./teach"
  const url = new URL(step.href, location.href)
  url.searchParams.set("lesson", String(number))
  if (shown.present) url.searchParams.set("present", "true")
  return inRoom(url)
}

/**
 * The page Teach with this lesson: one that came by a link is kept nowhere else. After large type it has large type too,
 * where answers and words are folded, since the class still sees the screen.
 * @param {Shown} shown
 */
export function planOf({ back, present }) {
  const url = new URL(typeof back === "string" && /^\.\/teach(\?|$)/.test(back) ? back : "./teach", location.href)
  if (present) url.searchParams.set("present", "true")
  return inRoom(url)
}

/** @param {URL} url */
function inRoom(url) {
  const room = new URL(location.href).searchParams.get("room")
  if (room) url.searchParams.set("room", room)
  return url.href
}

/**
 * A link whose address is worked out when it is used: a room may have been opened since it was drawn.
 * @param {any} link
 * @param {() => string} address
 */
export function leads(link, address) {
  link.href = address()
  for (const name of ["pointerdown", "keydown", "click"]) link.addEventListener(name, () => (link.href = address()))
}

/** @param {number} number */
export const minutes = (number) => `${number} minute${number === 1 ? "" : "s"}`
