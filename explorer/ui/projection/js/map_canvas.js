// One map on a canvas: dots by kind of word, the names of the kinds, and the chosen word with lines to its true neighbours.

import { fitted, middle } from "./map_geometry.js"

const DOT = 3
const HALO = 4
const MARGIN = 26

/** @type {Record<string, (pen: CanvasRenderingContext2D, x: number, y: number, r: number) => void>} */
const SHAPES = {
  circle: (pen, x, y, r) => pen.arc(x, y, r, 0, 7),
  square: (pen, x, y, r) => pen.rect(x - r * 0.9, y - r * 0.9, 1.8 * r, 1.8 * r),
  diamond: (pen, x, y, r) => polygon(pen, x, y, 1.3 * r, 4, -90),
  "triangle-up": (pen, x, y, r) => polygon(pen, x, y, 1.3 * r, 3, -90),
  star: (pen, x, y, r) => {
    for (let i = 0; i < 10; i += 1) corner(pen, x, y, (i % 2 ? 0.6 : 1.5) * r, 36 * i - 90, i)
    pen.closePath()
  },
  cross: (pen, x, y, r) => bars(pen, x, y, r, 0),
  x: (pen, x, y, r) => bars(pen, x, y, r, 45),
}

/** @param {CanvasRenderingContext2D} pen @param {number} x @param {number} y @param {number} r @param {number} degrees @param {number} i */
function corner(pen, x, y, r, degrees, i) {
  const turn = (degrees * Math.PI) / 180
  pen[i ? "lineTo" : "moveTo"](x + r * Math.cos(turn), y + r * Math.sin(turn))
}

/** @param {CanvasRenderingContext2D} pen @param {number} x @param {number} y @param {number} r @param {number} sides @param {number} first */
function polygon(pen, x, y, r, sides, first) {
  for (let i = 0; i < sides; i += 1) corner(pen, x, y, r, first + (360 * i) / sides, i)
  pen.closePath()
}

/** @param {CanvasRenderingContext2D} pen @param {number} x @param {number} y @param {number} r @param {number} turned */
function bars(pen, x, y, r, turned) {
  for (let arm = 0; arm < 4; arm += 1) {
    for (const [i, [along, aside]] of [[0, -0.4], [1.4, -0.4], [1.4, 0.4], [0, 0.4]].entries()) {
      corner(pen, x, y, r * Math.hypot(along, aside), turned + 90 * arm + (Math.atan2(aside, along) * 180) / Math.PI, i)
    }
    pen.closePath()
  }
}

/**
 * Draw a map; returns its points on the canvas, in CSS pixels.
 * @param {HTMLCanvasElement} canvas
 * @param {Float32Array} positions
 * @param {{ words: string[], kinds: { name: string, color: string, symbol: string, ids: number[] }[], plain: number[], colours: { plain: string, chosen: string }, near: number[][] | Uint16Array[] }} data
 * @param {{ chosen: number, kind: number, theme: { ink: string, paper: string, font: string }, letter: number, names: boolean }} look
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
  else if (look.names) {
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
  pen.fillStyle = color
  for (const i of ids) {
    pen.beginPath()
    SHAPES[symbol](pen, placed[2 * i], placed[2 * i + 1], r)
    pen.fill()
  }
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
