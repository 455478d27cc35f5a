// One map on a canvas: dots by kind of word, the names of the kinds, and the chosen word with lines to its true neighbours.

import { fitted, middle } from "./map_geometry.js"

const DOT = 3
const HALO = 4
const MARGIN = 26

/** @type {Record<string, string>} paths of the symbols around 0, 0 */
const SHAPES = {
  circle: "M-1 0a1 1 0 1 1 2 0a1 1 0 1 1-2 0z",
  square: "M-.9-.9H.9V.9H-.9z",
  diamond: "M0-1.3L1.3 0L0 1.3L-1.3 0z",
  "triangle-up": "M0-1.3L1.13.65H-1.13z",
  star: "M0-1.5L.35-.49L1.43-.46L.57.19L.88 1.21L0 .6L-.88 1.21L-.57.19L-1.43-.46L-.35-.49z",
  cross: "M-.4-1.4H.4V-.4H1.4V.4H.4V1.4H-.4V.4H-1.4V-.4H-.4z",
  x: "M0-.57L.71-1.27L1.27-.71L.57 0L1.27.71L.71 1.27L0 .57L-.71 1.27L-1.27.71L-.57 0L-1.27-.71L-.71-1.27z",
}

/**
 * Draw a map; returns its points on the canvas, in CSS pixels.
 * @param {HTMLCanvasElement} canvas
 * @param {Float32Array} positions
 * @param {{ words: string[], kinds: { name: string, color: string, symbol: string, ids: number[] }[], plain: number[], colours: { plain: string, chosen: string }, near: number[][] | Uint16Array[] }} data
 * @param {{ chosen: number, kind: number, theme: { ink: string, paper: string, font: string }, letter: number }} look
 */
export function paint(canvas, positions, data, look) {
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"))
  const [wide, high, dense] = [canvas.clientWidth, canvas.clientHeight, window.devicePixelRatio || 1]
  if (canvas.width !== Math.round(wide * dense)) canvas.width = Math.round(wide * dense)
  if (canvas.height !== Math.round(high * dense)) canvas.height = Math.round(high * dense)
  pen.setTransform(dense, 0, 0, dense, 0, 0)
  pen.clearRect(0, 0, wide, high)
  const placed = fitted(positions, wide, high, Math.min(MARGIN, wide / 8))
  const { ink, paper, font } = look.theme
  const dot = wide < 240 ? DOT * 0.6 : DOT * Math.max(1, look.letter / 20)
  const faint = look.kind >= 0 || look.chosen >= 0
  pen.globalAlpha = faint ? 0.3 : 0.75
  group(pen, placed, data.plain, data.colours.plain, "circle", dot * 0.7)
  data.kinds.forEach((kind, number) => {
    pen.globalAlpha = look.kind === number ? 1 : faint ? 0.25 : 0.9
    group(pen, placed, kind.ids, kind.color, kind.symbol, dot)
  })
  pen.globalAlpha = 1
  pen.font = `${look.letter}px ${font}`
  pen.textBaseline = "middle"
  pen.lineJoin = "round"
  /** @type {number[][]} */
  const taken = []
  const write = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ must) => {
    const width = pen.measureText(text).width
    const left = Math.max(2, Math.min(wide - width - 2, x))
    const [top, end, bottom] = [y - look.letter * 0.65, left + width, y + look.letter * 0.65]
    if (!must && taken.some((box) => left < box[2] && end > box[0] && top < box[3] && bottom > box[1])) return
    taken.push([left, top, end, bottom])
    pen.strokeStyle = paper
    pen.lineWidth = HALO
    pen.strokeText(text, left, y)
    pen.fillStyle = ink
    pen.fillText(text, left, y)
  }
  if (look.chosen >= 0) choose(pen, placed, data, look, dot, write)
  else {
    data.kinds.forEach((kind, number) => {
      if (!kind.ids.length || (look.kind >= 0 && look.kind !== number)) return
      const [x, y] = middle(placed, kind.ids)
      write(kind.name, x - pen.measureText(kind.name).width / 2, y, false)
    })
  }
  return placed
}

/** @param {CanvasRenderingContext2D} pen @param {Float32Array} placed @param {number[]} ids @param {string} color @param {string} symbol @param {number} r */
function group(pen, placed, ids, color, symbol, r) {
  const [shape, all] = [new Path2D(SHAPES[symbol]), new Path2D()]
  for (const i of ids) all.addPath(shape, { a: r, d: r, e: placed[2 * i], f: placed[2 * i + 1] })
  pen.fillStyle = color
  pen.fill(all)
}

/** @param {CanvasRenderingContext2D} pen @param {Float32Array} placed @param {any} data @param {any} look @param {number} dot @param {any} write */
function choose(pen, placed, data, look, dot, write) {
  const of = look.chosen
  const [x, y] = [placed[2 * of], placed[2 * of + 1]]
  pen.strokeStyle = look.theme.ink
  pen.lineWidth = 1.2
  for (const other of data.near[of]) {
    pen.beginPath()
    pen.moveTo(x, y)
    pen.lineTo(placed[2 * other], placed[2 * other + 1])
    pen.stroke()
    pen.beginPath()
    pen.arc(placed[2 * other], placed[2 * other + 1], dot + 1, 0, 7)
    pen.fillStyle = look.theme.ink
    pen.fill()
  }
  pen.beginPath()
  pen.arc(x, y, dot + 4, 0, 7)
  pen.lineWidth = 3
  pen.strokeStyle = data.colours.chosen
  pen.stroke()
  write(data.words[of], x + dot + 8, y, true)
  for (const other of data.near[of]) write(data.words[other], placed[2 * other] + dot + 4, placed[2 * other + 1], false)
}
