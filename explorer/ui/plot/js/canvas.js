// The canvas on which a chart's clouds lie, behind Plotly's axes and marks: painted and shifted as the chart is drawn, moved
// or resized, taken along into a saved picture, and asked for the dot under the pointer.

import { MANY, paint, slid, stamped, tintsOf } from "./paint.js"
import { areaOf, ground, notesOf, numberOf, workedOut } from "./plotly.js"

/** @typedef {import("./clouds.js").Cloud} Cloud */

const BUSY = 6 // milliseconds of a frame that painting takes at most, but for one step of it
const REACH = 12 // pixels between the pointer and the dot that is meant

/**
 * Paint the clouds of a chart that Plotly has just drawn, moved or resized.
 * @param {import("./chart.js").Chart} chart
 * @param {"" | "moving" | "moved"} when it is being dragged, many dots are shifted as an image; after it they stay so
 *   until they are painted, a slice in each frame
 */
export function showClouds(chart, when = "") {
  const { element, clouds } = chart
  cancelAnimationFrame(chart.work)
  if (!clouds.length) {
    chart.canvas?.remove()
    chart.canvas = null
    chart.rest = chart.painted = null
    delete element.dataset.painted
    return
  }
  const { left, top, width, height, window: seen } = areaOf(element)
  const box = ground(element)
  if (!box || !width || !height) return
  const ratio = Math.min(window.devicePixelRatio || 1, 2)
  chart.canvas ??= Object.assign(document.createElement("canvas"), { className: "explorer-cloud" })
  if (when && chart.rest) shift(chart.canvas, chart.rest, seen)
  if (when === "moving" && chart.rest) {
    chart.painted = null
    return
  }
  const { style } = chart.canvas
  const size = { width: Math.round(width * ratio), height: Math.round(height * ratio) }
  const wanted = ofPicture(clouds, size, seen, ratio)
  if (chart.painted?.length !== wanted.length || wanted.some((part, at) => part !== chart.painted?.[at])) {
    Object.assign(style, { position: "absolute", pointerEvents: "none" })
    for (const cloud of clouds) cloud.tints ??= tintsOf(cloud)
    const work = paint(chart.canvas, clouds, size, seen, ratio)
    const go = (/** @type {number} */ until) => {
      const { done, value } = forward(work, until)
      if (!done) return void (chart.work = requestAnimationFrame((now) => go(now + BUSY)))
      element.dataset.painted = String(value)
      chart.painted = wanted
      const dots = clouds.reduce((sum, cloud) => sum + cloud.x.length, 0)
      chart.rest = dots > MANY ? { image: copied(/** @type {HTMLCanvasElement} */ (chart.canvas)), window: seen } : null
    }
    go(when && chart.rest ? 0 : Infinity)
  }
  for (const [side, pixels] of Object.entries({ left, top, width, height })) style.setProperty(side, `${pixels}px`)
  if (chart.canvas.parentElement !== box) box.prepend(chart.canvas)
}

/**
 * Go on with a piece of work until a given time, by one step at least.
 * @param {Generator<void, number>} work
 * @param {number} until by `performance.now`
 */
function forward(work, until) {
  for (;;) {
    const step = work.next()
    if (step.done || performance.now() >= until) return step
  }
}

/**
 * All that a painted image depends on, to be compared part by part: Plotly tells of one drawing two or three times, and
 * the same many dots need not be painted each time.
 * @param {Cloud[]} clouds
 * @param {{ width: number, height: number }} size
 * @param {{ x: number[], y: number[] }} window
 * @param {number} ratio
 * @returns {any[]}
 */
export const ofPicture = (clouds, size, window, ratio) => [
  JSON.stringify([size, window, ratio, clouds.map(({ marker, looks }) => [marker, looks])]),
  ...clouds.flatMap(({ x, y, codes, kinds }) => [x, y, codes, kinds]),
]

/** @param {HTMLCanvasElement} canvas */
function copied(canvas) {
  const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height })
  copy.getContext("2d")?.drawImage(canvas, 0, 0)
  return copy
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {{ image: HTMLCanvasElement, window: { x: number[], y: number[] } }} rest as it was painted last
 * @param {{ x: number[], y: number[] }} window what is to be seen now
 */
function shift(canvas, rest, window) {
  const context = canvas.getContext("2d")
  context?.clearRect(0, 0, canvas.width, canvas.height)
  context?.drawImage(rest.image, ...slid(rest.window, window, canvas))
}

/**
 * The chart for a saved file: with its clouds as an image behind the marks, without the names that are hidden, on the
 * page's colour.
 * @param {import("./chart.js").Chart} chart
 * @param {string} paper
 */
export function exported({ element, clouds }, paper) {
  const { width, height } = workedOut(element)
  const layout = { ...element.layout, width, height, paper_bgcolor: paper }
  const hidden = notesOf(element).filter((label) => label.style.visibility === "hidden")
  layout.annotations = layout.annotations?.filter((/** @type {any} */ _, /** @type {number} */ index) => !hidden.some((label) => numberOf(label) === index))
  if (clouds.length) {
    const area = areaOf(element)
    const canvas = Object.assign(document.createElement("canvas"), { width: 2 * Math.round(area.width), height: 2 * Math.round(area.height) })
    const { x, y } = area.window
    const { pixels } = stamped(canvas, clouds, { x, y }, 2)
    canvas.getContext("2d")?.putImageData(new ImageData(/** @type {any} */ (pixels), canvas.width, canvas.height), 0, 0)
    const place = { xref: "x", yref: "y", x: x[0], y: y[1], sizex: x[1] - x[0], sizey: y[1] - y[0], xanchor: "left", yanchor: "top" }
    layout.images = [{ source: canvas.toDataURL("image/png"), ...place, sizing: "stretch", layer: "below" }]
    layout.xaxis = { ...layout.xaxis, range: x, autorange: false }
    layout.yaxis = { ...layout.yaxis, range: y, autorange: false }
  }
  // What the page lists beside the picture (figures/projection/map.py, LISTED) stands in the legend of a saved one.
  const data = element.data.map((/** @type {any} */ trace) => (trace.legendrank === 999 ? { ...trace, showlegend: true } : trace))
  return { data, layout }
}

/**
 * The named dot under the pointer, or null.
 * @param {import("./chart.js").Chart} chart
 * @param {{ clientX: number, clientY: number }} event
 * @returns {{ cloud: Cloud, index: number } | null}
 */
export function dotAt({ element, clouds }, event) {
  const { width, height, window, ...corner } = areaOf(element)
  const box = element.getBoundingClientRect()
  const [left, top] = [event.clientX - box.left - corner.left, event.clientY - box.top - corner.top]
  if (left < 0 || top < 0 || left > width || top > height) return null
  const { x: [x0, x1], y: [y0, y1] } = window
  const [across, up] = [width / (x1 - x0), height / (y1 - y0)]
  let best = null
  let nearest = REACH * REACH
  for (const cloud of clouds) {
    if (!cloud.names) continue
    for (let index = 0; index < cloud.x.length; index++) {
      const right = (cloud.x[index] - x0) * across - left
      const down = (y1 - cloud.y[index]) * up - top
      const gap = right * right + down * down
      if (gap >= nearest) continue
      nearest = gap
      best = { cloud, index }
    }
  }
  return best
}
