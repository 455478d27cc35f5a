// t-SNE, UMAP and what the maps compute without a browser. Run by `npm run unit`.

import assert from "node:assert/strict"
import { test } from "node:test"

import * as druid from "@saehrimnir/druidjs"

import { around, fitted, middle, onwards, under, written } from "../../../../explorer/ui/projection/js/map_geometry.js"
import { runs } from "../../../../explorer/ui/projection/js/run_maps.js"
import { mapSteps } from "../../../../explorer/ui/projection/js/map_steps.js"

const TOTAL = 500
/** Three clouds far apart, 20 points each. */
const clouds = (width = 5) => {
  const draw = new druid.Randomizer(7)
  const rows = Float32Array.from({ length: 60 * width }, (_, at) => draw.gauss_random() + (at % width === Math.floor(at / width / 20) ? 20 : 0))
  return { rows, count: 60, width }
}
const correlation = (one, two) => {
  const mean = (list) => list.reduce((sum, each) => sum + each, 0) / list.length
  const [a, b] = [one, two].map((list) => list.map((each) => each - mean(list)))
  const product = (x, y) => x.reduce((sum, each, i) => sum + each * y[i], 0)
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b))
}
const finished = (method, settings, points = clouds()) => {
  const map = mapSteps(druid, method, points, { seed: 3, neighbours: 8, start: "pca", total: TOTAL, ...settings })
  for (let step = 0; step < TOTAL; step += 1) map.step()
  return Float32Array.from(map.positions())
}

for (const method of ["tsne", "umap"]) {
  for (const start of ["pca", "random"]) {
    test(`${method} from ${start} keeps clouds together, and the same seed gives the same bits`, () => {
      const positions = finished(method, { start })
      for (let i = 0; i < 60; i += 1) {
        const near = around(positions, i, 5)
        assert.ok(near.every((j) => Math.floor(j / 20) === Math.floor(i / 20)))
      }
      assert.deepEqual(positions, finished(method, { start }))
      assert.notDeepEqual(positions, finished(method, { start, seed: 4 }))
    })
  }

  test(`${method} begins along PCA: after one step the dots lie as the first two numbers do`, () => {
    const { rows, count, width } = clouds()
    const map = mapSteps(druid, method, clouds(), { seed: 3, neighbours: 8, start: "pca", total: TOTAL })
    map.step()
    const placed = map.positions()
    const across = [0, 1].map((axis) => {
      const [given, drawn] = [[], []]
      for (let i = 0; i < count; i += 1) given.push(rows[i * width + axis]), drawn.push(placed[2 * i + axis])
      return correlation(given, drawn)
    })
    assert.ok(across.every((each) => each > 0.9), String(across))
  })

  test(`${method} takes one number per point, and more neighbours than there are points`, () => {
    assert.ok(finished(method, {}, clouds(1)).every(Number.isFinite))
    assert.ok(finished(method, { neighbours: 100 }).every(Number.isFinite))
  })
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

test("a worker for each map; stop, go on, again; what an ended worker still says is not heard", () => {
  const hands = []
  const hire = () => {
    const hand = { told: [], gone: false, postMessage: (m) => hand.told.push(m), terminate: () => (hand.gone = true), onmessage: null, onerror: null }
    hands.push(hand)
    return hand
  }
  const events = []
  const asked = [1, 2].map((seed) => ({ method: "tsne", settings: { seed, total: 10 } }))
  const tell = { moved: (job, at) => events.push(`${at}:${job.iteration}`), ended: () => events.push("ended"), failed: (text) => events.push(text) }
  const work = runs(asked, clouds(), hire, tell)
  const says = (hand, iteration) => hand.onmessage({ data: { iteration, positions: new Float32Array(2) } })
  work.start()
  assert.deepEqual(hands.map(({ told }) => told[0].settings.seed), [1, 2])
  says(hands[0], 10)
  assert.ok(hands[0].gone && !hands[1].gone)
  work.stop()
  assert.deepEqual([work.going(), hands[1].told.at(-1)], [false, { go: false }])
  work.resume()
  assert.deepEqual([work.going(), hands[1].told.at(-1)], [true, { go: true }])
  says(hands[1], 10)
  assert.ok(work.done() && !work.going())
  assert.deepEqual(events, ["0:10", "ended", "1:10", "ended"])
  work.start()
  assert.equal(work.jobs()[0].iteration, 0)
  says(hands[1], 9)
  assert.equal(work.jobs()[1].iteration, 0)
  hands.at(-1).onerror()
  assert.ok(hands.slice(2).every(({ gone }) => gone))
  assert.match(events.at(-1), /could not be drawn/)
})

test("positions travel as the bytes of their own part of a buffer", () => {
  const part = new Float32Array([9, 1.5, -2]).subarray(1)
  assert.equal(written(part), Buffer.from(new Float32Array([1.5, -2]).buffer).toString("base64"))
})
