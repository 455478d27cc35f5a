// Queue of map computations: at most two at once; all are stopped, resumed and restarted together.

/**
 * @typedef {{ method: string, settings: any, iteration: number, total: number, positions: Float32Array | null }} Job
 * @typedef {{ postMessage: (message: any) => void, terminate: () => void, onmessage: any, onerror: any }} Hand
 */

/**
 * @param {{ method: string, settings: any }[]} asked
 * @param {{ rows: Float32Array, count: number, width: number, of: Uint16Array }} points `of`: which row each point is
 * @param {() => Hand} hire starts a worker
 * @param {number} most workers at once
 * @param {{ moved: (job: Job, at: number) => void, ended: () => void, failed: (problem: string) => void }} tell
 */
export function runs(asked, points, hire, most, tell) {
  /** @type {Job[]} */
  let jobs = []
  /** @type {Map<number, Hand>} */
  const hands = new Map()
  let going = false

  const done = () => jobs.every((job) => job.iteration >= job.total)
  const fill = () => {
    jobs.forEach((job, at) => {
      if (!going || hands.size >= most || hands.has(at) || job.iteration >= job.total) return
      const hand = hire()
      hands.set(at, hand)
      hand.onmessage = (/** @type {{ data: any }} */ { data }) => {
        if (hands.get(at) !== hand) return
        Object.assign(job, data)
        if (job.iteration >= job.total) {
          hands.delete(at)
          hand.terminate()
        }
        tell.moved(job, at)
        if (done()) {
          going = false
          tell.ended()
        } else fill()
      }
      hand.onerror = () => {
        end()
        tell.failed("A map could not be drawn: the browser's worker stopped.")
      }
      hand.postMessage({ points, method: job.method, settings: job.settings, go: true })
    })
  }
  const end = () => {
    going = false
    hands.forEach((hand) => hand.terminate())
    hands.clear()
  }
  const start = () => {
    end()
    jobs = asked.map(({ method, settings }) => ({ method, settings, iteration: 0, total: 1, positions: null }))
    going = jobs.length > 0
    fill()
  }
  const stop = () => {
    going = false
    hands.forEach((hand) => hand.postMessage({ go: false }))
    tell.ended()
  }
  const resume = () => {
    going = !done()
    hands.forEach((hand) => hand.postMessage({ go: true }))
    fill()
  }
  return { start, stop, resume, end, done, going: () => going, jobs: () => jobs }
}
