// Labels of points (a figure's annotations, most important first): a label that would overlap an earlier one is hidden, at
// every size, zoom and rotation of a 3D scene. Once labels cover an eighth of the picture, the others are hidden, too: on a
// phone forty would hide the points.

import { areaOf, boxOf, notesOf } from "./plotly.js"

export const ROOM = 0.12

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box */

/**
 * Boxes to show: those that overlap no earlier shown one, up to the maximum area; the first always.
 * @param {Box[]} boxes
 * @param {number} room maximum covered area
 * @param {Box[]} marks which no label may cover
 * @returns {boolean[]}
 */
export function spaced(boxes, room = Infinity, marks = []) {
  const taken = [...marks]
  let left = room
  return boxes.map((box) => {
    const covers = taken.some((other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom)
    const stays = !covers && (taken.length === marks.length || left > 0)
    if (stays) {
      taken.push(box)
      left -= (box.right - box.left) * (box.bottom - box.top)
    }
    return stays
  })
}

/** Boxes of a flat picture's marks that labels keep clear of (`clear` pixels around a point). @param {any} element */
function marksOf(element) {
  const trace = element.data.find((/** @type {any} */ each) => each.meta?.clear && each.type === "scatter")
  if (!trace) return []
  const { left, top, width, height, window } = areaOf(element)
  const corner = element.getBoundingClientRect()
  const share = (/** @type {number} */ value, /** @type {number[]} */ [from, to]) => (value - from) / (to - from)
  return [...trace.x].map((x, at) => {
    const across = corner.left + left + width * share(x, window.x)
    const up = corner.top + top + height * (1 - share(trace.y[at], window.y))
    const reach = trace.meta.clear
    return { left: across - reach, right: across + reach, top: up - reach, bottom: up + reach }
  })
}

/** @param {any} element */
export function spaceLabels(element) {
  if (!element.layout?.meta?.labels) return
  const labels = notesOf(element).filter((note) => note.textContent?.trim()) // an arrow has no text
  const boxes = labels.map(boxOf)
  const { width, height } = element.getBoundingClientRect()
  spaced(boxes, ROOM * width * height, marksOf(element)).forEach((stays, at) => (labels[at].style.visibility = stays ? "" : "hidden"))
}
