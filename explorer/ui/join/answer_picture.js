// Question answered in its picture: a point to tap.

import { node } from "../frame/dom.js"
import { drawn, onStep, put, sliders } from "./picture_sketch.js"

/**
 * Draw the picture, below the question's text, with sliders as the keyboard's alternative.
 * @param {Element} root @param {any} question @param {number[] | undefined} mine @param {(value: any) => void} answer
 * @param {(question: any) => Promise<any>} fetchPicture
 * @returns {Element} what stands beside the picture
 */
export function inPicture(root, question, mine, answer, fetchPicture) {
  const { low, high, revealed, truth } = question
  const guesses = question.said ?? []
  const box = node("div", "picture", undefined, root)
  const middle = low.map((/** @type {number} */ each, /** @type {number} */ at) => onStep((each + high[at]) / 2, each, high[at]))
  let [values, plot, names] = [mine, /** @type {any} */ (undefined), ["Across", "Up"]]
  const redraw = () => {
    if (!plot) return
    plot.over.replaceChildren()
    for (const each of guesses) put(plot, each, "said")
    if (revealed) put(plot, truth, "truth")
    if (values) put(plot, values, "mine")
  }
  const side = node("div", "side", undefined, root)
  const hint = node("p", "", "", side)
  const below = node("div", "sliders", undefined, side)
  /** @type {(values: number[] | undefined) => void} */
  let show = () => {}
  /** @param {number} which @param {number} value @param {boolean} last */
  const change = (which, value, last) => {
    values = [...(values ?? middle)]
    values[which] = onStep(value, low[which], high[which])
    show(values)
    redraw()
    if (last) answer(values)
  }
  const rows = () => {
    below.replaceChildren()
    if (!revealed) show = sliders(below, names, low, high, change)
    show(values)
  }
  rows()
  if (!question.picture) return side
  void fetchPicture(question).then((picture) => {
    if (!root.isConnected || !picture) return
    plot = drawn(box, picture)
    names = picture.names.map((/** @type {string} */ each) => `${question.yours ?? "Your guess"}, ${each}`)
    rows()
    redraw()
    if (revealed) return
    hint.textContent = "Tap a point in the picture, or move the sliders."
    tapped(plot, change)
  })
  return side
}

/** @param {any} plot @param {(which: number, value: number, last: boolean) => void} change */
function tapped(plot, change) {
  let held = false
  /** @param {PointerEvent} event @param {boolean} last */
  const take = (event, last) => {
    const [x, y] = plot.spot(event)
    held = !last
    change(0, x, false)
    change(1, y, last)
  }
  plot.svg.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    plot.svg.setPointerCapture(event.pointerId)
    take(event, false)
  })
  plot.svg.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => held && take(event, false))
  plot.svg.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => held && take(event, true))
  plot.svg.addEventListener("pointercancel", () => (held = false))
}
