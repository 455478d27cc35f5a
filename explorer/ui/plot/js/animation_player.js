// Client-side animation of a picture (explorer/ui/plot/animation.py has the settings): a slider, a drag (to the right, or round
// a dial) and Play show its frames, each with its sentence. They are asked for when a hand comes near; until they are there, the picture stands
// still. The server gets the value once, when the movement ends.
//
// A frame is known by the number of its value: of several values, only every `step`-th may have one, from `first` on.

import { isStill, node } from "../../frame/dom.js"
import { areaOf } from "./plotly.js"
import { ask, framesOf } from "./request_frames.js"
import { themeOf } from "./streamlit_internals.js"

const PER_SECOND = 8 // frames of Play; fewer for few frames, so that it takes some seconds
const LEAST_SECONDS = 6
const SLOWEST = 0.75 // minimum frames per second
const EVENTS = 2 // per second at most, for frames that are separate events with a pause
const MOVING = 0.8 // share of an event's time that it moves
const CALM_PER_SECOND = 2 // with prefers-reduced-motion
const EVENT = "explorer-frame" // on document: synchronizes pictures of one control
const FIRST = /^.*?[.!?](?=\s|$)/s // sentence of a text, which is bold (picture_with_sentence.py)
const QUIET = 400 // milliseconds after which keys and single steps are committed

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

