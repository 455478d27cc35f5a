// The teacher's phone: once requested in the notes' window, the notes of each step are sent to the room.

import { ask } from "../../join/room_requests.js"
import { lastMembership } from "../../room/seat_storage.js"
import { planned } from "./lesson_clock.js"
import { AT, isLesson, read, SHOWN, write } from "./lesson_in_browser_storage.js"

const LONGEST = 50_000 // characters of a lesson that the room takes (http_routes.py); a longer one cannot move to another device
export const PHONE = "explorer-lesson-phone"

/** @param {import("./lesson_in_browser_storage.js").Shown} shown @param {number} step @param {number} began */
export function tellPhone(shown, step, began) {
  const { code, secret } = lastMembership()
  if (!secret || read(PHONE).code !== code) return
  const notes = { ...notesOf(shown, step, began), plan: shown.plan.length > LONGEST ? "" : shown.plan }
  void ask("notes", { code, secret, notes }).catch(() => {}) // on an error the phone keeps the previous notes
}

/** What a teacher reads at a step. @param {import("./lesson_in_browser_storage.js").Shown} shown @param {number} step @param {number} began */
export function notesOf(shown, step, began) {
  const { say, question, answers, number } = shown.steps[step - 1]
  return { say, question, answers, number, at: step, titles: shown.steps.map(({ title }) => title), began, planned: planned(shown, step) }
}

/** From now on, also those of the step in sight. @param {string} code of the room */
export function showNotesOnPhone(code) {
  const [shown, at] = [read(SHOWN), read(AT)]
  write(PHONE, { code })
  if (isLesson(shown) && at.plan === shown.plan) tellPhone(shown, at.step, at.began)
}
