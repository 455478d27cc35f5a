// Clock of a lesson: elapsed time compared with its plan.

/**
 * Planned start and end of a step, in minutes from the lesson's start; all join during the first one.
 * @param {{ steps: { minutes: number }[], joining?: number }} lesson @param {number} step from 1
 * @returns {[number, number]}
 */
export function planned({ steps, joining = 0 }, step) {
  const before = steps.slice(0, step - 1).reduce((sum, each) => sum + each.minutes, joining)
  return [step > 1 ? before : 0, before + (steps[step - 1]?.minutes ?? 0)]
}

/**
 * Elapsed time and difference from the plan: behind after the step's planned end, ahead before its start.
 * @param {number} ms since the start @param {number} from @param {number} to planned start and end of the step
 */
export function time(ms, from, to) {
  const seconds = Math.max(0, Math.round(ms / 1000))
  const off = Math.max(seconds - 60 * to, 0) || Math.min(seconds - 60 * from, 0)
  const least = Math.round(Math.abs(off) / 60)
  const pace = least ? `${least} minute${least === 1 ? "" : "s"} ${off > 0 ? "behind" : "ahead of"} the plan` : "as planned"
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} since the start, ${pace}`
}
