// A student who looks around, or at the own answers, learns that the class is asked; until then the seat counts as present.

import { ask, Refused } from "../join/room_requests.js"
import { lastMembership, membershipOfTab } from "./seat_storage.js"

const PAUSE = 4000 // ms before the next try

/** Wait for a question that this seat has not answered. @param {() => void} told */
export async function untilAsked(told) {
  let known = ""
  for (;;) {
    const own = membershipOfTab()
    const { code, seat } = own.code ? own : lastMembership()
    if (!code || !seat) return
    try {
      const { stamp, screen, mine } = await ask("news", { code, seat, known })
      if (screen.question && !screen.question.revealed && mine === null) return told()
      known = stamp
    } catch (error) {
      if (error instanceof Refused && error.status < 429) return // the room has ended
      await new Promise((done) => setTimeout(done, PAUSE))
    }
  }
}
