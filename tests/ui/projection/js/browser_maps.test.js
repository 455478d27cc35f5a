// t-SNE, UMAP and what the maps compute without a browser. Run by `npm run unit`.

import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { test } from "node:test"

import { nearest } from "../../../../explorer/ui/projection/js/nearest_points.js"
import { chance } from "../../../../explorer/ui/projection/js/seeded_random.js"
import { around, fitted, middle, onwards, under, written } from "../../../../explorer/ui/projection/js/map_geometry.js"
import { runs } from "../../../../explorer/ui/projection/js/run_queue.js"
import { pulls, shares, tsne } from "../../../../explorer/ui/projection/js/tsne.js"
import { graph, umap } from "../../../../explorer/ui/projection/js/umap.js"

const WIDTH = 5
/** Three clouds far apart, 20 points each. */
const clouds = () => {
  const draw = chance(7)
  const rows = new Float32Array(60 * WIDTH)
  for (let i = 0; i < 60; i += 1) {
    for (let d = 0; d < WIDTH; d += 1) rows[i * WIDTH + d] = draw.normal() + (d === Math.floor(i / 20) ? 20 : 0)
  }
  return { rows, count: 60, width: WIDTH }
}
const finished = (method, settings) => {
  const run = method(clouds(), settings)
  while (run.iteration < run.total) run.step()
  return run.positions
}
const digest = (positions) => createHash("sha256").update(Buffer.from(positions.buffer)).digest("hex").slice(0, 16)

test("the same seed gives the same chance, another seed another; its numbers spread as they should", () => {
  const [one, two, other] = [chance(1), chance(1), chance(2)]
  const first = Array.from({ length: 5 }, one.word)
  assert.deepEqual(first, Array.from({ length: 5 }, two.word))
  assert.notDeepEqual(first, Array.from({ length: 5 }, other.word))
  const many = Array.from({ length: 20000 }, one.normal)
  const mean = many.reduce((sum, x) => sum + x) / many.length
  const spread = Math.sqrt(many.reduce((sum, x) => sum + (x - mean) ** 2, 0) / many.length)
  assert.ok(Math.abs(mean) < 0.03 && Math.abs(spread - 1) < 0.03)
})

test("the nearest are those that sorting finds, without the point itself; ties go to the lower number", () => {
  const { rows, count, width } = clouds()
  const { ids, squares } = nearest(rows, count, width, 7)
  for (let i = 0; i < count; i += 1) {
    const gap = (j) => [...rows.slice(j * width, (j + 1) * width)].reduce((sum, x, d) => sum + (x - rows[i * width + d]) ** 2, 0)
    const sorted = [...Array(count).keys()].filter((j) => j !== i).sort((a, b) => gap(a) - gap(b) || a - b)
    assert.deepEqual([...ids.slice(i * 7, i * 7 + 7)], sorted.slice(0, 7))
    assert.ok(Math.abs(squares[i * 7] - gap(sorted[0])) < 1e-9)
  }
  assert.deepEqual([...nearest(new Float32Array([0, 1, -1, 1]), 4, 1, 2).ids.slice(0, 2)], [1, 2])
})

test("a point minds as many neighbours as the perplexity says", () => {
  const found = shares(Float64Array.from({ length: 40 }, (_, i) => 1 + i * 0.3), 12)
  const entropy = -found.reduce((sum, p) => sum + (p > 0 ? p * Math.log(p) : 0), 0)
  assert.ok(Math.abs(Math.exp(entropy) - 12) < 0.01)
  assert.ok(Math.abs(found.reduce((sum, p) => sum + p) - 1) < 1e-12)
})

test("t-SNE's pulls sum to 1 and are the same from either side", () => {
  const { from, to, weight } = pulls(clouds(), 5)
  assert.ok(Math.abs(weight.reduce((sum, each) => sum + each) - 1) < 1e-12)
  const seen = new Map([...weight].map((each, at) => [`${from[at]} ${to[at]}`, each]))
  for (const [pair, each] of seen) assert.equal(seen.get(pair.split(" ").reverse().join(" ")), each)
})

