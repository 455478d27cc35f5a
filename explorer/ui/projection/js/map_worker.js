// Web worker that computes a map; sends at most 20 messages per second.

import { mapSteps } from "./map_steps.js"

const BETWEEN = 50 // milliseconds of work between messages, so that "stop" is received

/** @type {any} The worker's own global. */
const here = self
/** @type {ReturnType<typeof mapSteps> | undefined} */
let map
let [iteration, total] = [0, 0]
/** @type {Uint16Array} index of each point's distinct row; equal rows are one point */
let of = new Uint16Array()
let going = false
let waiting = false

function work() {
  waiting = false
  if (!map || !going) return
  const until = performance.now() + BETWEEN
  for (; iteration < total && performance.now() < until; iteration += 1) map.step()
  const distinct = map.positions()
  const positions = Float32Array.from({ length: 2 * of.length }, (_, at) => distinct[2 * of[at >> 1] + (at & 1)])
  here.postMessage({ iteration, positions }, [positions.buffer])
  going = iteration < total
  next()
}

function next() {
  if (!map || !going || waiting) return
  waiting = true
  setTimeout(work, 0)
}

/** @param {any} job @returns {Promise<void>} */
async function begin({ points, method, settings }) {
  const druid = await import(new URL(settings.library, import.meta.url).href)
  map = mapSteps(druid, method, points, settings)
  of = points.of
  total = settings.total
  next()
}

here.onmessage = (/** @type {MessageEvent} */ { data }) => {
  going = data.go
  if (data.points) begin(data).catch(reportError)
  else next()
}
