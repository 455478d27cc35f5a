// A picture that moves under the finger: dragging sideways in it draws the frames that came with it (explorer/views/frames.py),
// and the server hears once, when it is let go, at which one. Keyboard and screen reader have the page's own slider.

import { node } from "../../frame/dom.js"

/**
 * The figure with what changes in one of its frames.
 * @param {{ data: any[], layout: any }} figure
 * @param {any} frames
 * @param {number | null} at
 */
export function withFrame(figure, frames, at) {
  if (!frames || at === null) return figure
  const data = [...figure.data]
  frames.traces.forEach((/** @type {number} */ trace, /** @type {number} */ place) => (data[trace] = { ...data[trace], ...frames.data[at][place] }))
  return { ...figure, data, layout: { ...figure.layout, ...frames.layout[at] } }
}

/**
 * Which frame lies under a finger that moved: the whole width is all of them.
 * @param {number} from the frame where it went down
 * @param {number} moved pixels, to the right
 * @param {number} width of the picture in pixels
 * @param {number} count of frames
 */
export const under = (from, moved, width, count) => Math.min(count - 1, Math.max(0, from + Math.round((moved / Math.max(1, width)) * count)))

/**
 * @param {import("./chart.js").Chart} chart
 * @param {() => void} draw
 */
export function watchDrag(chart, draw) {
  const { element } = chart
  // Below the picture, over the controls, which still say where the drag began: it is there while the finger is down.
  const words = node("div", "frame-said", undefined, element, { "aria-hidden": "true" })
  words.style.cssText = "position:absolute;left:0;right:0;top:100%;padding:.3rem 0;background:var(--st-background-color);color:var(--st-text-color);display:none;pointer-events:none;z-index:2"
  /** @type {{ id: number, x: number, from: number } | null} */
  let held = null
  const now = () => chart.frame ?? chart.spec.frames.now
  const move = (/** @type {PointerEvent} */ event) => {
    if (held?.id !== event.pointerId || !chart.spec.frames) return
    const { values, sentences } = chart.spec.frames
    const at = under(held.from, event.clientX - held.x, element.clientWidth, values.length)
    if (at === now()) return
    chart.frame = at
    words.textContent = sentences[at]
    words.style.display = "block"
    draw()
  }
  const end = (/** @type {PointerEvent} */ event) => {
    if (held?.id !== event.pointerId) return
    const { from } = held
    held = null
    listen("removeEventListener")
    words.style.display = "none"
    if (event.type === "pointercancel") {
      // The page scrolled instead.
      chart.frame = null
      draw()
    } else if (chart.spec.frames && now() !== from) chart.component.setTriggerValue("frame", now())
  }
  // Of the whole document, since a drag may leave the picture.
  const listen = (/** @type {"addEventListener" | "removeEventListener"} */ how) => {
    document[how]("pointermove", /** @type {EventListener} */ (move))
    document[how]("pointerup", /** @type {EventListener} */ (end))
    document[how]("pointercancel", /** @type {EventListener} */ (end))
  }
  element.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    const press = event.target instanceof Element && event.target.closest("a, button")
    if (!chart.spec.frames || press || held || !event.isPrimary || event.button !== 0) return
    held = { id: event.pointerId, x: event.clientX, from: now() }
    listen("addEventListener")
  })
  return { held: () => held !== null }
}
