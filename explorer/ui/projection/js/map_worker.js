// The worker: a map is drawn in a thread of the visitor's own browser, and the page hears of it 20 times a second at most.

import { tsne } from "./tsne.js"
import { umap } from "./umap.js"

const BETWEEN = 50 // milliseconds of work between two messages, so that "stop" is heard
const METHODS = { tsne, umap }

/** @type {any} The worker's own global. */
const here = self
/** @type {import("./initial_positions.js").Run | undefined} */
let run
/** @type {Uint16Array} which of the rows each point is: equal ones are drawn once, on one spot */
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
