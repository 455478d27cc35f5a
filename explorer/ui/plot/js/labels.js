// Where a figure's notes are names beside points, most important first: one that would cover an earlier one is hidden, at
// every size, zoom and turn of a 3D scene.

/**
 * Which boxes stay: those that cover none of the boxes that stay before them.
 * @param {{ left: number, right: number, top: number, bottom: number }[]} boxes
 * @returns {boolean[]}
 */
export function spaced(boxes) {
  /** @type {typeof boxes} */
  const taken = []
  return boxes.map((box) => {
    const covers = taken.some((other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom)
    if (!covers) taken.push(box)
    return !covers
  })
}

/** @param {any} element */
export function spaceLabels(element) {
  if (!element.layout?.meta?.labels) return
  const labels = /** @type {HTMLElement[]} */ ([...element.querySelectorAll(".annotation, .annotation-scene")])
  const boxes = labels.map((label) => (label.querySelector("rect.bg") ?? label).getBoundingClientRect())
  spaced(boxes).forEach((stays, at) => (labels[at].style.visibility = stays ? "" : "hidden"))
}
