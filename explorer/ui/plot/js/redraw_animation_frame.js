// Partial redraw of an animation frame, in a third of the time of a whole one: coordinates and texts of lines, marks and
// bars by Plotly.animate, annotations, shapes and axes one by one, names in the legend by Plotly.restyle. Heatmap cells
// get their new numbers by Plotly.animate, and are redrawn by a change of an axis.

import { frameAt } from "./animation_player.js"
import { areaOf, domainsOf } from "./plotly.js"
import { growthOf, themed } from "./theme_figure.js"

const TYPES = new Set(["scatter", "bar", "heatmap"]) // types that Plotly.animate updates without a whole redraw
const ANIMATED = new Set(["x", "y", "z", "zmin", "zmax", "base", "text", "textposition", "customdata", "hovertemplate"])
const NOTES = ["annotations", "shapes"]
const AXIS = new Set(["range", "tickvals", "ticktext"])
const AT_ONCE = { mode: "immediate", frame: { duration: 0, redraw: false }, transition: { duration: 0 } }

/** Whether two values of a figure are equal. @param {any} one @param {any} other @returns {boolean} */
export function same(one, other) {
  if (Object.is(one, other)) return true
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object") return false
  if (typeof one.length === "number") {
    if (one.length !== other.length) return false
    for (let at = 0; at < one.length; at++) if (!same(one[at], other[at])) return false
    return true
  }
  return Object.keys(one).length === Object.keys(other).length && Object.keys(one).every((name) => same(one[name], other[name]))
}

/** The properties that differ. @param {any} before @param {any} after */
const differing = (before, after) => Object.keys({ ...before, ...after }).filter((name) => !same(before?.[name], after?.[name]))

/** Whether new properties of a trace may move an axis. @param {string[]} names @param {any} trace @param {any} layout */
const isFree = (names, trace, layout) => ["x", "y"].some((axis) => (names.includes(axis) || names.includes("base")) &&
  layout[(trace[`${axis}axis`] ?? axis).replace(axis, `${axis}axis`)]?.autorange === true)

/**
 * Whether new cells can be redrawn by an axis: as many as before, or as many as its range has.
 * @param {any[]} before @param {any[]} after @param {any} layout @param {boolean} turned
 */
const fits = (before, after, { xaxis, yaxis }, turned) => before.length === after.length &&
  (before[0].length === after[0].length || Boolean((turned ? yaxis : xaxis)?.range))

/**
 * Draw the chart's frame; false if the changes need a whole redraw.
 * @param {import("./chart.js").Chart} chart
 * @returns {Promise<boolean>} whether it is drawn
 */
export async function drawLightly(chart) {
  const { element, spec, frames, frame, drawn, clouds } = chart
  if (frame === null || !drawn || clouds.length) return false
  const next = frameAt(frames, frame)
  const different = differing(drawn.changes.layout, next.layout)
  const [noted, axes] = [different.filter((name) => NOTES.includes(name)), different.filter((name) => /^[xy]axis\d*$/.test(name))]
  if (noted.length + axes.length < different.length || noted.some((name) => drawn.changes.layout[name]?.length !== next.layout[name]?.length)) return false
  const sides = axes.flatMap((name) => differing(drawn.changes.layout[name], next.layout[name]).map((side) => [name, side]))
  if (sides.some(([, side]) => !AXIS.has(side)) || (sides.length && chart.moved)) return false // the visitor's zoom is kept
  /** @type {{ trace: number, names: string[], whole: any }[]} */
  const moved = []
  for (const [number, trace] of frames.traces.entries()) {
    const names = differing(drawn.changes.data[number], next.data[number])
    if (!names.length) continue
    if (!TYPES.has(spec.data[trace].type) || names.some((name) => name !== "name" && !ANIMATED.has(name))) return false
    if (isFree(names, spec.data[trace], element.layout)) return false
    if (names.includes("z") && !fits(drawn.changes.data[number].z, next.data[number].z, { ...spec.layout, ...next.layout }, spec.data[trace].transpose)) return false
    moved.push({ trace, names, whole: { ...spec.data[trace], ...next.data[number] } })
  }
  const figure = { data: moved.map(({ whole }) => whole), layout: Object.fromEntries(different.map((name) => [name, next.layout[name]])) }
  const { data, layout } = themed(figure, drawn.theme, spec.colours, growthOf(element, spec.scale))
  const { plotly } = element
  // A change of opacity makes Plotly redraw this annotation only; any other property would redraw all.
  const again = noted.flatMap((name) => layout[name].flatMap((/** @type {any} */ note, /** @type {number} */ at) =>
    same(note, element.layout[name][at]) ? [] : [[`${name}[${at}].opacity`, note.opacity ?? 1]]))
  for (const name of noted) element.layout[name] = layout[name]
  again.push(...sides.map(([name, side]) => [`${name}.${side}`, layout[name][side]]))
  const named = moved.flatMap(({ names }, at) => (names.includes("name") ? [at] : []))
  if (named.length) await plotly.restyle(element, { name: named.map((at) => data[at].name) }, named.map((at) => moved[at].trace))
  // Including all traces between the first and the last, since Plotly moves animated traces to the front together; so
  // their order is kept. For bars all traces, since Plotly removes bars that it doesn't animate.
  const animated = moved.flatMap(({ trace, names }, at) => {
    const change = Object.fromEntries(names.filter((name) => ANIMATED.has(name)).map((name) => [name, data[at][name]]))
    return Object.keys(change).length ? [{ trace, change }] : []
  })
  if (animated.length) {
    const anyBar = animated.some(({ trace }) => spec.data[trace].type === "bar")
    const first = anyBar ? 0 : animated[0].trace
    const last = anyBar ? spec.data.length - 1 : animated[animated.length - 1].trace
    const changes = Array.from({ length: last - first + 1 }, () => ({}))
    for (const { trace, change } of animated) changes[trace - first] = change
    await plotly.animate(element, { data: changes, traces: changes.map((_, at) => first + at) }, AT_ONCE)
  }
  const cells = moved.filter(({ trace }) => spec.data[trace].type === "heatmap")
  // With linked scales, a change of either axis redraws everything, so they are unlinked during an animation of cells.
  if (cells.length && element.layout.yaxis.scaleanchor) await plotly.relayout(element, { "yaxis.scaleanchor": false, ...domainsOf(element) })
  if (cells.length && !sides.some(([, side]) => side === "range")) again.push(["xaxis.range", areaOf(element).window.x]) // as it is
  if (again.length) await plotly.relayout(element, Object.fromEntries(again))
  // Setting the thickness, to its present value too, makes Plotly redraw the colour bar.
  const bars = cells.filter(({ names, whole }) => names.includes("zmax") && whole.showscale !== false)
  for (const { trace, whole } of bars) await plotly.restyle(element, { "colorbar.thickness": whole.colorbar.thickness }, [trace])
  drawn.changes = next
  return true
}
