// What the modules compute without a browser. Run by `npm run unit`.

import assert from "node:assert/strict"
import { test } from "node:test"

import { keep, kept, received } from "../../../../explorer/ui/frame/dom.js"
import { slid } from "../../../../explorer/ui/plot/js/point_cloud_canvas.js"
import { NO_VALUE, dotName, extremes, rowsOf, takeClouds } from "../../../../explorer/ui/plot/js/point_clouds.js"
import { between, dialAt, eased, nearest, pointedAt, under, withFrame } from "../../../../explorer/ui/plot/js/animation_player.js"
import { ask, frames, framesOf } from "../../../../explorer/ui/plot/js/request_frames.js"
import { same } from "../../../../explorer/ui/plot/js/redraw_animation_frame.js"
import { spaced } from "../../../../explorer/ui/plot/js/hide_overlapping_labels.js"
import { described, isClick, rowOf } from "../../../../explorer/ui/plot/js/hover_and_click.js"
import { MANY, channels, paletteOf, rasterize, shade, stampOf } from "../../../../explorer/ui/plot/js/rasterize.js"
import { firstCamera, moved } from "../../../../explorer/ui/plot/js/scene_3d_camera.js"
import { themed } from "../../../../explorer/ui/plot/js/theme_figure.js"
import { unpack } from "../../../../explorer/ui/plot/js/unpack_figure.js"
import { setView, short, viewIn, viewText } from "../../../../explorer/ui/plot/js/view_link.js"

const packed = (header, ...bodies) => {
  const text = new TextEncoder().encode(JSON.stringify(header))
  const length = new Uint8Array(new Uint32Array([text.length]).buffer)
  return Buffer.concat([length, text, ...bodies])
}

test("arrays come back with their type and shape, wherever the message begins", () => {
  const numbers = new Uint8Array(new Float32Array([1.5, 2, 3, 4, 5, 6, 7, 8]).buffer)
  const message = packed({ data: [{ z: { $array: { dtype: "f4", offset: 0, count: 8, shape: [2, 4] } }, name: "a" }] }, numbers)
  const odd = new Uint8Array([0, ...message]).subarray(1) // starts at an odd address
  const { data } = unpack(odd)
  assert.deepEqual(data[0].z.map((row) => [...row]), [[1.5, 2, 3, 4], [5, 6, 7, 8]])
  const first = unpack(new Uint8Array(packed({ z: { $array: { dtype: "f4", offset: 0, count: 8, shape: [2, 3], stride: 4 } } }, numbers)))
  assert.deepEqual(first.z.map((/** @type {Float32Array} */ row) => [...row]), [[1.5, 2, 3], [5, 6, 7]])
  assert.ok(data[0].z[0] instanceof Float32Array)
  assert.equal(data[0].name, "a")
})

test("a label that covers an earlier one goes, and then covers nobody", () => {
  const box = (left, right) => ({ left, right, top: 0, bottom: 10 })
  assert.deepEqual(spaced([box(0, 10), box(5, 15), box(12, 20), box(10, 12)]), [true, false, true, true])
  // Names take no more than their share of the picture, but the first one always stands.
  assert.deepEqual(spaced([box(0, 10), box(5, 15), box(12, 20), box(30, 40)], 100), [true, false, false, false])
  assert.deepEqual(spaced([box(0, 10), box(12, 20), box(30, 40)], 110), [true, true, false])
  assert.deepEqual(spaced([box(0, 10)], 0), [true])
  // The ring around a found word stays clear, and is no label.
  assert.deepEqual(spaced([box(0, 10), box(12, 20)], 0, [box(5, 8)]), [false, true])
})

test("stand-ins become the theme's colours, everywhere but in arrays", () => {
  const theme = { ink: "#111111", paper: "#eeeeee", line: "#B9C4CE", font: "serif" }
  const data = [{ marker: { color: "#010203" }, text: ["<b style='color:#FDFCFB'>"], y: new Float32Array(2), textfont: { size: 20 } }]
  const made = themed({ data, layout: { xaxis: {}, font: { size: 14 } } }, theme, { ink: "#010203", paper: "#FDFCFB" }, 2)
  assert.equal(made.data[0].marker.color, "#111111")
  assert.deepEqual(made.data[0].text, ["<b style='color:#eeeeee'>"])
  assert.equal(made.data[0].y, data[0].y)
  assert.deepEqual([made.layout.font.size, made.data[0].textfont.size], [28, 40])
  assert.deepEqual([made.layout.font.color, made.layout.xaxis.gridcolor], ["#111111", "#B9C4CE8c"])
  assert.equal(data[0].textfont.size, 20)
})

