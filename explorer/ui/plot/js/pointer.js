// What the pointer does on a chart: names of dots under it, and clicks. A press counts as a click when it is released
// less than 4 pixels from where it began, so that turning a 3D scene with the button down on a point chooses nothing.

import { dotAt } from "./canvas.js"
import { saidOf } from "./clouds.js"
import { names } from "./plotly.js"

const STILL = 4 // pixels

/** @param {any} value */
const plain = (value) => (ArrayBuffer.isView(value) ? Array.from(/** @type {any} */ (value)) : value)

/**
 * A point of Plotly's as the server reads it (explorer/ui/plot/chart.py, `Point`).
 * @param {any} point
 */
export const described = (point) => ({
  curve: point.curveNumber,
  name: point.data?.name ?? null,
  index: point.pointNumber ?? point.pointIndex ?? null,
  x: plain(point.x) ?? null,
  y: plain(point.y) ?? null,
  z: plain(point.z) ?? null,
  customdata: plain(point.customdata) ?? null,
})

/**
 * Whether a press that began at one place and ends at another is a click.
 * @param {{ clientX: number, clientY: number }} start
 * @param {{ clientX: number, clientY: number }} end
 */
export const isClick = (start, end) => Math.hypot(end.clientX - start.clientX, end.clientY - start.clientY) < STILL

/**
 * Clicks, once for each chart. Plotly says which point of a 3D scene was meant while the button is still down, so the
 * point waits until the button is up.
 * @param {import("./chart.js").Chart} chart
 */
export function watchClicks(chart) {
  const { element } = chart
  /** @type {{ clientX: number, clientY: number } | null} */
  let start = null
  let turned = false
  /** @type {any} */
  let meant = null
  const send = (/** @type {any} */ point) => {
    meant = null
    if (chart.spec.events.includes("click")) chart.component.setTriggerValue("click", point)
  }
  element.on("plotly_click", (/** @type {any} */ event) => {
    if (!event.points?.length) return
    if (!chart.scene) return send(described(event.points[0]))
    meant = described(event.points[0])
    if (!start && !turned) send(meant)
  })
  element.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    start = event
    meant = null
    turned = false
    const moved = (/** @type {PointerEvent} */ now) => {
      turned ||= !isClick(event, now)
    }
    window.addEventListener("pointermove", moved, true)
    const released = (/** @type {PointerEvent} */ end) => {
      window.removeEventListener("pointermove", moved, true)
      window.removeEventListener("pointercancel", released, true)
      window.removeEventListener("pointerup", released, true)
      start = null
      turned ||= end.type === "pointercancel" || !isClick(event, end)
      if (turned) meant = null
      else if (meant) send(meant)
      else pickDot(chart, end)
    }
    window.addEventListener("pointerup", released, true)
    window.addEventListener("pointercancel", released, true)
  }, true)
}

/**
 * The row of the table that a dot stands for.
 * @param {{ cloud: import("./clouds.js").Cloud, index: number }} dot
 */
export const rowOf = ({ cloud, index }) => cloud.rows?.[index] ?? index

/** @param {import("./chart.js").Chart} chart @param {PointerEvent} event */
function pickDot(chart, event) {
  if (!chart.clouds.length || !chart.spec.events.includes("click") || names(chart.element)) return
  const dot = dotAt(chart, event)
  if (!dot) return
  const { cloud: { curve, name, x, y }, index } = dot
  chart.component.setTriggerValue("click", { curve, name, index: rowOf(dot), x: x[index], y: y[index], z: null, customdata: null })
}

/**
 * Names of dots under the pointer, once for each chart; returns what hides the name.
 * @param {import("./chart.js").Chart} chart
 * @returns {() => void}
 */
export function watchNames(chart) {
  const { element } = chart
  const tip = Object.assign(document.createElement("div"), { className: "explorer-tip", hidden: true })
  tip.style.cssText =
    "position:absolute;z-index:5;pointer-events:none;padding:2px 8px;font-size:max(14px,.9rem);white-space:pre;max-width:90%;overflow:hidden;text-overflow:ellipsis;background:var(--st-background-color);color:var(--st-text-color);border:1px solid var(--st-text-color)"
  element.style.position = "relative"
  const hide = () => void (tip.hidden = true)
  let pointer = 0
  element.on("plotly_hover", hide)
  element.addEventListener("pointerleave", hide)
  element.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    cancelAnimationFrame(pointer)
    pointer = requestAnimationFrame(async () => {
      const dot = chart.clouds.length && !event.buttons && !names(element) ? dotAt(chart, event) : null
      if (!dot?.cloud.names) return hide()
      tip.textContent = await saidOf(dot)
      if (!tip.isConnected) element.append(tip)
      tip.hidden = false
      const box = element.getBoundingClientRect()
      const left = Math.min(event.clientX - box.left + 14, box.width - tip.offsetWidth - 2)
      Object.assign(tip.style, { left: `${Math.max(0, left)}px`, top: `${event.clientY - box.top - 30}px` })
    })
  })
  return hide
}
