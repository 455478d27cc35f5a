// The painter of clouds (canvas.js): stamps a shape for each dot, pixel by pixel, in a blend that ends in one image.
//
// No WebGL: where it runs in software (a school's virtual desktop, Chromium without a graphics card) the half of it that
// was here was the slower one, and a browser allows 16 WebGL contexts per page. What this one takes is measured by
// `python -m benchmarks projection.large_picture`.

/** A code among those of a colour scale that says: no number. */
export const NO_VALUE = 255

/** Dots from which on a cloud of one colour shows how many lie on each other, and is shifted as an image while dragged. */
export const MANY = 100_000
export const SLICE = 20_000 // dots that are stamped before a browser may be given time for something else
const FINE = 4 // parts of a pixel each way, for how much of it a shape covers
const PARTS = FINE * FINE
const FEW = 8 // dots on one another that are as dark as can be, where nowhere more lie

/** @type {Record<string, (u: number, v: number) => boolean>} */
const SHAPES = {
  circle: (u, v) => u * u + v * v <= 1,
  square: (u, v) => Math.max(Math.abs(u), Math.abs(v)) <= 0.9,
  diamond: (u, v) => Math.abs(u) + Math.abs(v) <= 1,
  cross: (u, v) => Math.min(Math.abs(u), Math.abs(v)) <= 0.35,
  x: (u, v) => Math.min(Math.abs(u - v), Math.abs(u + v)) <= 0.5,
  "triangle-up": (u, v) => v >= -0.8 && v <= 0.8 && Math.abs(u) <= (v + 0.8) / 1.6,
  star: (u, v) => Math.hypot(u, v) <= (Math.cos(5 * Math.atan2(u, -v)) > 0 ? 1 : 0.45),
}

/**
 * Red, green and blue of "#rrggbb".
 * @param {unknown} colour
 * @returns {number[]}
 */
export const channels = (colour) =>
  [1, 3, 5].map((at) => parseInt((typeof colour === "string" && colour[0] === "#" ? colour : "#8c8c8c").slice(at, at + 2), 16))

/**
 * Red, green and blue of each dot, or of all of them alike. Codes 0 to 254 run along the marker's colour scale, whose
 * stops are evenly spaced. Kinds 1, 2, … have the colours of their looks, which begin again where there are more kinds
 * than looks; kind 0 is none.
 * @param {{ codes?: Uint8Array, kinds?: Uint8Array | Uint16Array | Uint32Array, looks?: [string, string][], marker: any }} cloud
 * @returns {number[] | Uint8Array}
 */
export function tintsOf({ codes, kinds, looks, marker }) {
  const plain = channels(marker.color)
  if (kinds && looks) {
    const colours = looks.map(([colour]) => channels(colour))
    const tints = new Uint8Array(3 * kinds.length)
    kinds.forEach((kind, i) => tints.set(kind ? colours[(kind - 1) % colours.length] : plain, 3 * i))
    return tints
  }
  if (!codes) return plain
  const stops = marker.colorscale.map((/** @type {[number, string]} */ stop) => channels(stop[1]))
  const ramp = Array.from({ length: NO_VALUE }, (_, code) => {
    const at = (code / (NO_VALUE - 1)) * (stops.length - 1)
    const [low, high] = [stops[Math.floor(at)], stops[Math.ceil(at)]]
    return low.map((/** @type {number} */ value, /** @type {number} */ channel) => value + (high[channel] - value) * (at % 1))
  })
  const tints = new Uint8Array(3 * codes.length)
  codes.forEach((code, i) => tints.set(ramp[code] ?? plain, 3 * i))
  return tints
}

/**
 * How much of each pixel of a side × side square a shape covers, 0 to 1.
 * @param {string} symbol
 * @param {number} side
 */
export function stampOf(symbol, side) {
  const [inside, fine] = [SHAPES[symbol] ?? SHAPES.circle, FINE]
  const stamp = new Float32Array(side * side)
  for (let at = 0; at < side * side * fine * fine; at++) {
    const [column, row] = [at % (side * fine), Math.floor(at / (side * fine))]
    const [u, v] = [column, row].map((place) => ((place + 0.5) / (side * fine)) * 2 - 1)
    if (inside(u, v)) stamp[Math.floor(row / fine) * side + Math.floor(column / fine)] += 1 / (fine * fine)
  }
  return stamp
}

