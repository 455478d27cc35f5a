// A Plotly chart that keeps the visitor's zoom and camera when its data change (Plotly.react), in the page's colours. All
// drawing goes through `update`: at first, with new data, after a change of theme or size.

import { exported, showClouds } from "./point_cloud_canvas.js"
import { takeClouds } from "./point_clouds.js"
import { addMoves, frameAt, withFrame } from "./animation_player.js"
import { spaceLabels } from "./hide_overlapping_labels.js"
import { drawLightly, same } from "./redraw_animation_frame.js"
import { areaOf, configuration, isScene, library, restingMode } from "./plotly.js"
import { watchClicks, watchNames } from "./hover_and_click.js"
import { addBack, firstCamera, watchFingers, withoutWebGL } from "./scene_3d_camera.js"
import { onThemeChange, themeOf } from "./streamlit_internals.js"
import { growthOf, legendBeside, themed } from "./theme_figure.js"
import { unpack } from "./unpack_figure.js"
import { linked, setView, viewText } from "./view_link.js"

/**
 * State of a chart: element, data from the server, what is drawn, and the visitor's interaction.
 * @typedef {{ element: any, component: import("./streamlit_internals.js").Component, spec: any, scene: boolean, config: any,
 *   clouds: import("./point_clouds.js").Cloud[], layer: HTMLElement | null,
 *   painted: { clouds: any[], what: string, window: { x: number[], y: number[] }, cost: number } | null,
 *   named: boolean,
 *   view: { numbers: number[], of: any } | null, moved: boolean, frame: number | null, frames: any, moves: ReturnType<typeof addMoves> | null,
 *   drawn: { changes: { data: any[], layout: any }, theme: any } | null,
 *   drawing: Promise<void> | null, again: boolean, ends: (() => void)[] }} Chart
 */

export { frames } from "./request_frames.js"

/** @type {WeakMap<Element, Chart>} */
const charts = new WeakMap()

/** @param {Chart} chart */
async function draw(chart) {
  if (!(await drawLightly(chart))) await drawWholly(chart)
  const { dataset } = chart.element
  dataset.drawn = String(Number(dataset.drawn ?? 0) + 1)
}

/** @param {Chart} chart */
async function drawWholly(chart) {
  const { element, spec } = chart
  const theme = themeOf(element)
  chart.drawn = spec.moves && chart.frames ? { changes: frameAt(chart.frames, chart.frame ?? spec.moves.now), theme } : null
  const { clouds, ...flat } = await (chart.frame === null ? (spec.taken ??= takeClouds(spec)) : takeClouds(withFrame(spec, chart.frames, chart.frame)))
  const figure = withoutWebGL(flat)
  const plotly = await library(spec.plotly[isScene(figure.data) ? "scenes" : "plain"])
  const { data, layout } = themed(figure, theme, spec.colours, growthOf(element, spec.scale))
  layout.height = element.clientHeight
  if (chart.scene) layout.scene = { ...layout.scene, camera: firstCamera(layout, element) }
  legendBeside(layout, element.clientWidth, spec.scale)
  if (chart.view && chart.view.of === layout.uirevision) setView(layout, chart.view.numbers, chart.scene)
  // A mode that the visitor has chosen in the toolbar stays.
  layout.dragmode = spec.moves?.drag ? false : chart.scene ? layout.dragmode : element.layout?.dragmode || restingMode()
  chart.clouds = element.clouds = clouds
  const wanted = rangesOf(layout) // before Plotly writes its own into them
  await plotly.react(element, data, layout, chart.config)
  if (!element.plotly) {
    element.plotly = plotly
    listen(chart)
  }
  // Of an axis that is made narrower for equal scales, Plotly.react (4.1.1) keeps the earlier range where that was longer.
  if (!chart.moved && wanted["xaxis.range"] && !same(rangesOf(element.layout), wanted)) await plotly.relayout(element, wanted)
  showClouds(chart)
  spaceLabels(element)
}

/** The ranges of both axes, if one of them is made narrower for equal scales. @param {any} layout @returns {Record<string, number[]>} */
const rangesOf = ({ xaxis, yaxis }) => ([xaxis, yaxis].some((axis) => axis?.constrain === "domain") && xaxis.range && yaxis.range
  ? { "xaxis.range": [...xaxis.range], "yaxis.range": [...yaxis.range] } : {})

/**
 * Draw the latest data: one drawing at a time; data that arrive meanwhile are drawn once, after it.
 * @param {Chart} chart
 * @param {boolean} moving whether only its frame has changed
 */
function update(chart, moving = false) {
  chart.again = true
  if (!moving) chart.drawn = null
  chart.drawing ??= (async () => {
    while (chart.again) {
      chart.again = false
      await draw(chart).catch((error) => {
        chart.element.textContent = `The picture could not be drawn (${error.message}). Its numbers are under “Data”.`
      })
    }
    chart.drawing = null
  })()
}

/** Redraw a chart when its height changes. @param {Chart} chart @returns {() => void} ends it */
function watchHeight(chart) {
  const { element } = chart
  let frame = 0
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => {
      if (element.plotly && element.clientHeight !== element.layout.height) update(chart)
    })
  })
  observer.observe(element)
  return () => observer.disconnect()
}

