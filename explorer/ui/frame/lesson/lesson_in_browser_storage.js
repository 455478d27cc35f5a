// Lessons in this browser's storage (localStorage) only: the own ones, the screens added to them, the presented lesson and its
// step. Other windows get each change by the "storage" event, so the notes follow the projector and vice versa.

import { keep, kept } from "../dom.js"
import { lastMembership } from "../../room/seat_storage.js"

/** @typedef {{ title: string, href: string, question: string, answers: [string, string, boolean][], say: string, minutes: number, optional?: boolean, number?: number[], point?: number[][] }} Step */
/** @typedef {{ title: string, aims?: string[], joining?: number, plan: string, back: string, steps: Step[] }} Shown */

export const LESSONS = "explorer-lessons"
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
 * Link to a step's screen below the app's base URL, with the step's number and the current room; after the last step, to
 * the plan.
 * @param {Shown} shown
 * @param {number} number
 */
export function addressOf(shown, number) {
  const step = shown.steps[number - 1]
  const href = step ? step.href : /^\.\/teach(\?|$)/.test(shown.back) ? shown.back : "./teach"
  if (typeof href !== "string" || !href.startsWith("./")) return "./teach"
  const url = new URL(href, location.href)
  if (step) url.searchParams.set("present", "true")
  if (step) url.searchParams.set("lesson", String(number))
  return inRoom(url)
}

/** Time in milliseconds after which a lesson is over: that of a room. */
const LONGEST = 4 * 3600_000

/**
 * Step at which the lesson of this browser stands, also after its tab was closed; undefined before it and after it.
 * @param {Shown} shown @returns {number | undefined}
 */
export function stepNow(shown) {
  const at = read(AT)
  return isLesson(shown) && at.plan === shown.plan && !at.over && Date.now() - at.began < LONGEST ? at.step : undefined
}

/** Link to that step, in the room of the closed tab. @param {Shown} shown @param {number} step */
export function addressBack(shown, step) {
  const url = new URL(addressOf(shown, step))
  const { code, secret } = lastMembership()
  if (code && secret && !url.searchParams.has("room")) url.searchParams.set("room", code)
  return url.href
}

/** @param {URL} url */
function inRoom(url) {
  const room = new URL(location.href).searchParams.get("room")
  if (room) url.searchParams.set("room", room)
  return url.href
}

/**
 * Link whose URL is computed when it is used, since a room may have been opened after it was drawn.
 * @param {any} link
 * @param {() => string} address
 */
export function leads(link, address) {
  link.href = address()
  for (const name of ["pointerdown", "keydown", "click"]) link.addEventListener(name, () => (link.href = address()))
}

/** @param {number} number */
export const minutes = (number) => `${number} minute${number === 1 ? "" : "s"}`