/**
 * How much of a pixel is covered where `here` dots lie on one another and `most` anywhere: a lone dot by its own opacity,
 * the densest place wholly, and between them by the logarithm, so that no crowd is one flat grey.
 * @param {number} here
 * @param {number} most
 * @param {number} opacity of a dot
 */
export const shade = (here, most, opacity) =>
  here < 1 ? here * opacity : Math.min(1, opacity + ((1 - opacity) * Math.log(here)) / Math.log(Math.max(most, FEW)))

/**
 * Where an image of one window lies in another window of the same size, for `drawImage`.
 * @param {{ x: number[], y: number[] }} from
 * @param {{ x: number[], y: number[] }} to
 * @param {{ width: number, height: number }} size in pixels
 * @returns {[number, number, number, number]} left, top, width, height
 */
export function slid(from, to, { width, height }) {
  const [across, up] = [width / (to.x[1] - to.x[0]), height / (to.y[1] - to.y[0])]
  return [(from.x[0] - to.x[0]) * across, (to.y[1] - from.y[1]) * up, (from.x[1] - from.x[0]) * across, (from.y[1] - from.y[0]) * up]
}

/**
 * The clouds, later ones over earlier ones, as an image of the window `{x: [left, right], y: [bottom, top]}`; rests after
 * each slice of the work.
 * @param {{ width: number, height: number }} size in pixels
 * @param {any[]} clouds with `x`, `y`, `tints`, `marker`, and `kinds` and `looks` where they have any
 * @param {{ x: number[], y: number[] }} window
 * @param {number} ratio pixels to a CSS pixel
 * @returns {Generator<void, { pixels: Uint8ClampedArray, painted: number }>} how many dots lie in sight
 */
export function* stamping({ width, height }, clouds, { x: [x0, x1], y: [y0, y1] }, ratio) {
  const blend = new Float32Array(4 * width * height) // red, green, blue times how much is covered; how much is covered
  let painted = 0
  for (const { x, y, tints, marker, kinds, looks } of clouds) {
    const side = Math.max(1, Math.round(marker.size * ratio))
    const shaped = (/** @type {string} */ symbol) => stampOf(symbol, side).map((cover) => cover * (marker.opacity ?? 1))
    const own = shaped(marker.symbol)
    const stamps = kinds && looks.map((/** @type {[string, string]} */ look) => shaped(look[1]))
    const alike = tints.length === 3
    const [across, up, half] = [width / (x1 - x0), height / (y1 - y0), side / 2]
    if (alike && x.length > MANY) {
      const sums = new Uint32Array(width * height)
      const count = counter(sums, { width, height }, { x, y, side, stamp: stampOf(marker.symbol, side) }, { x0, y1, across, up })
      for (let first = 0; first < x.length; first += SLICE) {
        painted += count(first, Math.min(x.length, first + SLICE))
        yield
      }
      darken(blend, sums, tints, marker.opacity ?? 1)
      continue
    }
    for (let i = 0; i < x.length; i++) {
      if (i % SLICE === SLICE - 1) yield
      const left = Math.round((x[i] - x0) * across - half)
      const top = Math.round((y1 - y[i]) * up - half)
      if (left <= -side || top <= -side || left >= width || top >= height) continue
      painted += 1
      const tint = alike ? 0 : 3 * i
      const stamp = kinds?.[i] ? stamps[(kinds[i] - 1) % stamps.length] : own
      const red = tints[tint], green = tints[tint + 1], blue = tints[tint + 2]
      const [from, to] = [Math.max(0, -left), Math.min(side, width - left)]
      const last = Math.min(side, height - top)
      for (let v = Math.max(0, -top); v < last; v++) {
        let at = 4 * ((top + v) * width + left + from)
        for (let u = from; u < to; u++, at += 4) {
          const over = stamp[v * side + u]
          const under = 1 - over
          blend[at] = blend[at] * under + red * over
          blend[at + 1] = blend[at + 1] * under + green * over
          blend[at + 2] = blend[at + 2] * under + blue * over
          blend[at + 3] = blend[at + 3] * under + over
        }
      }
    }
  }
  yield
  const pixels = new Uint8ClampedArray(blend.length)
  for (let at = 0; at < blend.length; at += 4) {
    const cover = blend[at + 3]
    if (!cover) continue
    pixels[at] = blend[at] / cover
    pixels[at + 1] = blend[at + 1] / cover
    pixels[at + 2] = blend[at + 2] / cover
    pixels[at + 3] = 255 * cover
  }
  return { pixels, painted }
}

