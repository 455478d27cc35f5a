// Client-side animation of a picture (explorer/ui/plot/animation.py has the settings): a slider, a horizontal drag and Play show
// the frames that came with it, each with its sentence. The server gets the frame once, when the movement ends.

import { node } from "../../frame/dom.js"
import { unpack } from "./unpack_figure.js"

const PER_SECOND = 8 // frames of Play; fewer for few frames, so that it takes some seconds
const LEAST_SECONDS = 6
const SLOWEST = 0.75 // minimum frames per second
const EVENTS = 2 // per second at most, for frames that are separate events with a pause
const MOVING = 0.8 // share of an event's time that it moves
const CALM_PER_SECOND = 2 // with prefers-reduced-motion
const EVENT = "explorer-frame" // on document: synchronizes pictures of one control
const QUIET = 400 // milliseconds after which keys and single steps are committed

const STYLE = `
.explorer-moves { display: flex; flex: none; flex-wrap: wrap; gap: .1rem .6rem; align-items: center; padding-top: .25rem; color: var(--st-text-color); font: 1rem var(--st-font); }
.explorer-moves label { display: contents; }
.explorer-moves > span { display: flex; gap: .3rem; }
.explorer-moves input { flex: 1 1 12rem; min-width: 8rem; height: 2rem; margin: 0; accent-color: var(--st-primary-color); touch-action: pan-y; cursor: ew-resize; }
.explorer-moves output { min-width: 3ch; text-align: right; font-variant-numeric: tabular-nums; }
.explorer-moves button { all: unset; box-sizing: border-box; min-height: 2rem; padding: .1rem .7rem; border: 1px solid var(--st-border-color, currentColor); border-radius: .4rem; cursor: pointer; }
.explorer-moves button:focus-visible, .explorer-moves input:focus-visible { outline: 3px solid; outline-offset: 2px; }
/* On a phone one row is enough: the buttons, and beside them the slider under its name. */
@media (max-width: 640px) {
  .explorer-moves { display: grid; grid-template: "buttons name value" auto "buttons range range" auto / auto 1fr auto; gap: 0 .6rem; }
  .explorer-moves > span { grid-area: buttons; }
  .explorer-moves :is(label > span, output) { font-size: max(.85rem, var(--explorer-least, 0px)); line-height: 1.2; }
  .explorer-moves label > span { grid-area: name; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .explorer-moves output { grid-area: value; }
  .explorer-moves input { grid-area: range; min-width: 0; width: 100%; height: 2.2rem; }
  .explorer-moves input:focus-visible { outline-offset: -2px; }
}
@media print { .explorer-moves { display: none; } }
`

/**
 * Interpolate between two values: numbers and lists of equal length; otherwise the first one.
 * @param {any} one
 * @param {any} other
 * @param {number} share 0 to 1
 * @returns {any}
 */
export function between(one, other, share) {
  if (typeof one === "number" && typeof other === "number") return one + (other - one) * share
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object") return one
  if (typeof one.length === "number") return one.length === other.length ? Array.from(one, (value, at) => between(value, other[at], share)) : one
  return Object.fromEntries(Object.entries(one).map(([name, value]) => [name, between(value, other[name], share)]))
}

/**
 * Changes of one frame, or interpolated between two.
 * @param {any} frames
 * @param {number} at
 * @returns {{ data: any[], layout: any }}
 */
export function frameAt(frames, at) {
  const [low, high] = [Math.floor(at), Math.ceil(at)]
  const get = (/** @type {any} */ list) => (low === high ? list[low] : between(list[low], list[high], at - low))
  return { data: get(frames.data), layout: get(frames.layout) }
}

/**
 * The figure with the changes of a frame, or interpolated between two.
 * @param {{ data: any[], layout: any }} figure
 * @param {any} frames
 * @param {number | null} at
 */
