// Picture of a question that is answered by tapping, from a few kilobytes of JSON (student_screen_picture.py): lines, dots, texts. Range
// inputs show the same numbers and are the keyboard's alternative.

import { node, shape } from "../frame/dom.js"

/** Storage key of the sketch of a step that is being edited, for its preview. */
export const SKETCH = "explorer-lesson-sketch"
const SIDES = { left: 46, right: 12, top: 14, bottom: 40 }

/** A number as the app writes it, or with a decimal comma. @param {number} value @param {boolean} [comma] */
export function said(value, comma) {
  const text = value.toLocaleString("en", { maximumSignificantDigits: 6 }).replace("-", "−")
  return comma ? text.replace(/[,.]/g, (sign) => (sign === "." ? "," : "\u202f")) : text
}

/** Steps of a slider from low to high: about a hundred, of 1, 2 or 5. @param {number} low @param {number} high */
export function stepOf(low, high) {
  const least = (high - low) / 200
  const unit = 10 ** Math.floor(Math.log10(least))
  const step = unit * ([1, 2, 5].find((each) => each * unit >= least * 0.999) ?? 10)
  return Number.isInteger(low) && Number.isInteger(high) && high - low >= 5 ? Math.max(1, step) : step
}

/** The number on that step. @param {number} value @param {number} low @param {number} high */
export function onStep(value, low, high) {
  const step = stepOf(low, high)
  const near = low + Math.round((value - low) / step) * step
  return Number(Math.min(high, Math.max(low, near)).toPrecision(6))
}

/**
 * Sliders with their values; reports every change during a drag, and its end.
 * @param {Element} root @param {string[]} names @param {number[]} low @param {number[]} high
 * @param {(at: number, value: number, last: boolean) => void} changed @param {boolean} [comma]
 * @returns {(values: number[] | undefined) => void} shows other values
 */
export function sliders(root, names, low, high, changed, comma) {
  const rows = names.map((name, at) => {
    const label = node("label", "slider", undefined, root)
    node("span", "", name, label)
    const value = node("b", "", "–", label)
    const middle = onStep((low[at] + high[at]) / 2, low[at], high[at])
    const attributes = { type: "range", "aria-label": name, min: low[at], max: high[at], step: stepOf(low[at], high[at]), value: middle }
    const input = node("input", "", undefined, label, /** @type {any} */ (attributes))
    for (const [event, last] of /** @type {[string, boolean][]} */ ([["input", false], ["change", true]]))
      input.addEventListener(event, () => changed(at, Number(input.value), last))
    return { label, input, value }
  })
  return (values) =>
    rows.forEach(({ label, input, value }, at) => {
      label.classList.toggle("unset", !values) // it stands on no value before it is moved
      if (values) input.value = String(values[at])
      value.textContent = values ? said(values[at], comma) : "–"
    })
}

/**
 * Axes, lines, dots and texts of a picture.
 * @param {Element} root @param {any} picture
 * @returns {{ svg: any, over: any, across: (x: number) => number, up: (y: number) => number,
 *   spot: (event: PointerEvent) => number[] }} `over`: where answers are drawn; `spot`: the point under a finger
 */
