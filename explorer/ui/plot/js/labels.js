// Labels of points (a figure's annotations, most important first): a label that would overlap an earlier one is hidden, at
// every size, zoom and rotation of a 3D scene. Once labels cover a fifth of the picture, the others are hidden, too: on a
// phone forty would hide the points.

import { boxOf, notesOf } from "./plotly.js"

export const ROOM = 0.2

/**
 * Boxes to show: those that overlap no earlier shown one, up to the maximum area; the first always.
 * @param {{ left: number, right: number, top: number, bottom: number }[]} boxes
 * @param {number} room maximum covered area
 * @returns {boolean[]}
 */
export function spaced(boxes, room = Infinity) {
  /** @type {typeof boxes} */
  const taken = []
  let left = room
  return boxes.map((box) => {
    const covers = taken.some((other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom)
    const stays = !covers && (!taken.length || left > 0)
    if (stays) {
      taken.push(box)
      left -= (box.right - box.left) * (box.bottom - box.top)
    }
    return stays
  })
}

/** @param {any} element */
export function spaceLabels(element) {
  if (!element.layout?.meta?.labels) return
  const labels = notesOf(element)
  const boxes = labels.map(boxOf)
  const { width, height } = element.getBoundingClientRect()
  spaced(boxes, ROOM * width * height).forEach((stays, at) => (labels[at].style.visibility = stays ? "" : "hidden"))
}
