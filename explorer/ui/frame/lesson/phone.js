// The teacher's phone: once it has been asked for in the window of the notes, the room is told the notes of each step.

import { ask } from "../../join/api.js"
import { lastMembership } from "../../room/seat_storage.js"
import { planned } from "./clock.js"
import { read } from "./store.js"

export const PHONE = "explorer-lesson-phone"

/** @param {import("./store.js").Shown} shown @param {number} step @param {number} began */
export function tellPhone(shown, step, began) {
  const { code, secret } = lastMembership()
  if (!secret || read(PHONE).code !== code) return
  const { title, say } = shown.steps[step - 1]
  const next = shown.steps[step]?.title ?? ""
  const notes = { title, say, at: step, of: shown.steps.length, next, began, planned: planned(shown, step) }
  void ask("notes", { code, secret, notes }).catch(() => {}) // the phone then shows those of the step before
}
