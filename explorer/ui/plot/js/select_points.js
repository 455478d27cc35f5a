// Selection of dots in a picture: a box or a lasso by mouse, finger (Plotly's tools) or keyboard, or all visible dots. Two
// corners of a box, or up to 24 of a lasso, are sent to the server in data coordinates; the server finds the dots inside,
// so that list, script and link use the same outline.

import { areaOf, restingMode } from "./plotly.js"
import { short } from "./view_link.js"

const MOST = 24 // corners of a lasso
const SMALL = 6 // pixels; lower or narrower outlines are ignored
const STEP = 0.02 // share of the picture per arrow key

const KEYS = "By keyboard: arrows move a box, Shift and arrows change its size, Enter takes it, Esc ends."
/** @type {Record<string, { text: string, mode: string, hint: string }>} */
const TOOLS = {
  box: { text: "Box", mode: "select", hint: `Drag a box around the dots. ${KEYS}` },
  lasso: { text: "Lasso", mode: "lasso", hint: `Draw a loop around the dots. ${KEYS}` },
  window: { text: "All in sight", mode: "", hint: "" },
}

/** @typedef {[number, number]} Spot pixels from the left and the top of the drawing area */

/** At most `MOST` of a path's places, evenly. @param {Spot[]} path */
export const cornersOf = (path) => path.filter((_, at) => at % Math.ceil(path.length / MOST) === 0)

/**
 * Convert pixels to data coordinates, to three digits of the visible range.
 * @param {Spot[]} spots
 * @param {{ width: number, height: number, window: { x: number[], y: number[] } }} area
 * @returns {string[][]}
 */
export const inNumbers = (spots, { width, height, window: { x: [x0, x1], y: [y0, y1] } }) =>
  spots.map(([left, top]) => [short(x0 + (left / width) * (x1 - x0), x1 - x0), short(y1 - (top / height) * (y1 - y0), y1 - y0)])

/**
 * Corners of Plotly's selection in pixels; none if it is too small.
 * @param {{ range?: any, lassoPoints?: any }} told
 * @param {{ width: number, height: number, window: { x: number[], y: number[] } }} area
 * @returns {Spot[]}
 */
export function outlineOf({ range, lassoPoints }, { width, height, window: { x: [x0, x1], y: [y0, y1] } }) {
  const { x, y } = range ?? lassoPoints ?? { x: [], y: [] }
  /** @type {Spot[]} */
  const path = Array.from(x, (value, at) => [((value - x0) / (x1 - x0)) * width, ((y1 - y[at]) / (y1 - y0)) * height])
  const large = path.length > 1 && [0, 1].every((side) => Math.max(...path.map((spot) => spot[side])) - Math.min(...path.map((spot) => spot[side])) >= SMALL)
  const corners = large && !range ? cornersOf(path) : path
  // Two corners would be a box on the server.
  return large && corners.length >= (range ? 2 : 3) ? corners : []
}

/** Selection buttons of a chart with "select" among its events, created once. @param {import("./chart.js").Chart} chart */
export function addTools(chart) {
  const { element } = chart
  const row = Object.assign(document.createElement("div"), { className: "explorer-select", innerHTML: "<span>Select:</span><span role=status></span>" })
  row.setAttribute("role", "group")
  row.setAttribute("aria-label", "Select dots on the picture")
  const said = /** @type {HTMLElement} */ (row.lastChild)
  /** @type {Record<string, HTMLElement>} */
  const buttons = {}
  /** @type {number[] | null} the keyboard's box */
  let box = null
  const open = (/** @type {string} */ tool) => {
    box = null
    chart.dragmode = TOOLS[tool]?.mode ?? ""
    said.textContent = TOOLS[tool]?.hint ?? ""
    for (const [name, button] of Object.entries(buttons)) if (TOOLS[name].mode) button.setAttribute("aria-pressed", String(name === tool))
    return element.plotly.relayout(element, { dragmode: chart.dragmode || restingMode(), selections: [] })
  }
  const take = (/** @type {Spot[]} */ spots) => {
    const area = areaOf(element)
    open("")
    if (spots.length) chart.component.setTriggerValue("select", inNumbers(spots, area))
  }
  for (const [tool, { text, mode }] of Object.entries(TOOLS)) {
    const button = (buttons[tool] = Object.assign(document.createElement("button"), { type: "button", textContent: text }))
    if (mode) button.setAttribute("aria-pressed", "false")
    button.addEventListener("click", () => {
      if (!element.plotly || chart.scene) return
      const { width, height } = areaOf(element)
      if (!mode) return take([[0, 0], [width, height]])
      open(button.getAttribute("aria-pressed") === "true" ? "" : tool)
      element.scrollIntoView({ block: "nearest" })
    })
    said.before(button)
  }
  row.addEventListener("keydown", (event) => {
    if (!chart.dragmode) return
    if (event.key === "Escape") open("")
    const area = areaOf(element)
    /** @returns {Spot[]} */
    const ends = () => (box ? [[box[0] * area.width, box[1] * area.height], [box[2] * area.width, box[3] * area.height]] : [])
    if (event.key === "Enter" && box) event.preventDefault(), take(ends())
    if (!event.key.startsWith("Arrow")) return
    event.preventDefault()
    box = movedBox(box, event.key, event.shiftKey)
    const [[x0, y0], [x1, y1]] = inNumbers(ends(), area)
    element.plotly.relayout(element, { selections: [{ type: "rect", xref: "x", yref: "y", x0, y0, x1, y1 }] })
  })
  const listen = () => element.on("plotly_selected", (/** @type {any} */ told) => {
    const spots = chart.dragmode && !box && told ? outlineOf(told, areaOf(element)) : []
    if (spots.length) take(spots)
  })
  element.after(row)
  return { row, listen }
}

/**
 * Box after an arrow key, in shares of the picture; the first arrow key places it in the middle, and Shift moves its lower
 * right corner.
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