test("small letters of a picture grow to those of the others in presenter mode, and in proportion elsewhere", () => {
  const theme = { ink: "#111111", paper: "#eeeeee", line: "#B9C4CE", font: "serif" }
  const sizes = (scale) => {
    const figure = { data: [{ textfont: { size: 10 } }], layout: { font: { size: 14 } } }
    const made = themed(figure, theme, { ink: "#010203", paper: "#FDFCFB" }, scale)
    return [made.layout.font.size, made.data[0].textfont.size]
  }
  assert.deepEqual([sizes(1), sizes(1.5), sizes(2)], [[14, 10], [21, 15], [28, 28]])
})

test("in presenter mode marks, lines and the legend grow with the letters", () => {
  const theme = { ink: "#111111", paper: "#eeeeee", line: "#B9C4CE", font: "serif" }
  const data = [
    { type: "scatter", mode: "lines+markers", name: "sine", line: { width: 2 }, marker: { size: 8, line: { width: 1 } } },
    { type: "scatter", mode: "markers", name: "each", showlegend: false, marker: { size: new Float32Array([4, 8]), symbol: "diamond-open" } },
    { type: "bar", marker: { pattern: { shape: "/" } }, error_y: { thickness: 1 } },
  ]
  const layout = { shapes: [{ line: { width: 2 } }], annotations: [{ arrowwidth: 2 }] }
  const grown = themed({ data, layout }, theme, { ink: "#010203", paper: "#FDFCFB" }, 2)
  const [both, each, bar] = grown.data
  assert.deepEqual([both.line.width, both.marker.size, both.marker.line.width, both.name], [3.5, 14, 1.75, "sine\u2003"])
  assert.deepEqual([each.marker.size, each.marker.line.width, each.name], [[7, 14], 1.75, "each"])
  assert.deepEqual([bar.marker.pattern.size, bar.error_y.thickness], [14, 1.75])
  assert.deepEqual([grown.layout.shapes[0].line.width, grown.layout.annotations[0].arrowwidth, grown.layout.legend.itemwidth], [3.5, 3.5, 52.5])
  const plain = themed({ data, layout }, theme, { ink: "#010203", paper: "#FDFCFB" }, 1)
  assert.deepEqual([plain.data[0].line.width, plain.data[0].marker.size, plain.data[0].name], [2, 8, "sine"])
})

test("a stamp covers what its shape covers", () => {
  const share = (symbol) => stampOf(symbol, 20).reduce((sum, cover) => sum + cover, 0) / 400
  assert.ok(Math.abs(share("circle") - Math.PI / 4) < 0.01)
  assert.ok(Math.abs(share("diamond") - 0.5) < 0.02)
  assert.equal(share("no such shape"), share("circle"))
})

test("the lowest and highest of many values", () => {
  assert.deepEqual(extremes(Float32Array.from({ length: 300_000 }, (_, i) => (i * 7) % 300_000)), [0, 299_999])
})

test("a press that ends 4 pixels away is no click", () => {
  const at = (clientX, clientY) => ({ clientX, clientY })
  assert.deepEqual([isClick(at(0, 0), at(2, 3)), isClick(at(0, 0), at(4, 0)), isClick(at(9, 9), at(9, 5))], [true, false, false])
})

test("a view goes into a link with few digits, and comes back", () => {
  assert.deepEqual([short(1.23456789, 1), short(-1234.5678, 2000), short(0.000123456, 0.0001)], ["1.235", "-1235", "0.0001235"])
  const text = viewText("j_map", { _fullLayout: { xaxis: { range: [-1, 2] }, yaxis: { range: [0.5, 0.25] } } }, false)
  assert.equal(text, "j_map_-1_2_0.5_0.25")
  const numbers = viewIn(`?a=1&view=${text}`, "j_map", false)
  assert.deepEqual(numbers, [-1, 2, 0.5, 0.25])
  const layout = { yaxis: { title: "y" } }
  setView(layout, numbers, false)
  assert.deepEqual(layout, { xaxis: { autorange: false, range: [-1, 2] }, yaxis: { title: "y", autorange: false, range: [0.5, 0.25] } })
})

