// Choosing dots on a picture: a box or a loop drawn with mouse, finger or keyboard, or all that is in sight. Two corners of
// a box, or up to 24 of a loop, go to the server in the numbers of the axes; which dots lie inside is found there, so that
// the list, the script and a link all mean the same outline.

import { areaOf } from "./plotly.js"
import { short } from "./view.js"

const MOST = 24 // corners of a loop
const SMALL = 6 // pixels; a smaller outline is a slip
const STEP = 0.02 // of the picture, that an arrow key moves

const TOOLS = /** @type {const} */ ([["box", "Box"], ["lasso", "Lasso"], ["window", "All in sight"]])
const HINTS = {
  box: "Drag a box around the dots. By keyboard: arrows move it, Shift and arrows change its size, Enter takes it, Esc ends.",
  lasso: "Draw a loop around the dots. By keyboard: a box, moved by arrows, sized by Shift and arrows; Enter takes it, Esc ends.",
}

const STYLE = `
.explorer-select { display: flex; flex-wrap: wrap; gap: .35rem .5rem; align-items: center; padding-top: .35rem; font-size: 1rem; color: var(--st-text-color); font-family: var(--st-font); }
.explorer-select button { all: unset; box-sizing: border-box; min-height: 2rem; padding: .2rem .7rem; border: 1px solid var(--st-border-color, currentColor); border-radius: .4rem; cursor: pointer; }
.explorer-select button[aria-pressed=true] { background: var(--st-text-color); color: var(--st-background-color); }
.explorer-select button:focus-visible, .explorer-lasso:focus-visible { outline: 3px solid; outline-offset: 2px; }
.explorer-select [role=status]:not(:empty) { flex-basis: 100%; }
.explorer-lasso { position: absolute; z-index: 4; touch-action: none; cursor: crosshair; }
.explorer-lasso polygon { fill: color-mix(in srgb, currentColor 12%, transparent); stroke: currentColor; stroke-width: 2; stroke-dasharray: 6 4; }
@media print { .explorer-select { display: none; } }
`

/**
 * @typedef {[number, number]} Spot pixels from the left and the top of the drawing area, or numbers of the axes
 * @typedef {{ row: HTMLElement, placed: () => void }} Tools
 */

/**
 * How far a spot lies from the line between two others.
 * @param {Spot} spot
 * @param {Spot} from
 * @param {Spot} to
 */
function away([x, y], from, to) {
  const [across, up] = [to[0] - from[0], to[1] - from[1]]
  const length = across * across + up * up
  const along = length ? Math.max(0, Math.min(1, ((x - from[0]) * across + (y - from[1]) * up) / length)) : 0
  return Math.hypot(x - from[0] - along * across, y - from[1] - along * up)
}

/**
 * A path without the spots that lie within `gap` of a straight line between those that stay (Douglas and Peucker 1973).
 * @param {Spot[]} path
 * @param {number} gap
 * @returns {Spot[]}
 */
function straightened(path, gap) {
  if (path.length < 3) return path
  const [first, last] = [path[0], path[path.length - 1]]
  let [farthest, most] = [0, 0]
  path.forEach((spot, at) => {
    const far = away(spot, first, last)
    if (far > most) [farthest, most] = [at, far]
  })
  if (most <= gap) return [first, last]
  return [...straightened(path.slice(0, farthest + 1), gap).slice(0, -1), ...straightened(path.slice(farthest), gap)]
}

/**
 * A loop with at most `most` corners: the finest that has so few.
 * @param {Spot[]} path
 * @param {number} most
 */
export function cornersOf(path, most = MOST) {
  let gap = 0.5
  let corners = straightened(path, gap)
  while (corners.length > most) corners = straightened(path, gap *= 1.5)
  return corners
}

/**
 * Pixels of the drawing area in the numbers of its axes, to three digits of what is in sight.
 * @param {Spot[]} spots
 * @param {{ x: number[], y: number[] }} window
 * @param {{ width: number, height: number }} size
 * @returns {string[][]}
 */
export function inNumbers(spots, { x: [x0, x1], y: [y0, y1] }, { width, height }) {
  return spots.map(([left, top]) => [short(x0 + (left / width) * (x1 - x0), x1 - x0), short(y1 - (top / height) * (y1 - y0), y1 - y0)])
}

/** @param {Spot[]} spots */
const sizeOf = (spots) => [0, 1].map((side) => Math.max(...spots.map((spot) => spot[side])) - Math.min(...spots.map((spot) => spot[side])))

/** @param {Spot} from @param {Spot} to @returns {Spot[]} */
const boxOf = ([x0, y0], [x1, y1]) => [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]

/**
 * The row of buttons of a chart that asks for it ("select" among its events), made once.
 * @param {import("./chart.js").Chart} chart
 */
