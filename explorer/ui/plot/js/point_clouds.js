// Point clouds: 2D traces with many dots (marked in `meta`), which rasterize.js draws instead of Plotly. Coordinates are sent
// as integers on a grid of 65,536 steps per axis, names as one compressed text, and highlighted subsets as one bit per dot
// (explorer/figures/projection/point_cloud.py).

/** Colour scale code for a missing number. */
export const NO_VALUE = 255

/**
 * @typedef {{ curve: number, x: Float32Array, y: Float32Array, names: (() => Promise<string[]>) | null, name: string,
 *   marker: any, rows?: Uint32Array, codes?: Uint8Array, kinds?: ArrayLike<number>, looks?: [string, string][],
 *   titles?: (() => Promise<string[]>) | null }} Cloud
 */

/** Indices of the set bits, from the highest bit of each byte. @param {Uint8Array} bits */
export function rowsOf(bits) {
  const rows = []
  for (let row = 0; row < 8 * bits.length; row++) if (bits[row >> 3] & (128 >> (row & 7))) rows.push(row)
  return Uint32Array.from(rows)
}

/** List of texts, decompressed on first use. @param {Uint8Array | undefined} packed @returns {(() => Promise<string[]>) | null} */
function lazyList(packed) {
  if (!packed) return null
  /** @type {Promise<string[]> | undefined} */
  let list
  const stream = () => new Blob([/** @type {any} */ (packed)]).stream().pipeThrough(new DecompressionStream("deflate"))
  return () => (list ??= new Response(stream()).text().then((text) => text.split("\n")))
}

/** All dots of a trace: coordinates, names, kinds. @param {any} trace */
function unfolded({ meta, marker, ...trace }) {
  const axes = ["x", "y", "z"].filter((axis) => meta[axis])
  const numbers = axes.map((axis) => [axis, Float32Array.from(trace[axis], (code) => meta[axis][0] + meta[axis][1] * code)])
  const { codes, kinds, looks } = meta
  const steps = (marker.cmax - marker.cmin) / (NO_VALUE - 1)
  const values = codes && { color: Float32Array.from(codes, (code) => (code === NO_VALUE ? NaN : marker.cmin + steps * code)) }
  return { axes: Object.fromEntries(numbers), names: lazyList(meta.names), titles: lazyList(meta.titles), codes, kinds, looks, values }
}

/**
 * Split a figure into what Plotly draws and the clouds, for which empty traces provide legend and colour bar.
 * @param {{ data: any[], layout: any }} spec
 * @returns {Promise<{ clouds: Cloud[], data: any[], layout: any }>}
 */
export async function takeClouds(spec) {
  /** @type {Cloud[]} */
  const clouds = []
  const wholes = spec.data.map((trace) => (trace.meta?.x ? unfolded(trace) : null))
  const data = await Promise.all(spec.data.map((trace, curve) => {
    const { meta, ...rest } = trace
    const whole = wholes[meta?.bits ? meta.of : curve]
    if (!whole) return trace
    const rows = meta.bits && rowsOf(meta.bits)
    const picked = (/** @type {any} */ values) => (rows && values ? values.constructor.from(rows, (/** @type {number} */ row) => values[row]) : values)
    const axes = /** @type {any} */ (Object.fromEntries(Object.entries(whole.axes).map(([axis, values]) => [axis, picked(values)])))
    const { names, titles, kinds, codes, values } = whole
    if (trace.type === "scatter3d") return rows ? { ...rest, ...axes, customdata: rows, hoverinfo: "skip" } : sceneTrace({ ...rest, ...axes }, whole)
    const looks = rows ? /** @type {[string, string][]} */ ([[trace.marker.color, trace.marker.symbol]]) : whole.looks
    const { name, marker } = trace
    clouds.push({ curve, ...axes, names, name, marker, rows, codes: rows ? undefined : codes, kinds: picked(kinds), looks, titles })
    return { ...rest, type: "scatter", x: [null], y: [null], hoverinfo: "skip", marker: { ...marker, ...(values && !rows && { color: [0] }) } }
  }))
  const layout = { ...spec.layout }
  for (const name of /** @type {("x" | "y")[]} */ (clouds.length ? ["x", "y"] : [])) {
    // A double click must show all dots, including those that Plotly does not have.
    layout[`${name}axis`] = { ...layout[`${name}axis`], autorangeoptions: { include: clouds.flatMap((cloud) => extremes(cloud[name])).filter(Number.isFinite) } }
  }
  return { clouds, data, layout }
}

/**
 * Dots of a 3D scene, drawn by Plotly, with names, and with colours and shapes of kinds.
 * @param {any} trace
 * @param {ReturnType<typeof unfolded>} whole
 */
async function sceneTrace(trace, { names, titles, kinds, looks, values }) {
  const marker = { ...trace.marker, ...values }
  if (kinds) {
    const each = Array.from(kinds, (kind) => (kind ? looks[(kind - 1) % looks.length] : [marker.color, marker.symbol]))
    Object.assign(marker, { color: each.map(([colour]) => colour), symbol: each.map(([, symbol]) => symbol) })
  }
  if (!names) return { ...trace, marker, hoverinfo: "skip" }
  const [said, kindNames] = [await names(), kinds && (await titles?.())]
  const text = said.map((name, row) => (kindNames?.[kinds[row]] ? `${name} · ${kindNames[kinds[row]]}` : name))
  const lines = (/** @type {string} */ name) => (name.length > 60 ? name.replace(/.{40,60}?\s(?=.)|.{60}(?=.)/gu, "$&\n") : name)
  return { ...trace, marker, text: text.map((name) => lines(name).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\n", "<br>")) }
}

/** Hover text of a dot: its name, and that of its kind if it has one. @param {{ cloud: Cloud, index: number }} dot */
export async function dotName({ cloud, index }) {
  const name = (await cloud.names?.())?.[cloud.rows?.[index] ?? index] ?? ""
  const kind = cloud.kinds && (await cloud.titles?.())?.[cloud.kinds[index]]
  return kind ? `${name} · ${kind}` : name
}

/** The lowest and the highest of many values. @param {Iterable<number>} values */
export function extremes(values) {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return [low, high]
}