test("a link's view that is none, or another picture's, is left alone", () => {
  for (const text of ["", "j_map", "j_map_1_2_3", "j_map_1_1_2_3", "j_map_1_2_3_Infinity", "j_map_1_2_3_x", "j_map_1_2__4", "other_1_2_3_4", "map_1_2_3_4"]) {
    assert.equal(viewIn(`?view=${text}`, "j_map", false), null)
  }
  assert.equal(viewIn("?view=j_map_1_2_3_4", "j_map", true), null)
  assert.deepEqual(viewIn("?view=j_map_1_2_3_0_0_0", "j_map", true), [1, 2, 3, 0, 0, 0])
})

test("what a browser keeps is found again, and what is not ours is passed over", () => {
  const values = new Map()
  const store = /** @type {any} */ ({
    getItem: (/** @type {string} */ name) => values.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ value) => values.set(name, value),
    removeItem: (/** @type {string} */ name) => values.delete(name),
  })
  assert.deepEqual(kept(() => store, "a"), {})
  keep(() => store, "a", { at: "1.2" })
  assert.deepEqual(kept(() => store, "a"), { at: "1.2" })
  keep(() => store, "a", undefined)
  assert.equal(values.size, 0)
  for (const strange of ["{", "null"]) {
    values.set("a", strange)
    assert.deepEqual(kept(() => store, "a"), {})
  }
})

test("a browser that refuses to keep anything stops nothing", () => {
  const refused = () => {
    throw new Error("SecurityError")
  }
  keep(refused, "a", 1)
  assert.deepEqual(kept(refused, "a"), {})
})

test("what the server sent is JSON in bytes, or nothing", () => {
  assert.deepEqual(received(new TextEncoder().encode('{"text": "größe"}')), { text: "größe" })
  assert.equal(received(null), undefined)
})

test("bits are the numbers of rows", () => {
  assert.deepEqual([...rowsOf(new Uint8Array([128, 0, 65]))], [0, 17, 23])
  assert.equal(rowOf({ cloud: { rows: Uint32Array.from([5, 9]) }, index: 1 }), 9)
  assert.equal(rowOf({ cloud: {}, index: 1 }), 1)
})

test("codes run along the colour scale, and no number is the dot's own colour", () => {
  const colorscale = [[0, "#000000"], [0.5, "#808080"], [1, "#ffffff"]]
  const { colours, colourOf } = paletteOf({ codes: new Uint8Array([0, 127, 254, NO_VALUE]), marker: { color: "#ff0000", colorscale } })
  assert.deepEqual([0, 1, 2, 3].map((dot) => colours[colourOf(dot)]), [[0, 0, 0], [128, 128, 128], [255, 255, 255], [255, 0, 0]])
  assert.deepEqual(channels("rgb(1,2,3)"), channels("#8c8c8c"))
})

test("dots are painted where they are, later over earlier, and only those in sight", () => {
  const dot = (x, color) => ({ x: [x], y: [0.5], marker: { size: 1, opacity: 0.5, symbol: "square", color } })
  const clouds = [dot(0.5, "#ff0000"), dot(0.5, "#0000ff"), dot(7, "#00ff00")]
  const { pixels, painted } = rasterize({ width: 3, height: 3 }, clouds, { x: [0, 1], y: [0, 1] }, 1)
  assert.equal(painted, 2)
  const middle = [...pixels.slice(16, 20)]
  const lit = [...pixels].filter((value, at) => at % 4 === 3 && value > 0)
  assert.equal(lit.length, 1)
  const cover = stampOf("square", 1)[0] / 2
  const whole = 1 - (1 - cover) ** 2
  assert.equal(middle[3], Math.round(255 * whole))
  assert.ok(Math.abs(middle[2] - (255 * cover) / whole) < 1 && Math.abs(middle[0] - (255 * cover * (1 - cover)) / whole) < 1)
})

