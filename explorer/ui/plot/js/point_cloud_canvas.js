// Canvas with a chart's point clouds, behind Plotly's axes and marks: painted when the chart is drawn or dragged, included
// in saved pictures, and queried for the dot under the pointer.

import { areaOf, notesOf, numberOf } from "./plotly.js"
import { rasterize } from "./rasterize.js"

const SLOW = 12 // milliseconds of painting above which a dragged picture moves as an image until it stops
const REACH = 12, FINGER = 40 // pixels between the pointer, or a fingertip, and a hit dot

/**
 * Clouds of a chart, rendered as an image of the visible window.
 * @param {HTMLCanvasElement} canvas
 * @param {any[]} clouds
 * @param {import("./plotly.js").Area} area
 * @param {number} ratio
 */
function paint(canvas, clouds, { width, height, window }, ratio) {
  Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) })
  const { pixels, painted } = rasterize(canvas, clouds, window, ratio)
  canvas.getContext("2d")?.putImageData(new ImageData(/** @type {any} */ (pixels), canvas.width, canvas.height), 0, 0)
  return painted
}

/**
 * Paint the clouds of a chart that Plotly has just drawn, moved or resized.
 * @param {import("./chart.js").Chart} chart
 * @param {boolean} moving whether it is being dragged
 */
export function showClouds(chart, moving = false) {
  const { element, clouds } = chart
  if (!clouds.length) {
    chart.layer?.remove()
    chart.layer = null
    delete element.dataset.painted
    return
  }
  const area = areaOf(element)
  const { left, top, width, height, window: seen } = area
  if (!width || !height) return
  chart.layer ??= Object.assign(document.createElement("div"), { className: "explorer-cloud", innerHTML: "<canvas>" })
  const { layer, painted } = chart
  const canvas = /** @type {HTMLCanvasElement} */ (layer.firstChild)
  if (layer.parentElement !== element) element.prepend(layer)
  layer.style.cssText = `position:absolute;overflow:hidden;pointer-events:none;left:${left}px;top:${top}px;width:${width}px;height:${height}px`
  if (moving && painted && painted.cost > SLOW) {
    canvas.style.transform = slid(painted.window, seen, area)
    return
  }
  const what = JSON.stringify([seen, width, height])
  if (painted?.clouds !== clouds || painted.what !== what) {
    const begun = performance.now()
    element.dataset.painted = String(paint(canvas, clouds, area, Math.min(window.devicePixelRatio || 1, 2)))
    chart.painted = { clouds, what, window: seen, cost: performance.now() - begun }
  }
  canvas.style.cssText = `display:block;width:${width}px;height:${height}px;transform-origin:0 0`
}

/**
 * CSS transform that maps an image of one window to another window.
 * @param {{ x: number[], y: number[] }} from
 * @param {{ x: number[], y: number[] }} to
 * @param {{ width: number, height: number }} size
 */
export function slid(from, to, { width, height }) {
  const [across, up] = [width / (to.x[1] - to.x[0]), height / (to.y[1] - to.y[0])]
  const [right, down] = [(from.x[0] - to.x[0]) * across, (to.y[1] - from.y[1]) * up]
  return `matrix(${((from.x[1] - from.x[0]) * across) / width}, 0, 0, ${((from.y[1] - from.y[0]) * up) / height}, ${right}, ${down})`
}

/**
 * The chart for a saved file: clouds as an image behind the marks, without hidden labels, on the page's colour.
 * @param {import("./chart.js").Chart} chart
 * @param {string} paper
 */
export function exported({ element, clouds }, paper) {
  const layout = { ...element.layout, width: element.clientWidth, height: element.clientHeight, paper_bgcolor: paper }
  const hidden = new Set(notesOf(element).filter((label) => label.style.visibility === "hidden").map(numberOf))
  layout.annotations = layout.annotations?.filter((/** @type {any} */ _, /** @type {number} */ index) => !hidden.has(index))
  if (clouds.length) {
    const area = areaOf(element)
    const canvas = document.createElement("canvas")
    paint(canvas, clouds, area, 2)
    const { x, y } = area.window
    const box = { xref: "x", yref: "y", x: x[0], y: y[1], sizex: x[1] - x[0], sizey: y[1] - y[0], xanchor: "left", yanchor: "top" }
    layout.images = [{ source: canvas.toDataURL("image/png"), ...box, sizing: "stretch", layer: "below" }]
    layout.xaxis = { ...layout.xaxis, range: x, autorange: false }
    layout.yaxis = { ...layout.yaxis, range: y, autorange: false }
  }
  // A saved picture has in its legend what the page lists beside it (figures/projection/word_map.py, LISTED).
  const data = element.data.map((/** @type {any} */ trace) => (trace.legendrank === 999 ? { ...trace, showlegend: true } : trace))
  return { data, layout }
}

/**
 * The named dot under the pointer, or null.
 * @param {import("./chart.js").Chart} chart
 * @param {{ clientX: number, clientY: number, pointerType?: string }} event
 * @returns {{ cloud: import("./point_clouds.js").Cloud, index: number } | null}
 */
export function dotAt({ element, clouds }, event) {
  if (!clouds.length) return null
  const { width, height, window: { x: [x0, x1], y: [y0, y1] }, ...corner } = areaOf(element)
  const box = element.getBoundingClientRect()
  const [left, top] = [event.clientX - box.left - corner.left, event.clientY - box.top - corner.top]
  if (left < 0 || top < 0 || left > width || top > height) return null
  const [across, up] = [width / (x1 - x0), height / (y1 - y0)]
  let best = null
  let nearest = (event.pointerType === "touch" ? FINGER : REACH) ** 2
  for (const cloud of clouds) {
    if (!cloud.names) continue
    for (let index = 0; index < cloud.x.length; index++) {
      const gap = ((cloud.x[index] - x0) * across - left) ** 2 + ((y1 - cloud.y[index]) * up - top) ** 2
      if (gap >= nearest) continue
      nearest = gap
      best = { cloud, index }
    }
  }
  return best
}
