// A frame drawn by what differs from the picture before it, in a third of the time of a whole drawing: places and texts
// of lines, marks and bars by Plotly.animate, notes and shapes one by one, names in the legend by Plotly.restyle.

import { frameAt } from "./frames.js"
import { themed } from "./theme.js"

const TYPES = new Set(["scatter", "bar"]) // what Plotly.animate draws without drawing all
const ANIMATED = new Set(["x", "y", "base", "text", "textposition", "customdata", "hovertemplate"])
const NOTES = ["annotations", "shapes"]
const AT_ONCE = { mode: "immediate", frame: { duration: 0, redraw: false }, transition: { duration: 0 } }

/**
 * Whether two values of a figure are the same.
 * @param {any} one
 * @param {any} other
 * @returns {boolean}
 */
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
const differing = (before, after) => Object.keys(after).filter((name) => !same(before[name], after[name]))

/** Whether new properties of a trace may move an axis. @param {string[]} names @param {any} trace @param {any} layout */
const isFree = (names, trace, layout) => ["x", "y"].some((axis) => (names.includes(axis) || names.includes("base")) &&
  layout[(trace[`${axis}axis`] ?? axis).replace(axis, `${axis}axis`)]?.autorange === true)

/**
 * Draw the chart's frame, if no more has to be drawn than what this module can.
 * @param {import("./chart.js").Chart} chart
 * @returns {Promise<boolean>} whether it is drawn
 */
export async function drawLightly(chart) {
  const { element, spec, frames, frame, drawn, clouds } = chart
  if (frame === null || !drawn || clouds.length) return false
  const next = frameAt(frames, frame)
  const noted = differing(drawn.changes.layout, next.layout)
  if (noted.some((name) => !NOTES.includes(name) || drawn.changes.layout[name]?.length !== next.layout[name]?.length)) return false
  const moved = []
  for (const [place, trace] of frames.traces.entries()) {
    const names = differing(drawn.changes.data[place], next.data[place])
    if (!names.length) continue
    if (!TYPES.has(spec.data[trace].type) || names.some((name) => name !== "name" && !ANIMATED.has(name))) return false
    if (isFree(names, spec.data[trace], element.layout)) return false
    moved.push({ trace, names, whole: { ...spec.data[trace], ...next.data[place] } })
  }
  const figure = { data: moved.map(({ whole }) => whole), layout: Object.fromEntries(noted.map((name) => [name, next.layout[name]])) }
  const { data, layout } = themed(figure, drawn.theme, spec.colours, spec.scale)
  const { plotly } = element
  // An opacity makes Plotly draw this note anew, and no other; of what else it holds, all would be.
  const again = noted.flatMap((name) => layout[name].flatMap((/** @type {any} */ note, /** @type {number} */ at) =>
    same(note, element.layout[name][at]) ? [] : [[`${name}[${at}].opacity`, note.opacity ?? 1]]))
  for (const name of noted) element.layout[name] = layout[name]
  if (again.length) await plotly.relayout(element, Object.fromEntries(again))
  for (const [at, { trace, names }] of moved.entries()) if (names.includes("name")) await plotly.restyle(element, { name: data[at].name }, [trace])
  // Together with those between them, since Plotly brings what it animates together: one lies over another as before.
  // Of bars all, since Plotly takes away those that it doesn't animate.
  const animated = moved.flatMap(({ trace, names }, at) => {
    const change = Object.fromEntries(names.filter((name) => ANIMATED.has(name)).map((name) => [name, data[at][name]]))
    return Object.keys(change).length ? [{ trace, change }] : []
  })
  if (animated.length) {
    const bars = animated.some(({ trace }) => spec.data[trace].type === "bar")
    const first = bars ? 0 : animated[0].trace
    const last = bars ? spec.data.length - 1 : animated[animated.length - 1].trace
    const changes = Array.from({ length: last - first + 1 }, () => ({}))
    for (const { trace, change } of animated) changes[trace - first] = change
    await plotly.animate(element, { data: changes, traces: changes.map((_, at) => first + at) }, AT_ONCE)
  }
  drawn.changes = next
  return true
}