test("the more dots overlap, the darker the spot; a lone dot is as dark as in a small cloud", () => {
  const near = [...Array(MANY + 1).keys()].map((at) => (at < 10 ? 0.9 : at < 110 ? 0.7 : at === 110 ? 0.3 : 0.5))
  const cloud = { x: near, y: near.map(() => 0.05), marker: { size: 1, opacity: 0.35, symbol: "diamond", color: "#8c8c8c" } }
  const size = { width: 10, height: 10 }
  const covers = (pixels, column) => pixels[4 * (9 * 10 + column) + 3]
  const crowd = rasterize(size, [cloud], { x: [-0.05, 0.95], y: [0, 1] }, 1).pixels
  const [ten, hundred, most, lone] = [9, 7, 5, 3].map((column) => covers(crowd, column))
  assert.ok(lone < ten && ten < hundred && hundred < most && most === 255)
  const small = { ...cloud, x: [0.3], y: [0.05] }
  assert.equal(lone, covers(rasterize(size, [small], { x: [-0.05, 0.95], y: [0, 1] }, 1).pixels, 3))
  // Zoomed in to where ten lie, they are as dark as can be; two where nowhere more lie are lighter than that.
  assert.equal(shade(10, 10, 0.35), 1)
  assert.ok(shade(2, 2, 0.35) < 0.6 && shade(0.5, 9, 0.35) === 0.175)
})

test("kinds have their looks, again from the first where they are more, and none is the cloud's own", () => {
  const looks = [["#ff0000", "square"], ["#0000ff", "circle"]]
  const { colours, colourOf } = paletteOf({ kinds: new Uint16Array([0, 1, 2, 3]), looks, marker: { color: "#8c8c8c" } })
  assert.deepEqual([0, 1, 2, 3].map((dot) => colours[colourOf(dot)]), [[140, 140, 140], [255, 0, 0], [0, 0, 255], [255, 0, 0]])
  const dot = { kinds: new Uint16Array([1]), looks, x: [0.5], y: [0.5], marker: { size: 8, symbol: "circle" } }
  const square = rasterize({ width: 8, height: 8 }, [dot], { x: [0, 1], y: [0, 1] }, 1).pixels
  assert.ok(square[4 * 9 + 3] > 200) // a corner that a circle leaves out
})

test("an image of one window lies in another where its points are drawn there", () => {
  const [from, to, size] = [{ x: [0, 10], y: [0, 5] }, { x: [2, 7], y: [1, 6] }, { width: 100, height: 50 }]
  const [wide, , , high, left, top] = slid(from, to, size).match(/-?[\d.]+/g).map(Number)
  const at = (x, y, { x: [x0, x1], y: [y0, y1] }) => [((x - x0) / (x1 - x0)) * 100, ((y1 - y) / (y1 - y0)) * 50]
  for (const [x, y] of [[0, 0], [3, 4], [10, 5]]) {
    const [px, py] = at(x, y, from)
    const [qx, qy] = at(x, y, to)
    assert.ok(Math.abs(left + px * wide - qx) < 1e-9)
    assert.ok(Math.abs(top + py * high - qy) < 1e-9)
  }
})