/** Attach the events of a new chart. @param {Chart} chart */
function listen(chart) {
  const { element } = chart
  watchClicks(chart)
  const hideName = watchNames(chart)
  if (chart.scene) watchFingers(chart), addBack(chart)
  /** @type {number | undefined} */
  let timer
  const tell = () => {
    clearTimeout(timer)
    if (!chart.spec.events.includes("view") || chart.scene) return
    timer = window.setTimeout(() => {
      const { free, window: seen } = areaOf(element)
      chart.component.setStateValue("view", free ? null : seen)
    }, 250)
  }
  if (chart.moved) tell()
  element.on("plotly_relayout", (/** @type {any} */ change) => {
    // After another height or the window of a frame.
    if (chart.frame !== null || !Object.keys(change ?? {}).some((name) => /^([xy]axis|scene)\b/.test(name))) return
    chart.moved = isMoved(chart)
    tell()
  })
  let [frame, moving] = [0, false]
  for (const name of ["plotly_relayouting", "plotly_relayout", "plotly_afterplot"]) {
    element.on(name, () => {
      hideName()
      moving = name === "plotly_relayouting"
      frame ||= requestAnimationFrame(() => {
        frame = 0
        showClouds(chart, moving)
        spaceLabels(element)
      })
    })
  }
  // Pending work on a removed chart would access axes that no longer exist.
  chart.ends.push(() => (clearTimeout(timer), cancelAnimationFrame(frame)))
}

/** Whether the visitor has changed the visible window. @param {Chart} chart */
function isMoved({ element, spec, scene }) {
  if (scene) {
    const { eye, center } = element.layout.scene.camera
    const first = firstCamera(spec.layout, element)
    return ["x", "y", "z"].some((axis) => Math.abs(eye[axis] - first.eye[axis]) + Math.abs(center[axis] - first.center[axis]) > 1e-6)
  }
  const { free, window: seen } = areaOf(element)
  const own = [spec.layout.xaxis?.range, spec.layout.yaxis?.range]
  return !free && String([seen.x, seen.y]) !== String(own)
}

/** Save the current picture at twice the resolution of the screen. @param {Chart} chart @param {"png" | "svg"} format */
function save(chart, format) {
  const { element, spec } = chart
  const size = { width: element.clientWidth, height: element.clientHeight }
  return element.plotly.downloadImage(exported(chart, themeOf(element).paper), { format, filename: spec.name, ...size, scale: 2 })
}

/** @param {import("./streamlit_internals.js").Component} component @param {any} spec @returns {Chart} */
function made(component, spec) {
  const element = /** @type {any} */ (document.createElement("div"))
  element.className = "explorer-chart"
  element.setAttribute("role", "group")
  element.style.cssText = "position:relative;width:100%;contain:size;background:var(--st-background-color)"
  // The width is the basis of heights in `cqw`; a picture that fills its container leaves room for what is below.
  Object.assign(component.parentElement.style, { containerType: "inline-size", display: "flex", flexDirection: "column" })
  component.parentElement.append(element)
  const scene = isScene(spec.data)
  const numbers = linked(spec.name, scene)
  /** @type {Chart} */
  const chart = { element, component, spec, scene, config: configuration(spec.events), clouds: [], layer: null, painted: null, named: false,
    view: numbers && { numbers, of: spec.layout.uirevision }, moved: Boolean(numbers), frame: null, frames: null, moves: null, drawn: null, drawing: null, again: false, ends: [] }
  charts.set(element, chart)
  // For the action "Copy link".
  element.viewText = () => (chart.moved && element.plotly ? viewText(spec.name, element, scene) : "")
  chart.ends = [onThemeChange(component.parentElement, () => update(chart)), watchHeight(chart)]
  element.addEventListener("explorer-save", (/** @type {CustomEvent} */ event) => save(chart, event.detail))
  element.addEventListener("explorer-full", () => (document.fullscreenElement ? document.exitFullscreen() : element.requestFullscreen()))
  return chart
}

/** @param {Chart | undefined} chart */
function removed(chart) {
  chart?.ends.forEach((end) => end())
  chart?.element.plotly?.purge(chart.element)
  chart?.element.remove()
  chart?.moves?.gone()
}

/** @param {import("./streamlit_internals.js").Component} component */
export default function (component) {
  const { data, parentElement } = component
  if (!data) return
  const spec = unpack(data)
  const there = parentElement.querySelector(".explorer-chart")
  let chart = there ? charts.get(there) : undefined
  if (chart?.scene !== isScene(spec.data)) {
    // Flat pictures and 3D scenes use different bundles, so a chart never changes its kind.
    removed(chart)
    chart = made(component, spec)
  }
  Object.assign(chart, { component, spec })
  const { element } = chart
  element.style.height = spec.height // CSS of chart.py
  element.setAttribute("aria-label", spec.label)
  if (spec.moves) chart.moves ??= addMoves(chart, () => update(/** @type {Chart} */ (chart), true))
  chart.moves?.take()
  update(chart)
  // On removal: end listeners and free the WebGL context.
  return () => setTimeout(() => element.isConnected || removed(charts.get(element)), 1000)
}