export function withFrame(figure, frames, at) {
  if (!frames || at === null) return figure
  const { data: changes, layout } = frameAt(frames, at)
  const data = [...figure.data]
  frames.traces.forEach((/** @type {number} */ trace, /** @type {number} */ number) => (data[trace] = { ...data[trace], ...changes[number] }))
  return { ...figure, data, layout: { ...figure.layout, ...layout } }
}

/** Easing between two frames. @param {number} exact */
export function eased(exact) {
  const whole = Math.floor(exact)
  const share = Math.min(1, (exact - whole) / MOVING)
  return whole + share * share * (3 - 2 * share)
}

/**
 * Frame for a drag: the picture's width corresponds to all frames.
 * @param {number} from frame at pointer down
 * @param {number} moved pixels, to the right
 * @param {number} width of the picture in pixels
 * @param {number} count of frames
 */
export const under = (from, moved, width, count) => Math.min(count - 1, Math.max(0, from + Math.round((moved / Math.max(1, width)) * count)))

/**
 * Slider of an animated chart, created once; `take` handles new data from the server.
 * @param {import("./chart.js").Chart} chart
 * @param {() => void} draw
 */
export function addMoves(chart, draw) {
  if (!document.getElementById("explorer-moves")) {
    document.head.append(Object.assign(document.createElement("style"), { id: "explorer-moves", textContent: STYLE }))
  }
  const { element } = chart
  const row = node("div", "explorer-moves", undefined, /** @type {Element} */ (element.parentElement))
  element.after(row)
  const label = node("label", "", undefined, row)
  const name = node("span", "", "", label)
  const range = node("input", "", undefined, label, { type: "range", min: "0", step: "1" })
  const value = node("output", "", "", row, { "aria-hidden": "true" })
  const buttons = node("span", "", undefined, row)
  const back = node("button", "", "‹", buttons, { type: "button", "aria-label": "One step back" })
  const play = node("button", "", "Play", buttons, { type: "button" })
  const on = node("button", "", "›", buttons, { type: "button", "aria-label": "One step on" })

  /** @type {any} what travelled in bytes, and those bytes */
  let frames = null
  /** @type {{ id: number, x: number, from: number } | null} a finger in the picture */
  let held = null
  let [pressed, playing, timer, begun] = [false, 0, 0, false]
  const last = () => frames.texts.length - 1
  const now = () => chart.frame ?? chart.spec.moves.now

  const say = (/** @type {number} */ at) => {
    range.value = String(at)
    // A separate label keeps the covered answer from screen readers.
    const told = chart.spec.label === frames.sentences[chart.spec.moves.now]
    range.setAttribute("aria-valuetext", frames.texts[at] + (told ? `: ${frames.sentences[at]}` : ""))
    if (told) element.setAttribute("aria-label", frames.sentences[at])
    value.textContent = frames.texts[at]
    const said = document.querySelector(`.explorer-said[data-chart="${CSS.escape(chart.spec.name)}"]`)
    if (said && said.textContent !== frames.sentences[at]) said.textContent = frames.sentences[at]
  }
  const show = (/** @type {number} */ at) => {
    if (at === now()) return
    chart.frame = at
    say(Math.floor(at))
    draw()
    document.dispatchEvent(new CustomEvent(EVENT, { detail: { chart, share: at / Math.max(1, last()) } }))
  }
  /** Another picture of the same control has moved. @param {any} event */
  const follow = ({ detail: { chart: other, share } }) => {
    if (other === chart || other.spec.moves?.of !== chart.spec.moves?.of) return
    const at = chart.spec.moves.glide ? share * last() : Math.round(share * last())
    if (at === now()) return
    chart.frame = at === chart.spec.moves.now ? null : at
    say(Math.floor(at))
    draw()
  }
  document.addEventListener(EVENT, follow)
  /** Commit the movement to the server. */
  const end = () => {
    window.clearTimeout(timer)
    timer = 0
    if (chart.frame === chart.spec.moves.now) chart.frame = null
    if (chart.frame !== null) chart.component.setTriggerValue("frame", chart.frame)
  }
  const later = () => {
    window.clearTimeout(timer)
    timer = window.setTimeout(end, QUIET)
  }
  const pause = () => {
    cancelAnimationFrame(playing)
    playing = 0
    play.textContent = "Play"
  }

  const start = () => {
    const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches
    const pace = calm ? CALM_PER_SECOND : Math.max(SLOWEST, Math.min(PER_SECOND, last() / LEAST_SECONDS))
    if (now() >= last()) show(0)
    let exact = now()
    /** @type {number | null} */
    let before = null
    play.textContent = "Pause"
    const step = (/** @type {number} */ time) => {
      exact = Math.min(last(), exact + (before === null ? 0 : Math.min(0.25, (time - before) / 1000)) * pace) // no jump after a suspended tab
      before = time
      show(!chart.spec.moves.glide || calm ? Math.floor(exact) : pace > EVENTS ? exact : eased(exact))
      if (exact < last()) playing = requestAnimationFrame(step)
      else stop()
    }
    playing = requestAnimationFrame(step)
  }
  const stop = () => {
    pause()
    show(Math.round(now()))
    end()
  }
  play.addEventListener("click", () => (playing ? stop() : start()))
  const advance = (/** @type {number} */ by) => {
    if (playing) pause()
    show(Math.min(last(), Math.max(0, Math.round(now()) + by)))
    later()
  }
  back.addEventListener("click", () => advance(-1))
  on.addEventListener("click", () => advance(1))

  range.addEventListener("pointerdown", () => (pressed = true))
  range.addEventListener("input", () => {
    if (playing) pause()
    show(Number(range.value))
  })
  range.addEventListener("change", () => (pressed ? end() : later()))
  for (const kind of ["pointerup", "pointercancel"]) range.addEventListener(kind, () => window.setTimeout(() => (pressed = false)))

  const move = (/** @type {PointerEvent} */ event) => {
    if (held?.id === event.pointerId) show(under(held.from, event.clientX - held.x, element.clientWidth, last() + 1))
  }
  const release = (/** @type {PointerEvent} */ event) => {
    if (held?.id !== event.pointerId) return
    if (event.type === "pointercancel") show(held.from) // the browser scrolled the page instead
    held = null
    listen("removeEventListener")
    end()
  }
  // On document, since a drag may leave the picture.
  const listen = (/** @type {"addEventListener" | "removeEventListener"} */ how) => {
    document[how]("pointermove", /** @type {EventListener} */ (move))
    document[how]("pointerup", /** @type {EventListener} */ (release))
    document[how]("pointercancel", /** @type {EventListener} */ (release))
  }
  element.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    const press = event.target instanceof Element && event.target.closest("a, button")
    if (!chart.spec.moves?.drag || press || held || !event.isPrimary || event.button !== 0) return
    if (playing) pause()
    held = { id: event.pointerId, x: event.clientX, from: Math.round(now()) }
    listen("addEventListener")
  })

  /** Take the server's frame, unless a drag, Play or a key is in progress. */
  const take = () => {
    const { moves } = chart.spec
    row.style.display = moves?.slider ? "" : "none"
    Object.assign(element.style, { cursor: moves?.drag ? "ew-resize" : "", touchAction: moves?.drag ? "pan-y" : "" })
    if (!moves) return void (chart.frame = null)
    frames = unpack(moves.packed)
    chart.frames = frames
    name.textContent = moves.label
    range.max = String(last())
    buttons.style.display = moves.play ? "" : "none"
    if (!held && !playing && !timer && !pressed) chart.frame = null
    else if (chart.frame !== null) chart.frame = Math.min(chart.frame, last())
    say(Math.floor(now()))
    if (moves.begin && !begun && !playing) start()
    begun = Boolean(moves.begin)
  }
  const gone = () => {
    pause()
    window.clearTimeout(timer)
    document.removeEventListener(EVENT, follow)
    listen("removeEventListener")
    row.remove()
  }
  return { take, gone }
}