export function drawn(root, picture) {
  const { left, right, top, bottom } = SIDES
  const svg = shape("svg", { class: "plot", role: "img" }, root) // first, since an empty container has no width
  const name = `${picture.names.filter(Boolean).join(" across, ")}${picture.names[1] ? " up" : ""}`
  const [y0, y1] = picture.y
  // With equal scales on both axes the height follows from the ranges, and is at most the width.
  const spare = picture.square ? Math.max(0, y1 - y0 - picture.x[1] + picture.x[0]) / 2 : 0
  const [x0, x1] = [picture.x[0] - spare, picture.x[1] + spare]
  // On a large screen as large as fits its height, so that the whole picture is in sight.
  const fits = (0.72 * innerHeight) / (picture.square ? (y1 - y0) / (x1 - x0 || 1) : 0.75)
  const width = Math.max(280, Math.min(root.clientWidth || 360, Math.max(640, fits)))
  const wide = width - left - right
  const height = picture.square ? Math.round((wide * (y1 - y0)) / (x1 - x0 || 1)) + top + bottom : Math.round(width * 0.75)
  const high = height - top - bottom
  for (const [key, value] of Object.entries({ viewBox: `0 0 ${width} ${height}`, width, height, "aria-label": `Picture: ${name}` }))
    svg.setAttribute(key, String(value))
  svg.style.maxWidth = `${width}px`
  const across = (/** @type {number} */ x) => left + (wide * (x - x0)) / (x1 - x0 || 1)
  const up = (/** @type {number} */ y) => top + (high * (y1 - y)) / (y1 - y0 || 1)
  /** @param {number} x @param {number} y @param {string} text @param {Record<string, string | number>} more */
  const write = (x, y, text, more = {}) => {
    shape("text", { x, y, ...more }, svg).textContent = text
  }
  shape("rect", { x: left, y: top, width: wide, height: high, class: "frame" }, svg)
  for (const x of picture.bare ? [] : ticks(x0, x1)) {
    shape("path", { d: `M${across(x)} ${top + high}v5`, class: "frame" }, svg)
    write(across(x), top + high + 18, said(x), { "text-anchor": "middle" })
  }
  for (const y of picture.bare ? [] : ticks(y0, y1)) {
    shape("path", { d: `M${left} ${up(y)}h-5`, class: "frame" }, svg)
    write(left - 7, up(y) + 4, said(y), { "text-anchor": "end" })
  }
  write(left + wide / 2, height - 6, picture.names[0], { "text-anchor": "middle" })
  write(0, 0, picture.names[1], { transform: `translate(12 ${top + high / 2}) rotate(-90)`, "text-anchor": "middle" })
  for (const [x, words] of picture.marks) {
    shape("path", { d: `M${across(x)} ${top}V${top + high}`, class: "mark" }, svg)
    write(across(x) + 4, top + 14, words)
  }
  for (const { color, dash, arrow, at } of picture.lines)
    shape("path", { d: path(at, across, up) + (arrow ? head(at.map((/** @type {number[]} */ [x, y]) => [across(x), up(y)])) : ""), class: "line", style: color && `stroke: ${color}`, "stroke-dasharray": dash ? "6 4" : "none" }, svg)
  for (const { color, at } of picture.dots)
    for (const [x, y] of at) shape("circle", { cx: across(x), cy: up(y), r: at.length > 60 ? 2.5 : 5, style: color && `fill: ${color}` }, svg)
  for (const [x, y, words] of picture.words) write(across(x), up(y) - 9, words, { "text-anchor": "middle" })
  const named = [...picture.lines, ...picture.dots].filter(({ name, at }) => name && at.length)
  if (named.length) {
    const list = node("p", "names", undefined, root)
    for (const { name, color } of named) node("i", "", undefined, node("span", "", name, list)).style.background = color || "currentColor"
  }
  const over = shape("g", {}, svg)
  /** @param {PointerEvent} event */
  const spot = (event) => {
    const box = svg.getBoundingClientRect()
    const x = ((event.clientX - box.left) * width) / box.width
    const y = ((event.clientY - box.top) * height) / box.height
    return [x0 + ((x - left) * (x1 - x0)) / wide, y1 - ((y - top) * (y1 - y0)) / high]
  }
  return { svg, over, across, up, spot }
}

/** The head of an arrow. @param {number[][]} ends in pixels */
function head([[x, y], [tipX, tipY]]) {
  const angle = Math.atan2(tipY - y, tipX - x)
  const side = (/** @type {number} */ turn) => `${tipX - 9 * Math.cos(angle + turn)} ${tipY - 9 * Math.sin(angle + turn)}`
  return `M${side(0.5)}L${tipX} ${tipY}L${side(-0.5)}`
}

/**
 * Draw one guess over a picture as a cross in a ring, or the true answer as a diamond.
 * @param {any} plot from `drawn` @param {number[]} point @param {string} name
 */
export function put({ over, across, up }, point, name) {
  const [x, y] = [across(point[0]), up(point[1])]
  if (name === "truth") return void shape("path", { d: `M${x} ${y - 10}l10 10l-10 10l-10 -10z`, class: name }, over)
  shape("circle", { cx: x, cy: y, r: name === "said" ? 5 : 10, class: name }, over)
  if (name !== "said") shape("path", { d: `M${x - 14} ${y}h28M${x} ${y - 14}v28`, class: name }, over)
}

/** @param {(number[] | null)[]} spots @param {(x: number) => number} across @param {(y: number) => number} up */
function path(spots, across, up) {
  let pen = "M"
  return spots
    .map((spot) => {
      const step = spot ? `${pen}${across(spot[0]).toFixed(1)} ${up(spot[1]).toFixed(1)}` : ""
      pen = spot ? "L" : "M"
      return step
    })
    .join("")
}

/** Three to six round numbers between the ends of an axis. @param {number} low @param {number} high */
function ticks(low, high) {
  const unit = 10 ** Math.floor(Math.log10((high - low) / 3 || 1))
  const step = [5, 2, 1].map((each) => each * unit).find((each) => (high - low) / each >= 2.5) ?? unit
  const found = []
  for (let tick = Math.ceil(low / step) * step; tick <= high + step / 1e6; tick += step) found.push(Number(tick.toPrecision(6)))
  return found
}
