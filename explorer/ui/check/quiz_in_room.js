// A quiz that was opened from a room: how each question went is sent to the room, and nothing of the answer's text.

import { keep, kept } from "../frame/dom.js"
import { ask } from "../join/room_requests.js"
import { lastMembership, membershipOfTab } from "../room/seat_storage.js"

const KEPT = "explorer-room-quiz"
const ofTab = () => sessionStorage
const sent = new Set()

/** The quiz that this tab opens next is the class's. @param {string} code */
export const begin = (code) => keep(ofTab, KEPT, { code })

/**
 * Send the results of the class's quiz; the room counts the first of each question.
 * @param {string} name of the quiz @param {string[]} marks @param {Record<string, unknown>} replies "" for a shown answer
 */
export function send(name, marks, replies) {
  const quiz = kept(ofTab, KEPT)
  const own = membershipOfTab()
  const { code, seat } = own.code ? own : lastMembership()
  if (!seat || quiz.code !== code) return
  if (!quiz.name) keep(ofTab, KEPT, { code, name })
  if ((quiz.name ?? name) !== name) return
  marks.forEach((mark, index) => {
    const question = `k_quiz_${index + 1}`
    if (mark === "open" || sent.has(question)) return
    sent.add(question)
    const value = mark === "right" ? 0 : replies[index + 1] ? 1 : 2 // RESULTS of self_paced_quiz.py
    ask("answer", { code, seat, question, round: 1, value }).catch(() => sent.delete(question))
  })
}
