// t-SNE: attraction between neighbours, repulsion between all points.
// Source: van der Maaten and Hinton 2008, "Visualizing Data using t-SNE"; steps, gains and exaggeration as in scikit-learn.
// Repulsion is exact (no Barnes–Hut), which limits the number of points: a step costs count² / 2 pairs.

import { nearest } from "./nearest_points.js"
import { chance } from "./seeded_random.js"
import { begin } from "./initial_positions.js"

export const TOTAL = 1000
const EARLY = 250 // steps with early exaggeration
const EXAGGERATION = 12
const TRIES = 100
const CLOSE = 1e-5
const SPREAD = 1e-4 // of the initialization

/**
 * Conditional probabilities of a point's neighbours, whose entropy is log(perplexity).
 * @param {Float64Array} squares (k) squared distances, nearest first
 * @param {number} perplexity
 * @returns {Float64Array} (k)
 */
export function shares(squares, perplexity) {
  const found = new Float64Array(squares.length)
  const target = Math.log(perplexity)
  let [low, high, beta] = [-Infinity, Infinity, 1]
  for (let tries = 0; tries < TRIES; tries += 1) {
    let sum = 0
    let mean = 0
    for (let i = 0; i < squares.length; i += 1) {
      const weight = Math.exp(-beta * (squares[i] - squares[0]))
      found[i] = weight
      sum += weight
      mean += weight * (squares[i] - squares[0])
    }
    const gap = Math.log(sum) + (beta * mean) / sum - target
    for (let i = 0; i < squares.length; i += 1) found[i] /= sum
    if (Math.abs(gap) <= CLOSE) break
    if (gap > 0) low = beta
    else high = beta
    beta = high === Infinity ? beta * 2 : low === -Infinity ? beta / 2 : (low + high) / 2
  }
  return found
}

/**
 * Symmetrized probabilities as edges in both directions; the weights sum to 1.
 * @param {import("./initial_positions.js").Points} points
 * @param {number} perplexity
 * @returns {{ from: Int32Array, to: Int32Array, weight: Float64Array }}
 */
export function pulls({ rows, count, width }, perplexity) {
  const k = Math.min(count - 1, Math.trunc(3 * perplexity + 1))
  const { ids, squares } = nearest(rows, count, width, k)
  /** @type {Map<number, number>[]} */
  const linked = Array.from({ length: count }, () => new Map())
  for (let i = 0; i < count; i += 1) {
    const weights = shares(squares.subarray(i * k, (i + 1) * k), perplexity)
    for (let slot = 0; slot < k; slot += 1) {
      const j = ids[i * k + slot]
      const half = weights[slot] / (2 * count)
      linked[i].set(j, (linked[i].get(j) ?? 0) + half)
      linked[j].set(i, (linked[j].get(i) ?? 0) + half)
    }
  }
  const size = linked.reduce((sum, map) => sum + map.size, 0)
  const [from, to, weight] = [new Int32Array(size), new Int32Array(size), new Float64Array(size)]
  let at = 0
  linked.forEach((map, i) => {
    for (const [j, each] of map) {
      from[at] = i
      to[at] = j
      weight[at] = each
      at += 1
    }
  })
  return { from, to, weight }
}

/**
 * A run; `step()` makes one iteration.
 * @param {import("./initial_positions.js").Points} points
 * @param {import("./initial_positions.js").Settings} settings `neighbours` is the perplexity
 * @returns {import("./initial_positions.js").Run}
 */
export function tsne(points, settings) {
  const { count } = points
  const edges = pulls(points, settings.neighbours)
  const y = begin(points, settings, chance(settings.seed).normal)
  shrink(y, settings.start === "random" ? 1 : deviation(y))
  const [push, change, gain] = [new Float64Array(2 * count), new Float64Array(2 * count), new Float64Array(2 * count).fill(1)]
  const pull = new Float64Array(2 * count)
  const rate = Math.max(count / EXAGGERATION / 4, 50)
  const step = () => {
    const early = run.iteration < EARLY
    const [strength, momentum] = early ? [EXAGGERATION, 0.5] : [1, 0.8]
    const sum = pushes(y, push)
    attract(y, edges, pull)
    for (let at = 0; at < y.length; at += 1) {
      const slope = 4 * (strength * pull[at] - push[at] / sum)
      gain[at] = Math.max(change[at] * slope < 0 ? gain[at] + 0.2 : gain[at] * 0.8, 0.01)
      change[at] = momentum * change[at] - rate * gain[at] * slope
      y[at] += change[at]
    }
    run.iteration += 1
  }
  const run = { positions: y, step, iteration: 0, total: TOTAL }
  return run
}

/**
 * Attractive forces along the edges, written to `pull`.
 * @param {Float64Array} y
 * @param {{ from: Int32Array, to: Int32Array, weight: Float64Array }} edges
 * @param {Float64Array} pull
 */
function attract(y, { from, to, weight }, pull) {
  pull.fill(0)
  for (let at = 0; at < from.length; at += 1) {
    const i = 2 * from[at]
    const j = 2 * to[at]
    const across = y[i] - y[j]
    const up = y[i + 1] - y[j + 1]
    const each = weight[at] / (1 + across * across + up * up)
    pull[i] += each * across
    pull[i + 1] += each * up
  }
}

/** Repulsive forces between all points, written to `push`; returns the sum of all similarities. @param {Float64Array} y @param {Float64Array} push */
function pushes(y, push) {
  push.fill(0)
  let sum = 0
  for (let i = 0; i < y.length; i += 2) {
    const x0 = y[i]
    const y0 = y[i + 1]
    let across = 0
    let up = 0
    for (let j = i + 2; j < y.length; j += 2) {
      const dx = x0 - y[j]
      const dy = y0 - y[j + 1]
      const near = 1 / (1 + dx * dx + dy * dy)
      sum += near
      const squared = near * near
      across += squared * dx
      up += squared * dy
      push[j] -= squared * dx
      push[j + 1] -= squared * dy
    }
    push[i] += across
    push[i + 1] += up
  }
  return 2 * sum
}

/** Standard deviation of the x. @param {Float64Array} y */
function deviation(y) {
  const count = y.length / 2
  let [mean, square] = [0, 0]
  for (let i = 0; i < y.length; i += 2) mean += y[i] / count
  for (let i = 0; i < y.length; i += 2) square += ((y[i] - mean) * (y[i] - mean)) / count
  return Math.sqrt(square) || 1
}

/** @param {Float64Array} y @param {number} by */
function shrink(y, by) {
  for (let i = 0; i < y.length; i += 1) y[i] *= SPREAD / by
}