/** Changes of one frame, or interpolated between two. @param {any} frames @param {number} value its number @returns {{ data: any[], layout: any }} */
export function frameAt(frames, value) {
  const at = (value - frames.first) / frames.step
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
 * Value for a drag: the picture's width corresponds to all values.
 * @param {number} from value at pointer down
 * @param {number} moved pixels, to the right
 * @param {number} width of the picture in pixels
 * @param {number} count of values
 */
export const under = (from, moved, width, count) => Math.min(count - 1, Math.max(0, from + Math.round((moved / Math.max(1, width)) * count)))

const DIAL = [0.2, 1.3] // distances from a dial's middle at which a press turns its hand

/**
 * The dial at a point of the picture.
 * @param {number[][]} dials middle, values in a turn, and values from the setting's 0 to the first
 * @param {number[]} point in the picture's axes
 */
export const dialAt = (dials, [x, y]) => dials.find(([left, low]) => {
  const distance = Math.hypot(x - left, y - low)
  return distance >= DIAL[0] && distance <= DIAL[1]
})

/**
 * Value at which a dial's hand points to a point: of those a whole number of turns apart, the nearest.
 * @param {number[]} dial
 * @param {number[]} point
 * @param {number} from the value now
 * @param {number} count of values
 */
export function pointedAt([left, low, turn, start], [x, y], from, count) {
  const share = Math.atan2(x - left, y - low) / (2 * Math.PI) // clockwise, from the top
  const turns = Math.round((from + start) / turn - share)
  const places = [turns, turns - 1, turns + 1].map((whole) => Math.round(turn * (share + whole) - start))
  const near = places.find((at) => at >= 0 && at < count) ?? places[0]
  return Math.min(count - 1, Math.max(0, near))
}

/** The nearest value that has a frame. @param {any} frames @param {number} value */
export const nearest = ({ first, step, texts }, value) => first + step * Math.min(texts.length - 1, Math.max(0, Math.round((value - first) / step)))

/**
 * Slider of an animated chart, created once; `take` handles new data from the server.
 * @param {import("./chart.js").Chart} chart
 * @param {() => void} draw
 */
export function addMoves(chart, draw) {
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

  /** @type {any} */
  let frames = null
  /** @type {{ id: number, x: number, from: number, dial?: number[] } | null} a finger in the picture, or on a dial of it */
  let held = null
  let [pressed, playing, timer, wanted] = [false, 0, 0, false]
  const last = () => Number(range.max)
  const now = () => chart.frame ?? chart.spec.moves.now
  const snap = (/** @type {number} */ at) => (frames ? nearest(frames, at) : Math.round(Math.min(last(), Math.max(0, at))))

  const say = (/** @type {number} */ exact) => {
    range.value = String(exact)
    if (!frames) return
    const at = Math.floor((exact - frames.first) / frames.step)
    // A separate label keeps the covered answer from screen readers.
    const told = chart.spec.label === frames.sentences[(chart.spec.moves.now - frames.first) / frames.step]
    range.setAttribute("aria-valuetext", frames.texts[at] + (told ? `: ${frames.sentences[at]}` : ""))
    if (told) element.setAttribute("aria-label", frames.sentences[at])
    value.textContent = frames.texts[at]
    const said = document.querySelector(`.explorer-said[data-chart="${CSS.escape(chart.spec.name)}"]`)
    if (!said || said.textContent === frames.sentences[at]) return
    const first = Object.assign(document.createElement("b"), { textContent: frames.sentences[at].match(FIRST)?.[0] ?? "" })
    said.replaceChildren(first, frames.sentences[at].slice(first.textContent.length))
  }
  const show = (/** @type {number} */ at) => {
    if (at === now()) return
    chart.frame = at
    say(at)
    near()
    if (frames) draw()
    document.dispatchEvent(new CustomEvent(EVENT, { detail: { chart, share: at / Math.max(1, chart.spec.moves.count - 1) } }))
  }
  /** A hand has come near this picture, or near another one of the same control, which has moved. @param {any} event */
  const follow = ({ detail: { chart: other, share } }) => {
    if (!chart.spec.moves || (other !== chart && other.spec.moves?.of !== chart.spec.moves.of)) return
    if (!frames) ask(chart, got)
    if (other === chart || share === undefined) return
    const exact = share * (chart.spec.moves.count - 1)
    const at = chart.spec.moves.glide ? Math.min(last(), Math.max(Number(range.min), exact)) : snap(exact)
    if (at === now()) return
    chart.frame = at === chart.spec.moves.now ? null : at
    say(at)
    if (frames) draw()
  }
  document.addEventListener(EVENT, follow)
  /** Ask for the frames of all pictures of this control. */
  const near = () => {
    if (chart.spec.moves && !frames) document.dispatchEvent(new CustomEvent(EVENT, { detail: { chart } }))
  }
  for (const kind of ["pointermove", "pointerdown", "focusin"]) row.addEventListener(kind, near)
  for (const kind of ["pointermove", "pointerdown"]) element.addEventListener(kind, () => chart.spec.moves?.drag && near())
  /** The frames are there: go on with what the hand has done since it came. */
  const got = () => {
    fit()
    // What is drawn is the server's picture; a drawing that is under way will be followed by a whole one.
    if (element.plotly && !chart.drawing) chart.drawn = { changes: frameAt(frames, chart.spec.moves.now), theme: themeOf(element) }
    if (chart.frame !== null) draw()
    if (wanted) start()
    // A value that left in one message with the request for frames is lost: Streamlit runs one fragment for it.
    else if (chart.frame !== null && !held && !pressed) later()
  }
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
    wanted = false
    play.textContent = "Play"
  }

  const start = () => {
    wanted = !frames
    play.textContent = "Pause"
    if (wanted) return near()
    const { step: by } = frames
    const calm = isStill()
    const pace = calm ? CALM_PER_SECOND : Math.max(SLOWEST, Math.min(PER_SECOND, (frames.texts.length - 1) / LEAST_SECONDS))
    if (now() >= last()) show(Number(range.min))
    let exact = now()
    /** @type {number | null} */
    let before = null
    const step = (/** @type {number} */ time) => {
      exact = Math.min(last(), exact + (before === null ? 0 : Math.min(0.25, (time - before) / 1000)) * pace * by) // no jump after a suspended tab
      before = time
      const at = (exact - frames.first) / by
      show(frames.first + by * (!chart.spec.moves.glide || calm ? Math.floor(at) : pace > EVENTS ? at : eased(at)))
      if (exact < last()) playing = requestAnimationFrame(step)
      else stop()
    }
    playing = requestAnimationFrame(step)
  }
  const stop = () => {
    pause()
    show(snap(now()))
    end()
  }
  play.addEventListener("click", () => (playing || wanted ? stop() : start()))
  const advance = (/** @type {number} */ by) => {
    if (playing) pause()
    show(snap(snap(now()) + by * Number(range.step)))
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

  /** A place on the screen in the picture's axes. @param {{ clientX: number, clientY: number }} place */
  const pointAt = ({ clientX, clientY }) => {
    const { left, top, width, height, window: { x, y } } = areaOf(element)
    const box = element.getBoundingClientRect()
    const [right, down] = [(clientX - box.left - left) / width, (clientY - box.top - top) / height]
    return [x[0] + right * (x[1] - x[0]), y[1] - down * (y[1] - y[0])]
  }
  const dialUnder = (/** @type {{ clientX: number, clientY: number }} */ place) =>
    chart.spec.moves?.drag && element.plotly && chart.spec.moves.dials.length ? dialAt(chart.spec.moves.dials, pointAt(place)) : undefined
  const move = (/** @type {PointerEvent} */ event) => {
    if (held?.id !== event.pointerId) return
    const { count } = chart.spec.moves
    show(snap(held.dial ? pointedAt(held.dial, pointAt(event), snap(now()), count) : under(held.from, event.clientX - held.x, element.clientWidth, count)))
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
    held = { id: event.pointerId, x: event.clientX, from: snap(now()), dial: dialUnder(event) }
    listen("addEventListener")
    if (held.dial) move(event)
  })
  // A finger on a dial turns its hand, up and down too; beside it, it scrolls the page.
  element.addEventListener("touchstart", (/** @type {TouchEvent} */ event) => {
    if (event.touches.length === 1 && event.cancelable && dialUnder(event.touches[0])) event.preventDefault()
  }, { passive: false })

  /** Fit the slider to the frames, if they are there. */
  const fit = () => {
    const { moves } = chart.spec
    frames = chart.frames = framesOf(moves)
    const { first, step, texts } = frames ?? { first: 0, step: 1, texts: { length: moves.count } }
    Object.assign(range, { min: String(first), max: String(first + step * (texts.length - 1)), step: String(step) })
    element.dataset.moves = frames ? "ready" : "asleep"
    if (chart.frame !== null) chart.frame = snap(chart.frame)
    if (!frames) {
      value.textContent = moves.text
      range.setAttribute("aria-valuetext", moves.text)
    }
    say(now())
  }
  /** Take the server's frame, unless a drag, Play or a key is in progress. */
  const take = () => {
    const { moves } = chart.spec
    row.style.display = moves?.slider ? "" : "none"
    Object.assign(element.style, { cursor: moves?.drag ? (moves.dials.length ? "grab" : "ew-resize") : "", touchAction: moves?.drag ? "pan-y" : "" })
    element.classList.toggle("explorer-dials", Boolean(moves?.drag && moves.dials.length))
    if (!moves) return void (chart.frame = null)
    name.textContent = moves.label
    buttons.style.display = moves.play ? "" : "none"
    const hand = held || playing || timer || pressed || wanted
    if (!hand) chart.frame = null
    fit()
    if (!frames) {
      if (playing) wanted = true // goes on when they come
      cancelAnimationFrame(playing)
      playing = 0
      if (hand) near()
    }
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
