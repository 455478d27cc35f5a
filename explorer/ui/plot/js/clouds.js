// Clouds: traces of many dots (their `meta` says so) that are painted on a canvas of our own behind Plotly's axes and
// marks, all of them, at every zoom. Plotly would build objects for each dot first.
// A cloud travels as whole numbers on a grid of 65,536 steps per axis, its names as one compressed text. Some of its
// dots lie on top of it once more: those travel as one bit per dot.

import { MANY, NO_VALUE, paint, slid, stamped, tintsOf } from "./paint.js"
import { areaOf, ground, notesOf, numberOf, workedOut } from "./plotly.js"
import { whole } from "./store.js"

const BUSY = 6 // milliseconds of a frame that painting takes at most, but for one step of it
const REACH = 12 // pixels between the pointer and the dot that is meant

/**
 * @typedef {{ curve: number, x: Float32Array, y: Float32Array, names: (() => Promise<string[]>) | null, name: string,
 *   marker: any, rows?: Uint32Array, codes?: Uint8Array, kinds?: Uint8Array | Uint16Array | Uint32Array,
 *   looks?: [string, string][], titles?: (() => Promise<string[]>) | null, tints?: number[] | Uint8Array }} Cloud
 */

/**
 * The numbers of the bits that are set, the first bit of a byte being its highest.
 * @param {Uint8Array} bits
 */
export function rowsOf(bits) {
  const rows = []
  for (let byte = 0; byte < bits.length; byte++) {
    for (let bit = 0; bits[byte] && bit < 8; bit++) if (bits[byte] & (128 >> bit)) rows.push(8 * byte + bit)
  }
  return Uint32Array.from(rows)
}

/**
 * The figure without its clouds, and the clouds; empty traces stand in for legend and colour bar.
 * @param {{ data: any[], layout: any }} spec
 * @returns {Promise<{ clouds: Cloud[], data: any[], layout: any }>}
 */
export async function takeClouds(spec) {
  /** @type {Cloud[]} */
  const clouds = []
  await whole(spec.data)
  const data = await Promise.all(spec.data.map(async (trace, curve) => {
    if (trace.meta?.bits) return partOf(spec.data, trace, curve, clouds)
    if (!trace.meta?.x) return trace
    const axes = placesOf(trace)
    const values = trace.meta.codes && { color: valuesOf(trace) }
    const { meta, ...rest } = trace
    if (trace.type === "scatter3d") {
      const marks = { ...rest, ...axes, marker: { ...trace.marker, ...values, ...(meta.kinds && looked(trace)) } }
      if (!meta.names) return { ...marks, hoverinfo: "skip" }
      const titles = meta.kinds && (await listed(meta.titles))
      const said = (await namesOf(trace)).map((name, row) => (titles?.[meta.kinds[row]] ? `${name} · ${titles[meta.kinds[row]]}` : name))
      const text = said.map((name) => name.replaceAll("&", "&amp;").replaceAll("<", "&lt;"))
      return { ...marks, text }
    }
    const names = meta.names ? () => namesOf(trace) : null
    if (trace.visible !== false) clouds.push({ curve, x: axes.x, y: axes.y, names, name: trace.name, marker: trace.marker, codes: meta.codes, ...kindsOf(trace) })
    return { ...rest, type: "scatter", x: [null], y: [null], hoverinfo: "skip", marker: { ...trace.marker, ...(values && { color: [0] }) } }
  }))
  clouds.sort((one, other) => one.curve - other.curve) // they unpack side by side; what comes later lies on top
  const layout = { ...spec.layout }
  for (const name of /** @type {("x" | "y")[]} */ (clouds.length ? ["x", "y"] : [])) {
    // A double click shows everything, dots that Plotly knows nothing of included.
    layout[`${name}axis`] = { ...layout[`${name}axis`], autorangeoptions: { include: clouds.flatMap((cloud) => extremes(cloud[name])).filter(Number.isFinite) } }
  }
  return { clouds, data, layout }
}

/** @type {WeakMap<object, any>} what was unpacked, by the array that it was unpacked from */
const unpacked = new WeakMap()

/**
 * What was unpacked of an array, once.
 * @template T
 * @param {object} from
 * @param {() => T} make
 * @returns {T}
 */
function once(from, make) {
  if (!unpacked.has(from)) unpacked.set(from, make())
  return unpacked.get(from)
}

/**
 * A trace's coordinates.
 * @param {any} trace
 * @returns {Record<string, Float32Array>}
 */
const placesOf = (trace) =>
  Object.fromEntries(["x", "y", "z"].filter((axis) => trace[axis]).map((axis) => [axis, once(trace[axis], () => unfolded(trace, axis))]))

/**
 * Some dots of a cloud once more: their places and names are those of the cloud that the trace names by its number.
 * @param {any[]} traces
 * @param {any} trace
 * @param {number} curve
 * @param {Cloud[]} clouds gets the flat ones
 */
