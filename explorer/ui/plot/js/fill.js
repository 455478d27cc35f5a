// Presenter mode: a part's first picture takes the height that the window leaves, down to the sentence below it, and so
// do others in its row. One that is about as high as wide leaves its sentence room beside it (frame/style.py).

import { stacked } from "./halves.js"

const FIRST = ".st-key-part_body .explorer-chart:not([class*=_where] *)" // in which no place is guessed (frame/order.py)
const ROW = "[data-testid=stHorizontalBlock]"
const LEAST = 380 // CSS pixels of a picture in a low window, whose letters are 28 high
const LEAST_UPRIGHT = 450 // of one with its sentence beside it: lower, its names would hide most of it
const LOWEST = 200 // CSS pixels of any other one
const EDGE = 12 // below the sentence
const TITLES = 52 // of an axis with its numbers, above its margin
const BAR = 76 // of a scale of colours beside a picture
const SQUARE = 0.6 // how high for its width a picture of equal units is that no wide one would show larger
const SAME_ROW = 60 // between the upper edges of pictures side by side: one may have something above it

/**
 * The height of a picture that may stretch: with its sentence it fills the room that there is. One that fits by itself gives
 * up a tenth for its sentence, where that is enough, and no more.
 * @param {number} usual its height by itself
 * @param {{ least: number, most: number }} ends 0: none
 * @param {number} room from its upper edge to the window's lower one
 * @param {number} below what its sentence takes, with all that stands between
 */
export function filled(usual, { least, most }, room, below) {
  const low = least || Math.min(usual, LEAST)
  const free = room - below - EDGE
  const kept = usual > room || free > 0.9 * usual ? low : usual
  return Math.round(Math.max(low, kept, Math.min(free, most || Infinity)))
}

/**
 * Up to which height a picture becomes larger: with equal units and known ends its width is the limit, and more would be
 * blank above and below.
 * @param {{ layout: any, data: any[], scale: number }} spec
 * @param {number} width of the picture
 */
export function useful({ layout: { xaxis, yaxis, margin }, data, scale }, width) {
  const square = data.length === 1 && data[0].type === "heatmap" && !xaxis?.range && !yaxis?.range
  if (!yaxis?.scaleanchor || !width || !(square || (xaxis.range && yaxis.range))) return Infinity
  const [across, up] = square ? [1, 1] : [xaxis, yaxis].map(({ range }) => Math.abs(range[1] - range[0]))
  const inner = width - (margin?.l ?? 0) - (margin?.r ?? 0) - (square ? scale * BAR : 0)
  const titles = yaxis.visible === false ? 0 : scale * TITLES
  return Math.round((margin?.t ?? 0) + (margin?.b ?? 0) + titles + (inner * up) / across)
}

/**
 * Whether a picture is much narrower than the screen whatever its height: equal units, known ends.
 * @param {any} layout
 */
export function upright({ xaxis, yaxis }) {
  if (!yaxis?.scaleanchor || !xaxis?.range || !yaxis.range) return false
  const [across, up] = [xaxis, yaxis].map(({ range }) => Math.abs(range[1] - range[0]))
  return up > SQUARE * across
}

/** Whether a chart is its part's first or stands in a row with it. @param {Element} element */
function leads(element) {
  const first = document.querySelector(FIRST)
  if (!first || first === element) return first === element
  const apart = first.getBoundingClientRect().top - element.getBoundingClientRect().top
  return Math.abs(apart) < SAME_ROW && Boolean(first.closest(ROW)?.contains(element))
}

/**
 * Mark the picture whose sentence may stand beside it.
 * @param {import("./chart.js").Chart} chart
 */
export function mark({ element, spec }) {
  const alone = document.querySelector(FIRST) === element && !element.closest(`.st-key-part_body ${ROW}`)
  element.classList.toggle("upright", Boolean(spec.fill) && alone && upright(spec.layout))
}

/**
 * The height of a chart: no more than its width can use, and in presenter mode what the window leaves.
 * @param {import("./chart.js").Chart} chart
 * @returns {number}
 */
export function height({ element, spec }) {
  const main = element.closest("[data-testid=stMain]")
  const box = element.getBoundingClientRect()
  const wide = useful(spec, box.width)
  if (stacked(spec.layout, box.width)) return 2 * spec.height
  if (!spec.fill || !main || !leads(element)) return Math.min(spec.height, Math.max(LOWEST, wide))
  const room = window.innerHeight - (box.top + main.scrollTop)
  const figure = element.closest("[class*=_figure]")
  const beside = figure && getComputedStyle(figure).display === "grid"
  const last = beside ? element.parentElement : [...(figure?.querySelectorAll("[data-testid=stText]") ?? [])].pop()
  const below = last ? Math.max(0, last.getBoundingClientRect().bottom - box.bottom) : 0
  const most = Math.min(spec.fill.most || Infinity, Math.max(spec.height, wide))
  return filled(spec.height, { least: spec.fill.least || (beside ? LEAST_UPRIGHT : 0), most }, room, below)
}

/**
 * Keep that height while what stands above and below changes, and the window.
 * @param {import("./chart.js").Chart} chart
 * @param {() => void} changed
 * @returns {() => void} what ends it
 */
export function watch({ element, spec }, changed) {
  const page = element.closest("[data-testid=stMainBlockContainer]")
  if (!page || !(spec.fill || spec.layout.yaxis?.scaleanchor)) return () => {}
  const observer = new ResizeObserver(changed)
  observer.observe(page)
  window.addEventListener("resize", changed)
  return () => {
    observer.disconnect()
    window.removeEventListener("resize", changed)
  }
}
