// UMAP: a graph of nearest neighbours, laid out by stochastic gradient descent with attraction along edges and repulsion of
// random points. Source: McInnes, Healy and Melville 2018, "UMAP"; constants and order of
// steps as in umap-learn, with exact instead of approximate neighbours.

import { nearest } from "./nearest_points.js"
import { chance } from "./seeded_random.js"
import { begin } from "./initial_positions.js"

export const TOTAL = 500
// Parameters of the curve 1 / (1 + a·d^2b) for min_dist = .1, spread = 1; fitted again in
// tests/ui/projection/comparing/test_browser_maps.py.
export const A = 1.5769434603113077
export const B = 0.8950608779109733
const TRIES = 64
const CLOSE = 1e-5
const LEAST = 1e-3 // minimum bandwidth, as a share of the mean distance
const NEGATIVES = 5
const BOX = 10

/**
 * Edges of the graph in both directions, with weights from 0 to 1.
 * @param {import("./initial_positions.js").Points} points
 * @param {number} neighbours of each point, including itself, as in umap-learn
 * @returns {{ from: Int32Array, to: Int32Array, weight: Float64Array }}
 */
export function graph({ rows, count, width }, neighbours) {
  const k = Math.min(neighbours, count) - 1
  const { ids, squares } = nearest(rows, count, width, k)
  const far = squares.map(Math.sqrt)
  const target = Math.log(k + 1) / Math.log(2)
  const mean = far.reduce((sum, each) => sum + each, 0) / (count * (k + 1))
  /** @type {Map<number, number>[]} */
  const strength = Array.from({ length: count }, () => new Map())
  for (let i = 0; i < count; i += 1) {
    const own = far.subarray(i * k, (i + 1) * k)
    const first = own.find((each) => each > 0) ?? 0
    const reach = Math.max(scale(own, first, target), LEAST * (first > 0 ? (own.reduce((a, b) => a + b, 0)) / (k + 1) : mean))
    for (let slot = 0; slot < k; slot += 1) {
      const beyond = own[slot] - first
      strength[i].set(ids[i * k + slot], beyond <= 0 || reach === 0 ? 1 : Math.exp(-beyond / reach))
    }
  }
  /** @type {[number, number, number][]} */
  const edges = []
  for (let i = 0; i < count; i += 1) {
    for (const [j, there] of strength[i]) {
      const back = strength[j].get(i)
      const both = back === undefined ? there : there + back - there * back
      edges.push([i, j, both])
      if (back === undefined) edges.push([j, i, both])
    }
  }
  edges.sort((one, two) => one[0] - two[0] || one[1] - two[1])
  return {
    from: Int32Array.from(edges, (edge) => edge[0]),
    to: Int32Array.from(edges, (edge) => edge[1]),
    weight: Float64Array.from(edges, (edge) => edge[2]),
  }
}

/**
 * Bandwidth of a point, with which its weights sum to log2(neighbours).
 * @param {Float64Array} own distances @param {number} first the nearest @param {number} target
 */
function scale(own, first, target) {
  let [low, high, middle] = [0, Infinity, 1]
  for (let tries = 0; tries < TRIES; tries += 1) {
    let sum = 0
    for (const each of own) sum += each > first ? Math.exp(-(each - first) / middle) : 1
    if (Math.abs(sum - target) < CLOSE) break
    if (sum > target) high = middle
    else low = middle
    middle = high === Infinity ? middle * 2 : (low + high) / 2
  }
  return middle
}

/** @param {number} value */
const clipped = (value) => (value > 4 ? 4 : value < -4 ? -4 : value)

/**
 * A run; `step()` makes one epoch over the edges.
 * @param {import("./initial_positions.js").Points} points
 * @param {import("./initial_positions.js").Settings} settings `neighbours` of each point
 * @returns {import("./initial_positions.js").Run}
 */
export function umap(points, settings) {
  const { count } = points
  const draw = chance(settings.seed)
  const { from, to, weight } = graph(points, settings.neighbours)
  const y = begin(points, settings, draw.uniform)
  boxed(y, draw, settings.start === "random")
  const largest = weight.reduce((most, each) => Math.max(most, each), 0)
  const every = weight.map((each) => (each < largest / TOTAL ? Infinity : largest / each)) // epochs between two updates of an edge
  const next = every.slice()
  const nextPush = every.map((each) => each / NEGATIVES)
  const step = () => {
    const pass = run.iteration
    const rate = 1 - pass / TOTAL
    for (let at = 0; at < from.length; at += 1) {
      if (next[at] > pass) continue
      const i = 2 * from[at]
      const j = 2 * to[at]
      let dx = y[i] - y[j]
      let dy = y[i + 1] - y[j + 1]
      let square = dx * dx + dy * dy
      if (square > 0) {
        const power = Math.exp(B * Math.log(square))
        const slope = (-2 * A * B * power) / square / (A * power + 1)
        const across = clipped(slope * dx) * rate
        const up = clipped(slope * dy) * rate
        y[i] += across
        y[i + 1] += up
        y[j] -= across
        y[j + 1] -= up
      }
      next[at] += every[at]
      const pushes = Math.trunc(((pass - nextPush[at]) * NEGATIVES) / every[at])
      for (let turn = 0; turn < pushes; turn += 1) {
        const other = 2 * (draw.word() % count)
        if (other === i) continue
        dx = y[i] - y[other]
        dy = y[i + 1] - y[other + 1]
        square = dx * dx + dy * dy
        if (square === 0) continue
        const slope = (2 * B) / ((0.001 + square) * (A * Math.exp(B * Math.log(square)) + 1))
        y[i] += clipped(slope * dx) * rate
        y[i + 1] += clipped(slope * dy) * rate
      }
      nextPush[at] += (pushes * every[at]) / NEGATIVES
    }
    run.iteration += 1
  }
  const run = { positions: y, step, iteration: 0, total: TOTAL }
  return run
}

/**
 * Scale each axis of an initialization to 0 … 10, with noise that separates equal points.
 * @param {Float64Array} y @param {{ normal: () => number }} draw @param {boolean} random
 */
function boxed(y, draw, random) {
  for (const axis of [0, 1]) {
    let [low, high] = [Infinity, -Infinity]
    for (let i = axis; i < y.length; i += 2) {
      if (!random) y[i] += 1e-4 * draw.normal()
      low = Math.min(low, y[i])
      high = Math.max(high, y[i])
    }
    for (let i = axis; i < y.length; i += 2) y[i] = (BOX * (y[i] - low)) / (high - low || 1)
  }
}
