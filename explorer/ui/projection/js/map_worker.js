// Web worker that computes a map; sends at most 20 messages per second.

import { tsne } from "./tsne.js"
import { umap } from "./umap.js"

const BETWEEN = 50 // milliseconds of work between messages, so that "stop" is received
const METHODS = { tsne, umap }

/** @type {any} The worker's own global. */
const here = self
/** @type {import("./initial_positions.js").Run | undefined} */
let run
/** @type {Uint16Array} index of each point's distinct row; equal rows are one point */
let of = new Uint16Array()
let going = false
let waiting = false

function work() {
  waiting = false
  if (!run || !going) return
  const until = performance.now() + BETWEEN
  while (run.iteration < run.total && performance.now() < until) run.step()
  const { positions: distinct } = run
  const positions = Float32Array.from({ length: 2 * of.length }, (_, at) => distinct[2 * of[at >> 1] + (at & 1)])
  const { iteration, total } = run
  here.postMessage({ iteration, total, positions }, [positions.buffer])
  going = iteration < total
  next()
}

function next() {
  if (!going || waiting) return
  waiting = true
  setTimeout(work, 0)
}

here.onmessage = (/** @type {MessageEvent} */ { data }) => {
  if (data.points) of = data.points.of
  if (data.points) run = METHODS[/** @type {"tsne" | "umap"} */ (data.method)](data.points, data.settings)
  going = data.go
  next()
}