test("UMAP's graph is the same from either side, and the link to the nearest is whole", () => {
  const { from, to, weight } = graph(clouds(), 8)
  const seen = new Map([...weight].map((each, at) => [`${from[at]} ${to[at]}`, each]))
  for (const [pair, each] of seen) assert.equal(seen.get(pair.split(" ").reverse().join(" ")), each)
  assert.ok(weight.every((each) => each > 0 && each <= 1))
  assert.ok(weight.some((each) => each === 1)) // the nearest neighbour's link is whole
})

for (const [name, method] of [["t-SNE", tsne], ["UMAP", umap]]) {
  for (const start of ["pca", "random"]) {
    test(`${name} from ${start} keeps clouds together, and the same seed gives the same bits`, () => {
      const settings = { seed: 3, neighbours: 8, start }
      const positions = finished(method, settings)
      for (let i = 0; i < 60; i += 1) {
        const near = around(Float32Array.from(positions), i, 5)
        assert.ok(near.every((j) => Math.floor(j / 20) === Math.floor(i / 20)))
      }
      assert.equal(digest(positions), digest(finished(method, settings)))
      if (start === "random" || method === umap) assert.notEqual(digest(positions), digest(finished(method, { ...settings, seed: 4 })))
    })
  }
}

test("one scale for both axes, and y upwards", () => {
  const placed = fitted(Float32Array.of(0, 0, 4, 0, 0, 1), 120, 100, 10)
  assert.deepEqual([...placed], [10, 62.5, 110, 62.5, 10, 37.5])
})

test("the dot under the pointer, the dots around one, the next one in an arrow's direction, the middle", () => {
  const placed = Float32Array.of(0, 0, 10, 0, 12, 9, 0, 30)
  assert.equal(under(placed, 9, 1, 5), 1)
  assert.equal(under(placed, 50, 50, 5), -1)
  assert.deepEqual(around(placed, 0, 2), [1, 2])
  assert.equal(onwards(placed, 0, "ArrowRight"), 1)
  assert.equal(onwards(placed, 0, "ArrowDown"), 3)
  assert.equal(onwards(placed, 0, "ArrowUp"), 0)
  assert.deepEqual(middle(placed, [0, 1, 2]), [10, 0])
})

test("two workers at most; stop, go on, again; what an ended worker still says is not heard", () => {
  const hands = []
  const hire = () => {
    const hand = { told: [], gone: false, postMessage: (m) => hand.told.push(m), terminate: () => (hand.gone = true), onmessage: null, onerror: null }
    hands.push(hand)
    return hand
  }
  const events = []
  const asked = [1, 2, 3].map((seed) => ({ method: "tsne", settings: { seed } }))
  const tell = { moved: (job, at) => events.push(`${at}:${job.iteration}`), ended: () => events.push("ended"), failed: (text) => events.push(text) }
  const work = runs(asked, clouds(), hire, 2, tell)
  const says = (hand, iteration) => hand.onmessage({ data: { iteration, total: 10, positions: new Float32Array(2) } })
  work.start()
  assert.equal(hands.length, 2)
  says(hands[0], 10)
  assert.ok(hands[0].gone)
  assert.deepEqual(hands[2].told[0].settings, { seed: 3 })
  work.stop()
  assert.deepEqual([work.going(), hands[1].told.at(-1)], [false, { go: false }])
  work.resume()
  assert.deepEqual(hands[1].told.at(-1), { go: true })
  says(hands[1], 10)
  says(hands[2], 10)
  assert.ok(work.done() && !work.going())
  assert.deepEqual(events, ["0:10", "ended", "1:10", "2:10", "ended"])
  work.start()
  assert.equal(work.jobs()[0].iteration, 0)
  says(hands[2], 9)
  assert.equal(work.jobs()[2].iteration, 0)
  hands.at(-1).onerror()
  assert.ok(hands.at(-1).gone)
  assert.match(events.at(-1), /could not be drawn/)
})

test("positions travel as the bytes of their own part of a buffer", () => {
  const part = new Float32Array([9, 1.5, -2]).subarray(1)
  assert.equal(written(part), Buffer.from(new Float32Array([1.5, -2]).buffer).toString("base64"))
})
