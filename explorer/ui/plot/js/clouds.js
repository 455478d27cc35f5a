// Clouds: traces of many dots (their `meta` says so) that are painted on a canvas of our own (canvas.js), all of them, at
// every zoom. Plotly would build objects for each dot first.
// A cloud travels as whole numbers on a grid of 65,536 steps per axis, its names as one compressed text. Some of its
// dots lie on top of it once more: those travel as one bit per dot.

import { NO_VALUE } from "./paint.js"
import { whole } from "./store.js"

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
