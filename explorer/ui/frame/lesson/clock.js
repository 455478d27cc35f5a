// How far a lesson has come, against its plan.

/**
 * When a step begins and ends by the plan, in minutes from the start.
 * @param {{ steps: { minutes: number }[] }} lesson @param {number} step from 1
 * @returns {[number, number]}
 */
export function planned({ steps }, step) {
  const before = steps.slice(0, step - 1).reduce((sum, each) => sum + each.minutes, 0)
  return [before, before + (steps[step - 1]?.minutes ?? 0)]
}

/**
 * The time since the start, and how far it is from the plan: behind once the step's time is over, ahead before it begins.
 * @param {number} ms since the start @param {number} from @param {number} to when the step begins and ends by the plan
 */
export function time(ms, from, to) {
  const seconds = Math.max(0, Math.round(ms / 1000))
  const off = Math.max(seconds - 60 * to, 0) || Math.min(seconds - 60 * from, 0)
  const least = Math.round(Math.abs(off) / 60)
  const pace = least ? `${least} minute${least === 1 ? "" : "s"} ${off > 0 ? "behind" : "ahead of"} the plan` : "as planned"
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} since the start, ${pace}`
}
