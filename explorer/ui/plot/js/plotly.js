// Plotly: which of its two bundles a figure needs, and everything undocumented that is used of it (seen in plotly.js
// 4.1.1; tests/browser/test_chart.py says when a new version changes it).

import { root } from "./streamlit.js"

const SCENES = ["scatter3d", "surface"]

/** @type {Map<string, Promise<any>>} */
const libraries = new Map()

/** @param {any[]} traces */
export const isScene = (traces) => traces.some((trace) => SCENES.includes(trace.type))

/**
 * A bundle of plotly.js, from this server and once. The file is compressed already, so the server spends nothing on it;
 * its name holds its hash, so a copy in the browser's cache is good for ever.
 * @param {string} file name below /app/static/
 * @returns {Promise<any>}
 */
export function library(file) {
  const loading = libraries.get(file) ?? load(`${root()}/app/static/${file}`)
  libraries.set(file, loading)
  loading.catch(() => libraries.delete(file))
  return loading
}

/**
 * Where our own server is asked first it says so in the page, and hands the file out as a module, uncompressed by the
 * browser itself; any other server has only the compressed file.
 * @param {string} address
 */
async function load(address) {
  if (document.querySelector("meta[name=explorer-modules]")) return (await import(address.replace(/\.gz$/, ""))).default
  const answer = await fetch(address, { cache: "force-cache" })
  if (!answer.ok || !answer.body) throw new Error(`plotly.js did not load: ${answer.status}`)
  const text = await new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).text()
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }))
  try {
    return (await import(url)).default
  } finally {
    URL.revokeObjectURL(url)
  }
}

/**
 * Made once for each chart: to Plotly.react another configuration, even an equal one, is a new chart without its zoom.
 * Nothing on the toolbar leads off this server: no "Share chart", no logo.
 */
export const configuration = () => ({
  responsive: true,
  displaylogo: false,
  showSendToCloud: false,
  plotlyServerURL: "",
  // On a phone the toolbar would cover what is drawn: pictures are saved by the actions below the chart.
  displayModeBar: window.matchMedia("(max-width: 640px)").matches ? false : "hover",
  modeBarButtonsToRemove: ["toImage", "lasso2d", "select2d", "autoScale2d", "sendChartToCloud"],
})

/**
 * The layout that Plotly worked out for a drawn chart: its size, its two axes with their ranges (none in a 3D scene).
 * @param {any} element
 * @returns {{ xaxis: any, yaxis: any, scene: any, width: number, height: number }}
 */
export const workedOut = (element) => element._fullLayout

/**
 * Where a chart draws, in pixels from its own corner, and the window of its numbers that is in sight.
 * @typedef {{ x: number[], y: number[] }} Window
 * @typedef {{ left: number, top: number, width: number, height: number, window: Window }} Area
 */

/**
 * The area of a flat chart; of one that has no room nothing is to be drawn: its sides are 0.
 * @param {any} element
 * @returns {Area}
 */
export function areaOf(element) {
  const { xaxis, yaxis } = workedOut(element)
  const [width, height] = [xaxis._length, yaxis._length].map((length) => Math.max(0, length || 0))
  const window = { x: xaxis.range.map(Number), y: yaxis.range.map(Number) }
  return { left: xaxis._offset, top: yaxis._offset, width, height, window }
}

/** What a chart's drawing lies in: a canvas that comes first in it lies behind the marks. @param {Element} element */
export const ground = (element) => element.querySelector(".svg-container")

/**
 * The notes of a chart, flat or a scene, as they are drawn.
 * @param {Element} element
 * @returns {HTMLElement[]}
 */
export const notesOf = (element) => [...element.querySelectorAll(".annotation, .annotation-scene")].map((note) => /** @type {any} */ (note))

/** Where a note is drawn: around its text, less the arrow. @param {Element} note */
export const boxOf = (note) => (note.querySelector("rect.bg") ?? note).getBoundingClientRect()

/** Whether Plotly shows a name at the pointer now. @param {any} element */
export const names = (element) => Boolean(element._hoverdata?.length)

/** The place in the layout of a note that is drawn. @param {Element} note */
export const numberOf = (note) => Number(/** @type {HTMLElement} */ (note).dataset.index)

/**
 * Leave notes out of what Plotly draws anew at each step of a drag; returns what puts them back.
 * @param {any} element
 */
export function withoutNotes(element) {
  const axes = ["xaxis", "yaxis"].map((name) => element._fullLayout[name])
  const kept = axes.map((axis) => axis._annIndices)
  axes.forEach((axis) => (axis._annIndices = []))
  return () => axes.forEach((axis, at) => (axis._annIndices = kept[at]))
}
