// Frames of animated pictures: asked for when a hand comes near one, by a component of its own, so that the server runs
// nothing but them (explorer/ui/plot/animation.py).

import { node } from "../../frame/dom.js"
import { unpack } from "./unpack_figure.js"

const PATIENCE = 3000 // milliseconds after which a request counts as lost, as on a broken connection
const KEPT = 6 // sets of frames
const FIELD = 'textarea, input:not([type="range"])'
const LEAVING = 100 // milliseconds after which a field that loses the focus has sent its value

/** @type {import("./streamlit_internals.js").Component | null} */
let line = null
/** @type {Map<string, any>} by their name */
const known = new Map()
/** @type {Map<string, { chart: any, got: () => void, what: string, since: number }>} by the picture's name */
const asked = new Map()
let sending = false

/** The frames of a picture as it is now, if they have come. @param {any} moves its animation @returns {any} */
export function framesOf(moves) {
  const frames = known.get(moves.frames)
  return frames && (moves.now - frames.first) % frames.step === 0 ? frames : null
}

/**
 * Ask for the frames of a picture, unless they have been asked for just now.
 * @param {import("./chart.js").Chart} chart
 * @param {() => void} got called when they have come
 */
export function ask(chart, got) {
  const { name, moves } = chart.spec
  const [before, what] = [asked.get(name), `${moves.frames} ${moves.now}`]
  if (before?.chart === chart && before.what === what && Date.now() - before.since < PATIENCE) return
  asked.set(name, { chart, got, what, since: Date.now() })
  if (sending) return
  sending = true
  // A press that leaves a field sends its value as well. In one message with this request it would be lost: Streamlit runs
  // one fragment for a message, here that of the frames, and the page would not be drawn for the value.
  window.setTimeout(() => {
    sending = false
    send()
  }, document.activeElement?.matches(FIELD) ? LEAVING : 0)
}

/** Send the names of all pictures whose frames have not come: the browser may skip an answer that another one follows. */
function send() {
  for (const [name, { chart }] of asked) if (!chart.element.isConnected) asked.delete(name)
  if (asked.size) line?.setTriggerValue("asked", [...asked.keys()])
}

/** The component that asks, and gets the frames. @param {import("./streamlit_internals.js").Component} component */
export function frames(component) {
  line = component
  if (!component.parentElement.querySelector("i")) node("i", "explorer-store", "", component.parentElement) // it listens
  const { answers, frames: sent } = component.data ? unpack(component.data) : { answers: false, frames: [] }
  for (const { name, packed, first, step } of sent) {
    known.delete(name)
    known.set(name, { ...unpack(packed), first, step })
    while (known.size > KEPT) known.delete(known.keys().next().value ?? "")
  }
  for (const [name, { chart, got }] of asked) {
    if (!framesOf(chart.spec.moves)) continue
    asked.delete(name)
    got()
  }
  if (!answers) send() // the page has been drawn anew
  return () => {
    if (line === component) line = null
  }
}
