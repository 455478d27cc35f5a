// One Plotly chart that keeps the visitor's zoom and camera while its data change (Plotly.react), in the page's colours.

import { exported, showClouds } from "./canvas.js"
import { carryNames } from "./carry.js"
import { takeClouds } from "./clouds.js"
import * as fill from "./fill.js"
import { stack, stacked } from "./halves.js"
import { spaceLabels } from "./labels.js"
import { selecting } from "./select.js"
import { keepTrace } from "./store.js"
import { configuration, isScene, library, workedOut } from "./plotly.js"
import { watchClicks, watchNames } from "./pointer.js"
import { onThemeChange, themeOf } from "./streamlit.js"
import { themed } from "./theme.js"
import { unpack } from "./unpack.js"
import { linked, setView, viewText } from "./view.js"
import { withoutWebGL } from "./webgl.js"

/**
 * A chart: where it is, what the server last sent, and what is drawn of it.
 * @typedef {{ element: any, component: import("./streamlit.js").Component, spec: any, scene: boolean,
 *   clouds: import("./clouds.js").Cloud[], canvas: HTMLCanvasElement | null, config: any,
 *   tools: import("./select.js").Tools | null,
 *   painted: any[] | null, work: number,
 *   rest: { image: HTMLCanvasElement, window: { x: number[], y: number[] } } | null,
 *   view: { numbers: number[], of: any } | null, moved: boolean,
 *   waiting: (() => Promise<void>) | null, queue: Promise<void>, unwatch: () => void }} Chart
 */

/** @type {WeakMap<Element, Chart>} */
const charts = new WeakMap()

/** @param {Chart} chart */
async function draw(chart) {
  const { element, spec } = chart
  const { clouds, ...flat } = await takeClouds(spec)
  const figure = withoutWebGL(flat)
  const plotly = await library(spec.plotly[isScene(figure.data) ? "scenes" : "plain"])
  const { data, layout } = themed(figure, themeOf(element), spec.colours, spec.scale)
  layout.height = heightOf(chart)
  if (stacked(layout, element.clientWidth)) stack(layout)
  if (chart.view && chart.view.of === layout.uirevision) setView(layout, chart.view.numbers, chart.scene)
  chart.clouds = element.clouds = clouds
  const first = !element.plotly
  await plotly.react(element, data, layout, chart.config)
  element.plotly = plotly
  if (first) listen(chart)
  showClouds(chart)
  spaceLabels(element)
  chart.tools?.placed()
  element.dataset.drawn = String(Number(element.dataset.drawn ?? 0) + 1)
}

const LEAST = 260 // CSS pixels of a chart in a low frame

/** In CSS pixels; in a frame of another page no more than stays in sight below `above`. @param {Chart} chart */
const heightOf = (chart) => {
  const { height, above } = chart.spec
  if (document.fullscreenElement === chart.element) return window.innerHeight
  return above ? Math.min(height, Math.max(LEAST, window.innerHeight - above)) : fill.height(chart)
}

/** Give a drawn chart the height that it has now. @param {Chart} chart */
function resize(chart) {
  const { element } = chart
  const height = heightOf(chart)
  if (element.style.height === `${height}px`) return
  element.style.height = `${height}px`
  chart.queue = chart.queue.then(() => element.plotly?.relayout(element, { height: heightOf(chart) }))
}

/**
 * Events of a chart that was just made.
 * @param {Chart} chart
 */
function listen(chart) {
  const { element } = chart
  watchClicks(chart)
  const hideName = watchNames(chart)
  const carry = carryNames(chart)
  /** @type {number | undefined} */
  let timer
  const tell = () => {
    if (!chart.spec.events.includes("view")) return
    clearTimeout(timer)
    timer = window.setTimeout(() => {
      const { xaxis, yaxis } = workedOut(element)
      if (!xaxis || !yaxis) return // a 3D scene has no window
      const free = xaxis.autorange && yaxis.autorange
      chart.component.setStateValue("view", free ? null : { x: [...xaxis.range], y: [...yaxis.range] })
    }, 250)
  }
  element.on("plotly_relayout", (/** @type {any} */ change) => {
    if (!Object.keys(change ?? {}).some((name) => /^([xy]axis|scene)\b/.test(name))) return // another height, say
    chart.moved = isMoved(chart)
    tell()
  })
  if (chart.moved) tell()
  let frame = 0
  let pause = 0
  for (const name of ["plotly_relayouting", "plotly_relayout", "plotly_afterplot"]) {
    element.on(name, () => {
      hideName()
      cancelAnimationFrame(frame)
      clearTimeout(pause)
      const moving = name === "plotly_relayouting"
      frame = requestAnimationFrame(() => {
        showClouds(chart, moving ? "moving" : "moved")
        if (moving) carry()
        if (!moving || !chart.rest) return spaceLabels(element)
        // A picture of many dots is not measured while it moves: reading where each name stands costs a frame.
        pause = window.setTimeout(() => {
          showClouds(chart, "moved")
          spaceLabels(element)
        }, 200)
      })
    })
  }
}