async function partOf(traces, trace, curve, clouds) {
  const { meta, ...rest } = trace
  const all = traces[meta.of]
  const rows = rowsOf(meta.bits)
  const axes = Object.fromEntries(Object.entries(placesOf(all)).map(([axis, places]) => [axis, Float32Array.from(rows, (row) => places[row])]))
  if (trace.type === "scatter3d") return { ...rest, ...axes, customdata: rows, hoverinfo: "skip" }
  clouds.push({ curve, x: axes.x, y: axes.y, names: () => namesOf(all), titles: kindsOf(all).titles, kinds: all.meta.kinds && Uint32Array.from(rows, (row) => all.meta.kinds[row]),
    looks: [[trace.marker.color, trace.marker.symbol]], rows, name: trace.name, marker: trace.marker })
  return { ...rest, type: "scatter", x: [null], y: [null], hoverinfo: "skip" }
}

/** @param {any} trace @param {string} axis */
const unfolded = ({ meta, ...trace }, axis) => Float32Array.from(trace[axis], (code) => meta[axis][0] + meta[axis][1] * code)

/** @param {any} trace */
const valuesOf = ({ meta, marker }) =>
  Float32Array.from(meta.codes, (code) => (code === NO_VALUE ? NaN : marker.cmin + ((marker.cmax - marker.cmin) * code) / (NO_VALUE - 1)))

/**
 * The names, unpacked when somebody first asks for one.
 * @param {any} trace
 * @returns {Promise<string[]>}
 */
const namesOf = (trace) => listed(trace.meta.names)

/** @param {Uint8Array} packed @returns {Promise<string[]>} */
function listed(packed) {
  const stream = () => new Blob([/** @type {any} */ (packed)]).stream().pipeThrough(new DecompressionStream("deflate"))
  return once(packed, () => new Response(stream()).text().then((text) => text.split("\n")))
}

/** What a cloud has of its kinds. @param {any} trace */
const kindsOf = ({ meta }) => (meta.kinds ? { kinds: meta.kinds, looks: meta.looks, titles: () => listed(meta.titles) } : {})

/** Colour and symbol of each mark of a 3D scene. @param {any} trace */
function looked({ marker, meta: { kinds, looks } }) {
  const each = Array.from(kinds, (kind) => (kind ? looks[(kind - 1) % looks.length] : [marker.color, marker.symbol]))
  return { color: each.map((look) => look[0]), symbol: each.map((look) => look[1]) }
}

/**
 * What is said of a dot: its name, and that of its kind where it has one.
 * @param {{ cloud: Cloud, index: number }} dot
 */
export async function saidOf({ cloud, index }) {
  const name = (await cloud.names?.())?.[cloud.rows?.[index] ?? index] ?? ""
  const kind = cloud.kinds && (await cloud.titles?.())?.[cloud.kinds[index]]
  return kind ? `${name} · ${kind}` : name
}

/**
 * @param {Iterable<number>} values
 * @returns {[number, number]}
 */
export function extremes(values) {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return [low, high]
}

/**
 * Paint the clouds of a chart that Plotly has just drawn, moved or resized.
 * @param {import("./chart.js").Chart} chart
 * @param {"" | "moving" | "moved"} when it is being dragged, many dots are shifted as an image; after it they stay so
 *   until they are painted, a slice in each frame
 */
export function showClouds(chart, when = "") {
  const { element, clouds } = chart
  cancelAnimationFrame(chart.work)
  if (!clouds.length) {
    chart.canvas?.remove()
    chart.canvas = null
    chart.rest = chart.painted = null
    delete element.dataset.painted
    return
  }
  const { left, top, width, height, window: seen } = areaOf(element)
  const box = ground(element)
  if (!box || !width || !height) return
  const ratio = Math.min(window.devicePixelRatio || 1, 2)
  chart.canvas ??= Object.assign(document.createElement("canvas"), { className: "explorer-cloud" })
  if (when && chart.rest) shift(chart.canvas, chart.rest, seen)
  if (when === "moving" && chart.rest) {
    chart.painted = null
    return
  }
  const { style } = chart.canvas
  const size = { width: Math.round(width * ratio), height: Math.round(height * ratio) }
  const wanted = ofPicture(clouds, size, seen, ratio)
  if (chart.painted?.length !== wanted.length || wanted.some((part, at) => part !== chart.painted?.[at])) {
    Object.assign(style, { position: "absolute", pointerEvents: "none" })
    for (const cloud of clouds) cloud.tints ??= tintsOf(cloud)
    const work = paint(chart.canvas, clouds, size, seen, ratio)
    const go = (/** @type {number} */ until) => {
      const { done, value } = forward(work, until)
      if (!done) return void (chart.work = requestAnimationFrame((now) => go(now + BUSY)))
      element.dataset.painted = String(value)
      chart.painted = wanted
      const dots = clouds.reduce((sum, cloud) => sum + cloud.x.length, 0)
      chart.rest = dots > MANY ? { image: copied(/** @type {HTMLCanvasElement} */ (chart.canvas)), window: seen } : null
    }
    go(when && chart.rest ? 0 : Infinity)
  }
  for (const [side, pixels] of Object.entries({ left, top, width, height })) style.setProperty(side, `${pixels}px`)
  if (chart.canvas.parentElement !== box) box.prepend(chart.canvas)
}