export function selecting(chart) {
  if (!chart.spec.events.includes("select") || chart.tools) return
  if (!document.getElementById("explorer-select")) {
    document.head.append(Object.assign(document.createElement("style"), { id: "explorer-select", textContent: STYLE }))
  }
  const row = Object.assign(document.createElement("div"), { className: "explorer-select" })
  row.setAttribute("role", "group")
  row.setAttribute("aria-label", "Select dots on the picture")
  row.append(Object.assign(document.createElement("span"), { textContent: "Select:" }))
  const said = document.createElement("span")
  said.setAttribute("role", "status")
  /** @type {ReturnType<typeof drawing> | null} */
  let open = null
  const buttons = TOOLS.map(([tool, text]) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: text })
    if (tool !== "window") button.setAttribute("aria-pressed", "false")
    button.addEventListener("click", () => start(tool, button))
    return button
  })
  row.append(...buttons, said)
  const end = () => {
    open?.layer.remove()
    open = null
    said.textContent = ""
    buttons.forEach((button) => button.hasAttribute("aria-pressed") && button.setAttribute("aria-pressed", "false"))
  }
  /** @param {Spot[]} spots */
  const take = (spots) => {
    const { width, height, window } = areaOf(chart.element)
    end()
    chart.component.setTriggerValue("select", inNumbers(spots, window, { width, height }))
  }
  /** @param {"box" | "lasso" | "window"} tool @param {HTMLElement} button */
  const start = (tool, button) => {
    if (!chart.element.plotly || chart.scene) return
    const again = button.getAttribute("aria-pressed") === "true"
    end()
    if (again) return
    const { width, height } = areaOf(chart.element)
    if (tool === "window") return take([[0, 0], [width, height]])
    button.setAttribute("aria-pressed", "true")
    said.textContent = HINTS[tool]
    open = drawing(chart, tool, { take, end: () => (end(), button.focus()) })
    open.place()
    open.layer.focus({ preventScroll: true })
    open.layer.scrollIntoView({ block: "nearest" })
  }
  chart.element.after(row)
  chart.tools = { row, placed: () => open?.place() }
}

/**
 * The layer on which an outline is drawn.
 * @param {import("./chart.js").Chart} chart
 * @param {"box" | "lasso"} tool
 * @param {{ take: (spots: Spot[]) => void, end: () => void }} then
 */
function drawing(chart, tool, { take, end }) {
  const layer = Object.assign(document.createElement("div"), { className: "explorer-lasso", tabIndex: 0 })
  layer.setAttribute("role", "application")
  layer.setAttribute("aria-label", HINTS[tool])
  layer.innerHTML = '<svg width="100%" height="100%" aria-hidden="true"><polygon></polygon></svg>'
  const outline = /** @type {SVGPolygonElement} */ (layer.querySelector("polygon"))
  /** @param {Spot[]} spots */
  const draw = (spots) => outline.setAttribute("points", spots.map((spot) => spot.join(",")).join(" "))
  /** @type {Spot[]} */
  let path = []
  const corners = () => (tool === "box" ? /** @type {Spot[]} */ ([path[0], path[path.length - 1]]) : cornersOf(path))
  /** @param {PointerEvent} event @returns {Spot} */
  const spotOf = (event) => {
    const box = layer.getBoundingClientRect()
    return [Math.max(0, Math.min(box.width, event.clientX - box.left)), Math.max(0, Math.min(box.height, event.clientY - box.top))]
  }
  layer.addEventListener("pointerdown", (event) => {
    event.stopPropagation()
    layer.setPointerCapture(event.pointerId)
    path = [spotOf(event)]
  })
  layer.addEventListener("pointermove", (event) => {
    event.stopPropagation()
    if (!path.length) return
    path.push(spotOf(event))
    draw(tool === "box" ? boxOf(path[0], path[path.length - 1]) : path)
  })
  layer.addEventListener("pointerup", (event) => {
    event.stopPropagation()
    const spots = path.length ? corners() : []
    path = []
    // A line is no loop: on the server two corners are those of a box.
    if (spots.length < 2 || Math.max(...sizeOf(spots)) < SMALL || (tool === "lasso" && spots.length < 3)) return draw([])
    take(spots)
  })
  layer.addEventListener("pointercancel", () => draw(path = []))
  watchKeys(layer, draw, take, end)
  const place = () => {
    const { left, top, width, height } = areaOf(chart.element)
    Object.assign(layer.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
    if (layer.parentElement !== chart.element) chart.element.append(layer)
  }
  return { layer, place }
}

/**
 * The keyboard's box: arrows move it, with Shift they move its lower right corner.
 * @param {HTMLElement} layer
 * @param {(spots: Spot[]) => void} draw
 * @param {(spots: Spot[]) => void} take
 * @param {() => void} end
 */
function watchKeys(layer, draw, take, end) {
  /** @type {number[] | null} shares of the layer: left, top, right, bottom */
  let box = null
  layer.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return end()
    const { clientWidth: width, clientHeight: height } = layer
    /** @returns {[Spot, Spot]} */
    const ends = () => {
      const [left, top, right, bottom] = box ?? [0, 0, 0, 0]
      return [[left * width, top * height], [right * width, bottom * height]]
    }
    if (event.key === "Enter") {
      event.preventDefault()
      if (box) take(ends())
      return
    }
    box = movedBox(box, event.key, event.shiftKey)
    if (!box || !event.key.startsWith("Arrow")) return
    event.preventDefault()
    event.stopPropagation()
    draw(boxOf(...ends()))
  })
}

/**
 * A box after an arrow key, in shares of the picture; the first arrow lays it into the middle.
 * @param {number[] | null} box left, top, right, bottom
 * @param {string} key
 * @param {boolean} sizing
 */
export function movedBox(box, key, sizing) {
  const steps = /** @type {Record<string, number[]>} */ ({ ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] })
  if (!steps[key]) return box
  if (!box) return [0.35, 0.35, 0.65, 0.65]
  const [across, down] = steps[key]
  const [left, top, right, bottom] = box
  if (sizing) return [left, top, Math.min(1, Math.max(left + STEP, right + across)), Math.min(1, Math.max(top + STEP, bottom + down))]
  const [x, y] = [Math.min(1 - right, Math.max(-left, across)), Math.min(1 - bottom, Math.max(-top, down))]
  return [left + x, top + y, right + x, bottom + y]
}