/**
 * Whether the visitor sees another window than the figure has by itself.
 * @param {Chart} chart
 */
function isMoved({ element, spec, scene }) {
  if (scene) return true
  return ["xaxis", "yaxis"].some((name) => {
    const { autorange, range } = workedOut(element)[/** @type {"xaxis" | "yaxis"} */ (name)]
    return !autorange && String(range) !== String(spec.layout[name]?.range)
  })
}

/**
 * Save the picture as it is now, twice as fine as the screen.
 * @param {Chart} chart
 * @param {"png" | "svg"} format
 */
function save(chart, format) {
  const { width, height } = workedOut(chart.element)
  const figure = exported(chart, themeOf(chart.element).paper)
  return chart.element.plotly.downloadImage(figure, { format, filename: chart.spec.name, width, height, scale: 2 })
}

/**
 * @param {import("./streamlit.js").Component} component
 * @param {any} spec
 * @returns {Chart}
 */
function made(component, spec) {
  const element = /** @type {any} */ (document.createElement("div"))
  element.className = "explorer-chart"
  element.setAttribute("role", "group")
  Object.assign(element.style, { width: "100%", background: "var(--st-background-color)" })
  component.parentElement.append(element)
  /** @type {Chart} */
  const chart = { element, component, spec, scene: isScene(spec.data), clouds: [], canvas: null, tools: null, rest: null, painted: null, work: 0, config: configuration(),
    view: null, moved: false, waiting: null, queue: Promise.resolve(), unwatch: () => {} }
  charts.set(element, chart)
  const numbers = linked(spec.name, chart.scene)
  if (numbers) Object.assign(chart, { view: { numbers, of: spec.layout.uirevision }, moved: true })
  // Asked by the line of actions, for the link that it copies.
  element.viewText = () => (chart.moved && element.plotly ? viewText(chart.spec.name, workedOut(element), chart.scene) : "")
  const ends = [onThemeChange(component.parentElement, () => enqueue(chart)), fill.watch(chart, () => requestAnimationFrame(() => resize(chart)))]
  chart.unwatch = () => ends.forEach((end) => end())
  element.addEventListener("explorer-save", (/** @type {CustomEvent} */ event) => save(chart, event.detail))
  element.addEventListener("explorer-full", () => (document.fullscreenElement ? document.exitFullscreen() : element.requestFullscreen()))
  element.addEventListener("fullscreenchange", () => resize(chart))
  return chart
}

/**
 * One drawing at a time, and only the newest waiting picture is drawn.
 * @param {Chart} chart
 */
function enqueue(chart) {
  const job = () => draw(chart).catch((error) => {
    chart.element.textContent = `The picture could not be drawn (${error.message}). Its numbers are under “Data”.`
  })
  chart.waiting = job
  chart.queue = chart.queue.then(() => (chart.waiting === job ? job() : undefined))
}

/** @param {Chart | undefined} chart */
function removed(chart) {
  chart?.unwatch()
  chart?.element.plotly?.purge(chart.element)
  chart?.element.remove()
  chart?.tools?.row.remove()
}

/**
 * A message that holds dots only, for the pictures that name it.
 * @param {HTMLElement} parent
 * @param {{ digest: string, trace: any }} spec
 */
function storing(parent, { digest, trace }) {
  keepTrace(digest, trace)
  if (!parent.querySelector(".explorer-store")) parent.append(Object.assign(document.createElement("i"), { className: "explorer-store", hidden: true }))
}

/** @param {import("./streamlit.js").Component} component */
export default function (component) {
  const { data, parentElement } = component
  if (!data) return
  const spec = unpack(data)
  if (spec.digest) return storing(parentElement, spec)
  const there = parentElement.querySelector(".explorer-chart")
  let chart = there ? charts.get(there) : undefined
  if (chart?.scene !== isScene(spec.data)) {
    // A flat picture and a 3D scene are drawn by two bundles, so one never becomes the other.
    removed(chart)
    chart = made(component, spec)
  }
  Object.assign(chart, { component, spec })
  const { element } = chart
  fill.mark(chart)
  element.style.height = `${heightOf(chart)}px`
  element.setAttribute("aria-label", spec.label)
  selecting(chart)
  enqueue(chart)
  // When the picture leaves the page, so do its listeners and its WebGL context.
  return () => setTimeout(() => element.isConnected || removed(charts.get(element)), 1000)
}
