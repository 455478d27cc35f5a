// Runs of maps, each in a worker of its own; all are stopped, resumed and restarted together.

/**
 * @typedef {{ postMessage: (message: any) => void, terminate: () => void, onmessage: any, onerror: any }} Hand
 * @typedef {{ settings: any, iteration: number, positions: Float32Array | null, hand: Hand }} Job
 */

/**
 * @param {{ method: string, settings: any }[]} asked `settings.total`: iterations
 * @param {{ rows: Float32Array, count: number, width: number, of: Uint16Array }} points `of`: which row each point is
 * @param {() => Hand} hire starts a worker
 * @param {{ moved: (job: Job, at: number) => void, ended: () => void, failed: (problem: string) => void }} tell
 */
export function runs(asked, points, hire, tell) {
  /** @type {Job[]} */
  let jobs = []
  let going = false

  const isDone = (/** @type {Job} */ { iteration, settings }) => iteration >= settings.total
  const done = () => jobs.every(isDone)
  const go = (/** @type {boolean} */ on) => {
    going = on && !done()
    for (const { hand } of jobs) hand.postMessage({ go: on })
  }
  const end = () => {
    going = false
    for (const { hand } of jobs) hand.terminate()
  }
  const start = () => {
    end()
    going = true
    jobs = asked.map(({ method, settings }, at) => {
      /** @type {Job} */
      const job = { settings, iteration: 0, positions: null, hand: hire() }
      job.hand.onmessage = (/** @type {{ data: any }} */ { data }) => {
        if (jobs[at] !== job) return // sent before its end
        Object.assign(job, data)
        tell.moved(job, at)
        if (isDone(job)) job.hand.terminate()
        if (!done()) return
        going = false
        tell.ended()
      }
      job.hand.onerror = () => {
        end()
        tell.failed("A map could not be drawn: the browser's worker stopped.")
      }
      job.hand.postMessage({ points, method, settings, go: true })
      return job
    })
  }
  const stop = () => (go(false), tell.ended())
  return { start, stop, resume: () => go(true), end, done, going: () => going, jobs: () => jobs }
}