/**
 * All of `stamping` at once.
 * @param {{ width: number, height: number }} size
 * @param {any[]} clouds
 * @param {{ x: number[], y: number[] }} window
 * @param {number} ratio
 */
export function stamped(size, clouds, window, ratio) {
  const work = stamping(size, clouds, window, ratio)
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/**
 * What adds the dots from one number up to another, which is left out, to the counts of the pixels, in parts of a dot
 * (`PARTS` is one whole), and says how many of them lie in sight.
 * @param {Uint32Array} sums
 * @param {{ width: number, height: number }} size
 * @param {{ x: Float32Array, y: Float32Array, side: number, stamp: Float32Array }} dots
 * @param {{ x0: number, y1: number, across: number, up: number }} scale
 */
function counter(sums, { width, height }, { x, y, side, stamp }, { x0, y1, across, up }) {
  const half = side / 2
  const places = [...stamp.keys()].filter((place) => stamp[place] > 0)
  const parts = Uint32Array.from(places, (place) => Math.round(stamp[place] * PARTS))
  const [columns, lines] = [1, side].map((step) => Int32Array.from(places, (place) => Math.floor(place / step) % side))
  const offsets = Int32Array.from(places, (_, at) => lines[at] * width + columns[at])
  return (/** @type {number} */ from, /** @type {number} */ to) => {
    let painted = 0
    for (let i = from; i < to; i++) {
      const left = Math.round((x[i] - x0) * across - half)
      const top = Math.round((y1 - y[i]) * up - half)
      if (left <= -side || top <= -side || left >= width || top >= height) continue
      painted += 1
      const first = top * width + left
      if (left >= 0 && top >= 0 && left + side <= width && top + side <= height) {
        for (let at = 0; at < parts.length; at++) sums[first + offsets[at]] += parts[at]
        continue
      }
      for (let at = 0; at < parts.length; at++) {
        const [column, line] = [left + columns[at], top + lines[at]]
        if (column >= 0 && line >= 0 && column < width && line < height) sums[line * width + column] += parts[at]
      }
    }
    return painted
  }
}

/**
 * Lay a crowd over an image: darker, the more dots lie on a pixel.
 * @param {Float32Array} blend
 * @param {Uint32Array} crowd from `counter`
 * @param {number[] | Uint8Array} tint
 * @param {number} opacity
 */
function darken(blend, crowd, [red, green, blue], opacity) {
  let most = 0
  for (let at = 0; at < crowd.length; at++) if (crowd[at] > most) most = crowd[at]
  const shades = new Float32Array(most + 1) // each worked out once: one logarithm per pixel took a third of all this
  for (let at = 0, pixel = 0; at < crowd.length; at++, pixel += 4) {
    const here = crowd[at]
    if (!here) continue
    const over = (shades[here] ||= shade(here / PARTS, most / PARTS, opacity))
    const under = 1 - over
    blend[pixel] = blend[pixel] * under + red * over
    blend[pixel + 1] = blend[pixel + 1] * under + green * over
    blend[pixel + 2] = blend[pixel + 2] * under + blue * over
    blend[pixel + 3] = blend[pixel + 3] * under + over
  }
}

/**
 * Put the clouds on a canvas; rests like `stamping`, and then returns how many dots lie in sight.
 * @param {HTMLCanvasElement} canvas
 * @param {any[]} clouds
 * @param {{ width: number, height: number }} size that the canvas gets
 * @param {{ x: number[], y: number[] }} window
 * @param {number} ratio
 * @returns {Generator<void, number>}
 */
export function* paint(canvas, clouds, size, window, ratio) {
  const { pixels, painted } = yield* stamping(size, clouds, window, ratio)
  yield
  Object.assign(canvas, size)
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"))
  context.putImageData(new ImageData(/** @type {any} */ (pixels), canvas.width, canvas.height), 0, 0)
  return painted
}
