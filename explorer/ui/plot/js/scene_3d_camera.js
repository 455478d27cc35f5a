// 3D scenes: a button that resets the view, touch gestures that leave vertical scrolling to the page, and a message without
// WebGL. Mouse rotation and wheel zoom are Plotly's own.

import { isScene } from "./plotly.js"

const START = { eye: { x: 1.25, y: 1.25, z: 1.25 }, center: { x: 0, y: 0, z: 0 } } // Plotly's default
const [NEAREST, FARTHEST, STEEPEST] = [0.05, 8, 1.5]

/** @typedef {{ eye: Record<string, number>, center: Record<string, number> }} Camera */

const [NARROW, BACK] = [500, 1.25] // px of width, below which the camera stands farther off, so that the axes' names fit

/** Initial camera of a figure. @param {any} layout @param {Element} element that it is drawn in @returns {Camera} */
export function firstCamera(layout, element) {
  const camera = { ...START, ...layout.scene?.camera }
  return element.clientWidth < NARROW ? moved(camera, 0, 0, 1 / BACK) : camera
}

/**
 * Camera rotated around the vertical axis, tilted (both in radians) and zoomed.
 * @param {Camera} camera
 * @param {number} turn
 * @param {number} tilt
 * @param {number} closer 2: twice as near
 */
export function moved(camera, turn, tilt, closer) {
  const { eye, center } = camera
  const [x, y, z] = ["x", "y", "z"].map((axis) => eye[axis] - center[axis])
  const far = Math.min(FARTHEST, Math.max(NEAREST, Math.hypot(x, y, z) / closer))
  const around = Math.atan2(y, x) + turn
  const above = Math.min(STEEPEST, Math.max(-STEEPEST, Math.atan2(z, Math.hypot(x, y)) + tilt))
  const to = { x: Math.cos(around) * Math.cos(above), y: Math.sin(around) * Math.cos(above), z: Math.sin(above) }
  return { ...camera, eye: Object.fromEntries(Object.entries(to).map(([axis, share]) => [axis, center[axis] + far * share])) }
}

/**
 * Touch gestures on a new scene: one finger horizontally rotates, two zoom and tilt; one finger vertically scrolls the
 * page. Plotly would zoom on all of them.
 * @param {import("./chart.js").Chart} chart
 */
export function watchFingers(chart) {
  const { element } = chart
  element.style.touchAction = "pan-y"
  for (const name of ["touchstart", "touchmove", "touchend"]) element.addEventListener(name, (/** @type {Event} */ event) => event.stopPropagation(), true)
  /** @type {Map<number, PointerEvent>} */
  const fingers = new Map()
  const spread = () => {
    const [one, two] = [...fingers.values()]
    return two ? { x: (one.clientX + two.clientX) / 2, y: (one.clientY + two.clientY) / 2, apart: Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY) } : { x: one.clientX, y: one.clientY, apart: 0 }
  }
  const ended = (/** @type {PointerEvent} */ event) => fingers.delete(event.pointerId)
  element.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => event.pointerType === "touch" && fingers.set(event.pointerId, event))
  element.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    if (!fingers.has(event.pointerId) || !element.plotly) return
    const before = spread()
    fingers.set(event.pointerId, event)
    const now = spread()
    const [right, down] = [now.x - before.x, now.y - before.y].map((pixels) => (Math.PI * pixels) / element.clientWidth)
    const camera = now.apart ? moved(element.layout.scene.camera, -right, down, now.apart / before.apart) : moved(element.layout.scene.camera, -right, 0, 1)
    element.plotly.relayout(element, { "scene.camera": camera })
  })
  for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, /** @type {any} */ (ended))
  chart.ends.push(() => ["pointerup", "pointercancel"].forEach((name) => window.removeEventListener(name, /** @type {any} */ (ended))))
}

/** Reset button, always visible on a scene. @param {import("./chart.js").Chart} chart */
export function addBack(chart) {
  const { element } = chart
  const back = Object.assign(document.createElement("button"), { type: "button", className: "explorer-back", ariaLabel: "Turn back" })
  back.textContent = element.clientWidth < NARROW ? "↺" : back.ariaLabel // the words would lie on an axis's name
  back.style.cssText = `position:absolute;z-index:5;left:8px;bottom:8px;min-height:2rem;padding:.2rem .7rem;font:inherit;font-size:1rem;cursor:pointer;border-radius:.4rem;border:1px solid var(--st-border-color,currentColor);background:var(--st-background-color);color:var(--st-text-color)`
  back.addEventListener("click", () => {
    chart.view = null
    element.plotly?.relayout(element, { "scene.camera": firstCamera(chart.spec.layout, element) })
  })
  element.append(back)
}

/** @type {boolean | null} */
let webGL = null

function hasWebGL() {
  const canvas = document.createElement("canvas")
  webGL ??= Boolean(canvas.getContext("webgl2") || canvas.getContext("webgl"))
  return webGL
}

/**
 * The figure, or a message for a scene that this browser cannot draw.
 * @param {{ data: any[], layout: any }} figure
 * @returns {{ data: any[], layout: any }}
 */
export function withoutWebGL({ data, layout }) {
  if (!isScene(data) || hasWebGL()) return { data, layout }
  const text = "This browser has no WebGL, so the 3D picture<br>can't be drawn. The 2D picture works without."
  return { data: [], layout: { ...layout, annotations: [{ text, showarrow: false, xref: "paper", yref: "paper", x: 0.5, y: 0.5 }] } }
}