test("dots are unfolded from their grid, and part of them is picked by bits", async () => {
  const zipped = async (text) => new Uint8Array(await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"))).arrayBuffer())
  const meta = { x: [10, 1], y: [0, 2], names: await zipped("a\nb\nc"), kinds: new Uint8Array([1, 0, 2]), looks: [["#000000", "square"]], titles: await zipped("\npear\nfig") }
  const whole = { type: "scattergl", x: new Uint16Array([0, 1, 2]), y: new Uint16Array([2, 1, 0]), marker: {}, meta }
  const part = { type: "scattergl", x: [], y: [], name: "some", marker: { color: "#ff0000", symbol: "x" }, meta: { of: 0, bits: new Uint8Array([160]) } }
  const { clouds, data } = await takeClouds({ data: [whole, part], layout: {} })
  assert.deepEqual([[...clouds[0].x], [...clouds[0].y], [...clouds[0].kinds]], [[10, 11, 12], [4, 2, 0], [1, 0, 2]])
  assert.deepEqual([[...clouds[1].x], [...clouds[1].y], [...clouds[1].kinds], [...clouds[1].rows]], [[10, 12], [4, 0], [1, 2], [0, 2]])
  assert.equal(rowOf({ cloud: clouds[1], index: 1 }), 2)
  assert.deepEqual(data.map((trace) => [trace.type, trace.x]), [["scatter", [null]], ["scatter", [null]]])
  assert.equal(await dotName({ cloud: clouds[0], index: 0 }), "a · pear")
  assert.equal(await dotName({ cloud: clouds[0], index: 1 }), "b")
  assert.equal(await dotName({ cloud: clouds[1], index: 1 }), "c · fig")
})

test("a scene's dots carry their names, kinds and values", async () => {
  const meta = { x: [0, 1], y: [0, 1], z: [0, 1], codes: new Uint8Array([0, 254, NO_VALUE]) }
  const axes = Object.fromEntries(["x", "y", "z"].map((axis) => [axis, new Uint16Array([0, 1, 2])]))
  const { data } = await takeClouds({ data: [{ type: "scatter3d", ...axes, marker: { cmin: 1, cmax: 3 }, meta }], layout: {} })
  assert.deepEqual([...data[0].z, ...data[0].marker.color], [0, 1, 2, 1, 3, NaN])
})

test("a camera is turned around the upright axis, tilted up to a bound, and moved nearer", () => {
  const close = (one, two) => Object.keys(two).forEach((axis) => assert.ok(Math.abs(one[axis] - two[axis]) < 1e-9, axis))
  const camera = { eye: { x: 1, y: 0, z: 1 }, center: { x: 0, y: 0, z: 1 } }
  close(moved(camera, Math.PI / 2, 0, 1).eye, { x: 0, y: 1, z: 1 })
  close(moved(camera, 0, 0, 2).eye, { x: 0.5, y: 0, z: 1 })
  assert.ok(moved(camera, 0, 9, 1).eye.x > 0) // never over the top
  const [wide, phone] = [{ clientWidth: 900 }, { clientWidth: 340 }]
  assert.deepEqual(firstCamera({}, wide).eye, { x: 1.25, y: 1.25, z: 1.25 })
  assert.deepEqual(firstCamera({ scene: { camera: { eye: { x: 1, y: 2, z: 3 } } } }, wide).center, { x: 0, y: 0, z: 0 })
  assert.ok(firstCamera({}, phone).eye.x > 1.4, "farther off, so that the axes' names fit")
})

test("a point travels as plain values", () => {
  const point = described({ curveNumber: 1, pointNumber: 2, x: 3, customdata: new Float32Array([1, 2]), data: { name: "n" } })
  assert.deepEqual(point, { curve: 1, index: 2, x: 3, y: null, z: null, customdata: [1, 2] })
})

test("between two frames lie numbers, and nothing of what has no middle", () => {
  const [one, other] = [{ x: [0, 1], name: "a", none: null, y: new Float32Array([2]) }, { x: [1, 3], name: "b", none: null, y: new Float32Array([4]) }]
  assert.deepEqual(between(one, other, 0.5), { x: [0.5, 2], name: "a", none: null, y: [3] })
  assert.deepEqual(between([1], [2, 3], 0.5), [1])
  const two = { traces: [0], data: [[{ x: 0 }], [{ x: 4 }]], layout: [{}, {}], first: 3, step: 2 }
  assert.equal(withFrame({ data: [{ x: 9 }], layout: {} }, two, 3.5).data[0].x, 1)
})

test("what begins and ends stands still at both ends, and rests before the next", () => {
  assert.deepEqual([2, 2.4, 2.8, 2.9, 3].map(eased), [2, 2.5, 3, 3, 3])
  assert.ok(eased(2.05) - 2 < 0.02)
})

test("a dial's hand follows the finger round the circle, over the top and back, within the values", () => {
  const [clock, slow] = [[0, 0, 12, 0], [3, 0, 100, 0]]
  const from = (at, hour) => pointedAt(clock, [Math.sin((hour / 12) * 2 * Math.PI), Math.cos((hour / 12) * 2 * Math.PI)], at, 24)
  assert.deepEqual([from(2, 4), from(2, 4.4), from(11, 0), from(12, 11), from(0, 11), from(23, 0)], [4, 4, 12, 11, 11, 12])
  assert.equal(pointedAt(slow, [2, 0], 5, 24), 0)
  assert.equal(pointedAt([0, 0, 12, 3], [1, 0], 0, 24), 0) // the first value is 3
  assert.deepEqual([dialAt([clock, slow], [0.9, 0.2]), dialAt([clock, slow], [3, 1.1]), dialAt([clock, slow], [0, 0.1]), dialAt([clock], [0, 1.5])], [clock, slow, undefined, undefined])
})

test("a drag over the whole width passes all frames, and a frame changes only what it holds", () => {
  assert.deepEqual([under(2, 0, 600, 12), under(2, 100, 600, 12), under(2, -900, 600, 12), under(2, 900, 600, 12)], [2, 4, 0, 11])
  const figure = { data: [{ x: 1, name: "a" }, { x: 2 }], layout: { height: 3, title: "t" } }
  const frames = { traces: [0], data: [[{ name: "b" }]], layout: [{ title: "u" }], first: 0, step: 1 }
  assert.deepEqual(withFrame(figure, frames, 0), { data: [{ x: 1, name: "b" }, { x: 2 }], layout: { height: 3, title: "u" } })
  assert.equal(withFrame(figure, frames, null), figure)
  assert.equal(figure.data[0].name, "a")
})

test("of values without a frame of their own the nearest one is drawn", () => {
  const some = { first: 1, step: 4, texts: ["1", "5", "9"] }
  assert.deepEqual([-3, 0, 2.9, 3.1, 5, 12].map((value) => nearest(some, value)), [1, 1, 1, 5, 5, 9])
})

test("frames are asked for once, until they come, and belong to a picture with their name", (t) => {
  const [sent, chart] = [[], { spec: { name: "p_a", moves: { frames: "f1", now: 3 } }, element: { isConnected: true } }]
  let came = 0
  const setTriggerValue = (_, names) => sent.push(names)
  const bytes = packed({ texts: ["a"] })
  const array = { $array: { dtype: "u1", offset: 0, count: bytes.byteLength, shape: [bytes.byteLength] } }
  const answer = (name, step) => ({ answers: Boolean(name), frames: name ? [{ name, first: 0, step, packed: array }] : [] })
  const parentElement = { querySelector: () => ({}) }
  const component = (name, step) => ({ parentElement, setTriggerValue, data: new Uint8Array(packed(answer(name, step), bytes)) })
  const gone = frames(component())
  assert.equal(framesOf(chart.spec.moves), null)
  // A field that is about to lose the focus sends its value first, in a message of its own.
  const timers = []
  globalThis.window = { setTimeout: (then, after) => timers.push([then, after]) }
  t.after(() => ["window", "document"].forEach((name) => delete globalThis[name]))
  globalThis.document = { activeElement: { matches: (what) => what.includes("textarea") } }
  ask(chart, () => came++)
  ask(chart, () => came++)
  assert.equal(sent.length, 0)
  assert.ok(timers.length === 1 && timers[0][1] > 50)
  timers[0][0]()
  assert.deepEqual(sent, [["p_a"]])
  frames(component("other", 1))
  assert.deepEqual([came, sent.length], [0, 1])
  frames(component()) // the page has been drawn anew, and its answer with it
  assert.deepEqual(sent, [["p_a"], ["p_a"]])
  frames(component("f1", 2)) // of every second value, from 0 on: not of 3
  assert.equal(came, 0)
  frames(component("f1", 3))
  assert.deepEqual([came, framesOf(chart.spec.moves).texts], [1, ["a"]])
  gone()
})

test("values of a figure are the same whatever holds them", () => {
  assert.ok(same([{ x: Float32Array.of(1, NaN), y: null }], [{ x: Float32Array.of(1, NaN), y: null }]))
  for (const other of [[{ x: 1 }], [{ x: 1, y: undefined, z: 0 }], [{ x: 2, y: 0 }], null, [{ x: 1, y: 0 }, 1]]) assert.ok(!same([{ x: 1, y: 0 }], other))
})
