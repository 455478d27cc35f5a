// Where a figure's notes are names beside points, most important first: one that would cover an earlier one is hidden, at
// every size, zoom and turn of a 3D scene, and so is the rest once names take a fifth of the picture: on a phone forty
// would hide what they name.

import { boxOf, notesOf } from "./plotly.js"

export const ROOM = 0.2

/**
 * Which boxes stay: those that cover none of the boxes that stay before them, as long as there is room; the first always.
 * @param {{ left: number, right: number, top: number, bottom: number }[]} boxes
 * @param {number} room how much all of them may cover
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
