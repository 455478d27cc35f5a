// Pointer events on a chart: names on hover, and clicks. A press is a click if it is released near its start, so that
// rotating a 3D scene selects nothing.

import { dotAt } from "./point_cloud_canvas.js"
import { dotName } from "./point_clouds.js"

const STILL = 4, TOUCHED = 12 // pixels; a fingertip rolls

/** @param {any} value */
const plain = (value) => (ArrayBuffer.isView(value) ? Array.from(/** @type {any} */ (value)) : value ?? null)

/** A point of Plotly's in the server's format (explorer/ui/plot/chart.py, `Point`). @param {any} point */
export const described = (point) => ({
  curve: point.curveNumber,
  index: point.pointNumber ?? point.pointIndex ?? null,
  x: plain(point.x),
  y: plain(point.y),
  z: plain(point.z),
  customdata: plain(point.customdata),
})

/**
 * Whether a press from `start` to `end` is a click.
 * @param {{ clientX: number, clientY: number, pointerType?: string }} start
 * @param {{ clientX: number, clientY: number }} end
 */
export const isClick = (start, end) => Math.hypot(end.clientX - start.clientX, end.clientY - start.clientY) < (start.pointerType === "touch" ? TOUCHED : STILL)

/** Row of the table for a dot. @param {{ cloud: import("./point_clouds.js").Cloud, index: number }} dot */
export const rowOf = ({ cloud, index }) => cloud.rows?.[index] ?? index

/**
 * Attach click handlers to a new chart. Plotly reports the point of a 3D scene at pointer down, so it is stored until
 * pointer up.
 * @param {import("./chart.js").Chart} chart
 */
export function watchClicks(chart) {
  const { element } = chart
  /** @type {{ start: PointerEvent | null, turned: boolean, meant: any, touch: boolean }} */
  const press = { start: null, turned: false, meant: null, touch: false }
  const send = (/** @type {any} */ point) => {
    if (point && chart.spec.events.includes("click")) chart.component.setTriggerValue("click", point)
  }
  element.on("plotly_click", (/** @type {any} */ { points }) => {
    if (!points?.length || (press.touch && chart.clouds.length && !chart.scene)) return // the nearest dot is sent below
    const point = described(points[0])
    if (chart.scene && press.start) press.meant = point
    else if (!chart.scene || !press.turned) send(point)
  })
  element.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => Object.assign(press, { start: event, turned: false, meant: null, touch: event.pointerType === "touch" }), true)
  element.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => (press.turned ||= Boolean(press.start && !isClick(press.start, event))), true)
  const released = (/** @type {PointerEvent} */ event) => {
    if (!press.start) return
    press.turned ||= event.type === "pointercancel" || !isClick(press.start, event)
    press.start = null
    if (!press.turned) send(press.meant ?? (chart.named && !press.touch ? null : clickedDot(chart, event)))
  }
  for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, /** @type {any} */ (released), true)
  chart.ends.push(() => ["pointerup", "pointercancel"].forEach((name) => window.removeEventListener(name, /** @type {any} */ (released), true)))
}

/** @param {import("./chart.js").Chart} chart @param {PointerEvent} event */
function clickedDot(chart, event) {
  const dot = chart.scene ? null : dotAt(chart, event)
  return dot && { curve: dot.cloud.curve, index: rowOf(dot), x: dot.cloud.x[dot.index], y: dot.cloud.y[dot.index], z: null, customdata: null }
}

const TIP =
  "position:absolute;z-index:5;pointer-events:none;padding:2px 8px;font-size:1rem;white-space:pre-wrap;width:max-content;max-width:min(90%,32rem);overflow-wrap:anywhere;background:var(--st-background-color);color:var(--st-text-color);border:1px solid var(--st-text-color)"

/**
 * Show names of dots on hover where Plotly shows none; returns a function that hides the name.
 * @param {import("./chart.js").Chart} chart
 * @returns {() => void}
 */
export function watchNames(chart) {
  const { element } = chart
  const tip = Object.assign(document.createElement("div"), { className: "explorer-tip", hidden: true })
  tip.style.cssText = TIP
  element.append(tip)
  const hide = () => void (tip.hidden = true)
  let pointer = 0
  element.on("plotly_hover", () => (hide(), (chart.named = true)))
  element.on("plotly_unhover", () => (chart.named = false))
  element.addEventListener("pointerleave", hide)
  element.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    cancelAnimationFrame(pointer)
    pointer = requestAnimationFrame(async () => {
      const dot = event.buttons || chart.named || chart.scene ? null : dotAt(chart, event)
      if (!dot) return hide()
      tip.textContent = await dotName(dot)
      tip.hidden = false
      const box = element.getBoundingClientRect()
      const left = Math.min(event.clientX - box.left + 14, box.width - tip.offsetWidth - 2)
      Object.assign(tip.style, { left: `${Math.max(0, left)}px`, top: `${event.clientY - box.top - tip.offsetHeight - 2}px` })
    })
  })
  return hide
}
