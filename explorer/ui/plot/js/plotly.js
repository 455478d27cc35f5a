// Plotly: the bundle that a figure needs, and reads of undocumented properties of a drawn chart (seen in plotly.js 4.1.1):
// the position of its axes, and the elements of its annotations. Nothing of Plotly's is modified.

import { root } from "./streamlit_internals.js"

/** @type {Map<string, Promise<any>>} */
const libraries = new Map()

/** @param {any[]} traces */
export const isScene = (traces) => traces.some((trace) => trace.type === "scatter3d")

/** How often a bundle failed to load. Browsers remember that of a module's address, so the next try has another one. */
let failures = 0

/**
 * Load a bundle of plotly.js from this server, once. It is a module with an address, whose compiled code browsers keep.
 * @param {string} file name below /app/static/
 * @returns {Promise<any>}
 */
export function library(file) {
  const known = libraries.get(file)
  if (known) return known
  const loading = import(`${root()}/app/static/${file}${failures ? `?${failures}` : ""}`).then(
    (module) => module.default,
    () => {
      failures++
      libraries.delete(file)
      throw new Error("plotly.js did not load")
    },
  )
  libraries.set(file, loading)
  return loading
}

/** What a drag does on a chart without a tool: with a mouse it enlarges a part; a finger scrolls the page, and enlarges by the toolbar's buttons. */
export const restingMode = () => (matchMedia("(pointer: coarse)").matches ? false : "zoom")

/**
 * Created once per chart: Plotly.react takes another configuration object, even an equal one, for a new chart and drops
 * the zoom. The toolbar has no links to other servers: no "Share chart", no logo.
 */
export const configuration = (/** @type {string[]} */ events) => ({
  // Where the server is told of taps and not of the zoom, two quick taps are two taps.
  doubleClick: events.includes("click") && !events.includes("view") ? false : "reset+autosize",
  responsive: true,
  displaylogo: false,
  showSendToCloud: false,
  plotlyServerURL: "",
  // On a phone the toolbar would cover the picture; the actions below the chart can save it.
  displayModeBar: window.matchMedia("(max-width: 640px)").matches ? false : "hover",
  modeBarButtonsToRemove: ["toImage", "lasso2d", "select2d", "autoScale2d", "sendChartToCloud"],
})

/**
 * Plot area of a 2D chart, in pixels from its corner, and the visible window in data coordinates.
 * @typedef {{ left: number, top: number, width: number, height: number, free: boolean, window: { x: number[], y: number[] } }} Area
 */

/** @param {any} element @returns {Area} of a chart that has no room the sides are 0; `free`: it shows everything */
export function areaOf(element) {
  const { xaxis, yaxis } = element._fullLayout
  const [width, height] = [xaxis._length, yaxis._length].map((length) => Math.max(0, length || 0))
  const window = { x: xaxis.range.map(Number), y: yaxis.range.map(Number) }
  return { left: xaxis._offset, top: yaxis._offset, width, height, free: xaxis.autorange && yaxis.autorange, window }
}

/** The parts of a flat chart that its axes take, as they were drawn. @param {any} element */
export const domainsOf = ({ _fullLayout: { xaxis, yaxis } }) => ({ "xaxis.domain": [...xaxis.domain], "yaxis.domain": [...yaxis.domain] })

/** Elements of a chart's annotations, in 2D or in a scene. @param {Element} element @returns {HTMLElement[]} */
export const notesOf = (element) => [...element.querySelectorAll(".annotation, .annotation-scene")].map((note) => /** @type {any} */ (note))

/** Where a note is drawn: around its text, less the arrow. @param {Element} note */
export const boxOf = (note) => (note.querySelector("rect.bg") ?? note).getBoundingClientRect()

/** The index in the layout of a drawn annotation. @param {Element} note */
export const numberOf = (note) => Number(/** @type {HTMLElement} */ (note).dataset.index)