/**
 * Go on with a piece of work until a given time, by one step at least.
 * @param {Generator<void, number>} work
 * @param {number} until by `performance.now`
 */
function forward(work, until) {
  for (;;) {
    const step = work.next()
    if (step.done || performance.now() >= until) return step
  }
}

/**
 * All that a painted image depends on, to be compared part by part: Plotly tells of one drawing two or three times, and
 * the same many dots need not be painted each time.
 * @param {Cloud[]} clouds
 * @param {{ width: number, height: number }} size
 * @param {{ x: number[], y: number[] }} window
 * @param {number} ratio
 * @returns {any[]}
 */
export const ofPicture = (clouds, size, window, ratio) => [
  JSON.stringify([size, window, ratio, clouds.map(({ marker, looks }) => [marker, looks])]),
  ...clouds.flatMap(({ x, y, codes, kinds }) => [x, y, codes, kinds]),
]

/** @param {HTMLCanvasElement} canvas */
function copied(canvas) {
  const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height })
  copy.getContext("2d")?.drawImage(canvas, 0, 0)
  return copy
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {{ image: HTMLCanvasElement, window: { x: number[], y: number[] } }} rest as it was painted last
 * @param {{ x: number[], y: number[] }} window what is to be seen now
 */
function shift(canvas, rest, window) {
  const context = canvas.getContext("2d")
  context?.clearRect(0, 0, canvas.width, canvas.height)
  context?.drawImage(rest.image, ...slid(rest.window, window, canvas))
}

/**
 * The chart for a saved file: with its clouds as an image behind the marks, without the names that are hidden, on the
 * page's colour.
 * @param {import("./chart.js").Chart} chart
 * @param {string} paper
 */
export function exported({ element, clouds }, paper) {
  const { width, height } = workedOut(element)
  const layout = { ...element.layout, width, height, paper_bgcolor: paper }
  const hidden = notesOf(element).filter((label) => label.style.visibility === "hidden")
  layout.annotations = layout.annotations?.filter((/** @type {any} */ _, /** @type {number} */ index) => !hidden.some((label) => numberOf(label) === index))
  if (clouds.length) {
    const area = areaOf(element)
    const canvas = Object.assign(document.createElement("canvas"), { width: 2 * Math.round(area.width), height: 2 * Math.round(area.height) })
    const { x, y } = area.window
    const { pixels } = stamped(canvas, clouds, { x, y }, 2)
    canvas.getContext("2d")?.putImageData(new ImageData(/** @type {any} */ (pixels), canvas.width, canvas.height), 0, 0)
    const place = { xref: "x", yref: "y", x: x[0], y: y[1], sizex: x[1] - x[0], sizey: y[1] - y[0], xanchor: "left", yanchor: "top" }
    layout.images = [{ source: canvas.toDataURL("image/png"), ...place, sizing: "stretch", layer: "below" }]
    layout.xaxis = { ...layout.xaxis, range: x, autorange: false }
    layout.yaxis = { ...layout.yaxis, range: y, autorange: false }
  }
  // What the page lists beside the picture (figures/projection/map.py, LISTED) stands in the legend of a saved one.
  const data = element.data.map((/** @type {any} */ trace) => (trace.legendrank === 999 ? { ...trace, showlegend: true } : trace))
  return { data, layout }
}

/**
 * The named dot under the pointer, or null.
 * @param {import("./chart.js").Chart} chart
 * @param {{ clientX: number, clientY: number }} event
 * @returns {{ cloud: Cloud, index: number } | null}
 */
export function dotAt({ element, clouds }, event) {
  const { width, height, window, ...corner } = areaOf(element)
  const box = element.getBoundingClientRect()
  const [left, top] = [event.clientX - box.left - corner.left, event.clientY - box.top - corner.top]
  if (left < 0 || top < 0 || left > width || top > height) return null
  const { x: [x0, x1], y: [y0, y1] } = window
  const [across, up] = [width / (x1 - x0), height / (y1 - y0)]
  let best = null
  let nearest = REACH * REACH
  for (const cloud of clouds) {
    if (!cloud.names) continue
    for (let index = 0; index < cloud.x.length; index++) {
      const right = (cloud.x[index] - x0) * across - left
      const down = (y1 - cloud.y[index]) * up - top
      const gap = right * right + down * down
      if (gap >= nearest) continue
      nearest = gap
      best = { cloud, index }
    }
  }
  return best
}
