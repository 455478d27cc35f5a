// Rasterizer of point clouds: stamps each dot's shape into an image. Without WebGL, because with software rendering (a
// school's virtual desktop) Plotly's scattergl reaches 20 to 27 frames per second when 30,522 dots are dragged, and it
// draws nothing if WebGL is missing; Plotly's SVG reaches 10.

import { NO_VALUE } from "./point_clouds.js"

/** Dots from which on a cloud of one colour shows density (HUGE in figures/projection/word_map.py). */
export const MANY = 100_000
const FINE = 4 // subpixels per axis, for antialiasing
const FEW = 8 // overlapping dots with full opacity, if nowhere more overlap

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

/** Red, green and blue of "#rrggbb". @param {unknown} colour */
export const channels = (colour) =>
  [1, 3, 5].map((at) => parseInt((typeof colour === "string" && colour[0] === "#" ? colour : "#8c8c8c").slice(at, at + 2), 16))

/** Coverage of each pixel of a side × side square by a shape, 0 to 1. @param {string} symbol @param {number} side */
export function stampOf(symbol, side) {
  const [inside, wide] = [SHAPES[symbol] ?? SHAPES.circle, side * FINE]
  const stamp = new Float32Array(side * side)
  for (let at = 0; at < wide * wide; at++) {
    const [column, row] = [at % wide, Math.floor(at / wide)]
    if (inside(((column + 0.5) / wide) * 2 - 1, ((row + 0.5) / wide) * 2 - 1)) stamp[Math.floor(row / FINE) * side + Math.floor(column / FINE)] += 1 / (FINE * FINE)
  }
  return stamp
}

/**
 * Colours of a cloud, and the colour of each dot. Kinds 1, 2, … cycle through the looks; kind 0 is none. Codes 0 to 254
 * are values on the marker's colour scale, whose stops are evenly spaced.
 * @param {any} cloud
 * @returns {{ colours: number[][], colourOf: (dot: number) => number }}
 */
export function paletteOf({ codes, kinds, looks, marker }) {
  const plain = channels(marker.color)
  if (kinds) {
    const colours = [plain, ...looks.map((/** @type {[string, string]} */ [colour]) => channels(colour))]
    return { colours, colourOf: (dot) => (kinds[dot] ? 1 + ((kinds[dot] - 1) % looks.length) : 0) }
  }
  if (!codes) return { colours: [plain], colourOf: () => 0 }
  const stops = marker.colorscale.map((/** @type {[number, string]} */ stop) => channels(stop[1]))
  const ramp = Array.from({ length: NO_VALUE }, (_, code) => {
    const at = (code / (NO_VALUE - 1)) * (stops.length - 1)
    const [low, high] = [stops[Math.floor(at)], stops[Math.ceil(at)]]
    return low.map((/** @type {number} */ value, /** @type {number} */ channel) => value + (high[channel] - value) * (at % 1))
  })
  return { colours: [...ramp, plain], colourOf: (dot) => codes[dot] }
}

/**
 * Opacity of a pixel where `here` dots overlap, with at most `most` anywhere: a single dot has its own opacity, the densest
 * pixel is opaque, with a logarithmic scale between.
 * @param {number} here
 * @param {number} most
 * @param {number} opacity of a dot
 */
export const shade = (here, most, opacity) =>
  here < 1 ? here * opacity : Math.min(1, opacity + ((1 - opacity) * Math.log(here)) / Math.log(Math.max(most, FEW)))

/**
 * Render the clouds, later ones on top, for the window `{x: [left, right], y: [bottom, top]}`; also returns the number of
 * visible dots.
 * @param {{ width: number, height: number }} size in pixels
 * @param {any[]} clouds
 * @param {{ x: number[], y: number[] }} window
 * @param {number} ratio device pixels per CSS pixel
 */
export function rasterize({ width, height }, clouds, { x: [x0, x1], y: [y0, y1] }, ratio) {
  const blend = new Float32Array(4 * width * height) // premultiplied red, green, blue; alpha
  const lay = (/** @type {number} */ at, /** @type {number[]} */ colour, /** @type {number} */ over) => {
    const under = 1 - over
    blend[at] = blend[at] * under + colour[0] * over
    blend[at + 1] = blend[at + 1] * under + colour[1] * over
    blend[at + 2] = blend[at + 2] * under + colour[2] * over
    blend[at + 3] = blend[at + 3] * under + over
  }
  const [across, up] = [width / (x1 - x0), height / (y1 - y0)]
  let painted = 0
  for (const cloud of clouds) {
    const { x, y, marker, kinds, looks } = cloud
    const [side, opacity] = [Math.max(1, Math.round(marker.size * ratio)), marker.opacity ?? 1]
    const stamps = [marker.symbol, ...(kinds ? looks.map((/** @type {[string, string]} */ look) => look[1]) : [])].map((symbol) => stampOf(symbol, side))
    const { colours, colourOf } = paletteOf(cloud)
    const crowd = colours.length === 1 && x.length > MANY ? new Float32Array(width * height) : null
    for (let dot = 0; dot < x.length; dot++) {
      const left = Math.round((x[dot] - x0) * across - side / 2)
      const top = Math.round((y1 - y[dot]) * up - side / 2)
      if (left <= -side || top <= -side || left >= width || top >= height) continue
      painted += 1
      const colour = colourOf(dot)
      const stamp = stamps[kinds ? colour : 0]
      const [from, to, last] = [Math.max(0, -left), Math.min(side, width - left), Math.min(side, height - top)]
      for (let v = Math.max(0, -top); v < last; v++) {
        for (let u = from, at = (top + v) * width + left + from; u < to; u++, at++) {
          const cover = stamp[v * side + u]
          if (crowd) crowd[at] += cover
          else if (cover) lay(4 * at, colours[colour], cover * opacity)
        }
      }
    }
    const most = crowd ? crowd.reduce((high, sum) => Math.max(high, sum), 0) : 0
    crowd?.forEach((here, at) => here && lay(4 * at, colours[0], shade(here, most, opacity)))
  }
  const pixels = new Uint8ClampedArray(blend.length)
  for (let at = 0; at < blend.length; at += 4) {
    const cover = blend[at + 3]
    if (!cover) continue
    for (let channel = 0; channel < 3; channel++) pixels[at + channel] = blend[at + channel] / cover
    pixels[at + 3] = 255 * cover
  }
  return { pixels, painted }
}
