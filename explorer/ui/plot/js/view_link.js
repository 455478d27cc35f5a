// A picture's view in a link: `view=KEY_x0_x1_y0_y1`, of a 3D scene the camera's position and target. Links are untrusted:
// values that are not numbers of a reasonable size are ignored.

import { areaOf } from "./plotly.js"

const LARGEST = 1e12
const LONGEST = 200 // characters of one view in a link
const MOST = 8 // views in a link
const SCENE = /** @type {[string, string][]} */ (["eye", "center"].flatMap((part) => ["x", "y", "z"].map((axis) => [part, axis])))

const arrived = typeof location === "undefined" ? "" : location.search
/** @type {Set<string>} keys whose view was applied; a chart that is created later starts with its own */
const taken = new Set()

/** Round a number to three digits of the span. @param {number} value @param {number} span */
export const short = (value, span) => String(Number(value.toFixed(Math.min(12, Math.max(0, Math.ceil(3 - Math.log10(Math.abs(span) || 1)))))))

/**
 * Parse a picture's view from a query: four numbers for a 2D picture, six for a scene; null without one.
 * @param {string} search
 * @param {string} key
 * @param {boolean} scene
 * @returns {number[] | null}
 */
export function viewIn(search, key, scene) {
  const count = scene ? SCENE.length : 4
  for (const text of new URLSearchParams(search).getAll("view").slice(0, MOST)) {
    const parts = text.slice(0, LONGEST).split("_")
    const numbers = parts.splice(-count).map((part) => (part.trim() ? Number(part) : NaN))
    const sane = numbers.length === count && numbers.every((number) => Math.abs(number) < LARGEST)
    const apart = scene || (numbers[0] !== numbers[1] && numbers[2] !== numbers[3])
    if (sane && apart && parts.join("_") === key) return numbers
  }
  return null
}

/** View from this visit's link, once per picture. @param {string} key @param {boolean} scene */
export function linked(key, scene) {
  if (taken.has(key)) return null
  taken.add(key)
  return viewIn(arrived, key, scene)
}

/** Apply a view to a layout. @param {any} layout @param {number[]} view @param {boolean} scene */
export function setView(layout, view, scene) {
  if (!scene) {
    layout.xaxis = { ...layout.xaxis, autorange: false, range: view.slice(0, 2) }
    layout.yaxis = { ...layout.yaxis, autorange: false, range: view.slice(2) }
    return
  }
  const camera = { ...layout.scene?.camera, eye: {}, center: {} }
  SCENE.forEach(([part, axis], at) => (camera[part][axis] = view[at]))
  layout.scene = { ...layout.scene, camera }
}

/** Serialize the current view for a link. @param {string} key @param {any} element a drawn chart @param {boolean} scene */
export function viewText(key, element, scene) {
  if (scene) return [key, ...SCENE.map(([part, axis]) => short(element.layout.scene.camera[part][axis], 1))].join("_")
  const { x, y } = areaOf(element).window
  return [key, ...[x, y].flatMap(([low, high]) => [short(low, high - low), short(high, high - low)])].join("_")
}
