// Names beside dots are carried along while a picture is dragged. Plotly would take each one out of the page and write it
// anew at every step: of a step in a drag of forty names that was four fifths, and more than a frame lasts.

import { areaOf, notesOf, numberOf, withoutNotes } from "./plotly.js"

/**
 * How far a place on two axes has moved on the screen, in pixels, and whether it is still in sight.
 * @param {{ x: number, y: number }} place
 * @param {{ x: number[], y: number[] }} from the window before
 * @param {{ x: number[], y: number[] }} to the window now
 * @param {{ width: number, height: number }} size
 */
export function carried({ x, y }, from, to, { width, height }) {
  const left = (/** @type {number[]} */ [low, high]) => ((x - low) / (high - low)) * width
  const top = (/** @type {number[]} */ [low, high]) => ((high - y) / (high - low)) * height
  const [across, down] = [left(to.x), top(to.y)]
  return { right: across - left(from.x), down: down - top(from.y), seen: across >= 0 && across <= width && down >= 0 && down <= height }
}

/**
 * Hold the names of a flat picture as long as it is pressed, once for each chart; returns what puts them into place.
 * @param {import("./chart.js").Chart} chart
 * @returns {() => void}
 */
export function carryNames(chart) {
  const { element } = chart
  /** @type {{ label: HTMLElement, place: { x: number, y: number } }[]} */
  let held = []
  /** @type {{ x: number[], y: number[] }} */
  let from
  element.addEventListener("pointerdown", () => {
    const { annotations, meta } = element.layout
    if (!meta?.labels || chart.scene) return
    from = areaOf(element).window
    held = notesOf(element).map((label) => ({ label, place: annotations[numberOf(label)] }))
    const again = withoutNotes(element)
    const released = () => {
      window.removeEventListener("pointerup", released, true)
      window.removeEventListener("pointercancel", released, true)
      again()
      held = [] // Plotly writes them anew when it ends a drag
    }
    window.addEventListener("pointerup", released, true)
    window.addEventListener("pointercancel", released, true)
  }, true)
  return () => {
    if (!held.length) return
    const area = areaOf(element)
    for (const { label, place } of held) {
      const { right, down, seen } = carried(place, from, area.window, area)
      label.style.transform = `translate(${right}px, ${down}px)`
      label.style.display = seen ? "" : "none"
    }
  }
}
