// Clocks and the binary counter of one position. Slider and Play animate them in the browser, with the sentence; the server
// gets the position once, at the end.

import { node, received, shape } from "../frame/dom.js"

const PER_SECOND = 4 // steps; each moves `stride` positions
const QUIET = 400 // milliseconds after which keys on the slider are committed
const CALM_PER_SECOND = 2 // with prefers-reduced-motion: whole steps, no gliding

/** @param {any} root @param {any} data */
function build(root, data) {
  root.replaceChildren()
  const faces = node("div", "faces", undefined, root)
  faces.setAttribute("role", "img")
  faces.setAttribute("aria-label", data.label)
  root.hands = data.pairs.map((/** @type {number} */ pair, /** @type {number} */ number) => {
    const face = node("div", "face", undefined, faces)
    node("div", "pair", `hand ${pair}`, face)
    const svg = shape("svg", { viewBox: "-1.12 -1.12 2.24 2.24", "aria-hidden": "true" }, face)
    shape("circle", { class: "rim", r: 1 }, svg)
    for (let hour = 0; hour < 4; hour += 1) {
      shape("line", { class: "mark", x1: 0, y1: -0.88, x2: 0, y2: -1, transform: `rotate(${90 * hour})` }, svg)
    }
    const hand = shape("g", {}, svg)
    shape("line", { class: "hand", x1: 0, y1: 0, x2: 0, y2: -0.78 }, hand)
    shape("circle", { class: "tip", cx: 0, cy: -0.8, r: 0.11 }, hand)
    node("div", "speed", data.speeds[number], face)
    return hand
  })
  const digits = node("div", "digits", undefined, root)
  digits.setAttribute("aria-hidden", "true")
  root.bits = Array.from({ length: data.digits }, (_, number) => {
    const digit = node("div", "digit", undefined, digits)
    const bit = node("div", "bit", "0", digit)
    node("div", "weight", `${2 ** number}s`, digit)
    return bit
  })
  node("div", "words", "binary digits: ones, twos, fours, … from the left, the fast ones first as with the clocks", root)
  const bar = node("div", "bar", undefined, root)
  root.range = node("input", "range", undefined, bar, { type: "range", min: "0", step: "1", "aria-label": "Position" })
  root.range.max = String(data.last)
  root.range.addEventListener("pointerdown", () => (root.pressed = true))
  root.range.addEventListener("input", () => {
    halt(root)
    draw(root, Number(root.range.value))
  })
  root.range.addEventListener("change", () => {
    window.clearTimeout(root.quiet)
    root.quiet = window.setTimeout(() => stop(root), root.pressed ? 0 : QUIET)
    root.pressed = false
  })
  root.now = node("span", "now", "", bar)
  const buttons = node("span", "buttons", undefined, bar)
  root.back = node("button", "", "‹", buttons, { type: "button", "aria-label": "One step back" })
  root.back.addEventListener("click", () => step(root, -1))
  root.play = node("button", "play", "Play", buttons, { type: "button", title: "Key: P" })
  root.play.addEventListener("click", () => (root.timer === null ? start(root) : stop(root)))
  root.on = node("button", "", "›", buttons, { type: "button", "aria-label": "One step on" })
  root.on.addEventListener("click", () => step(root, 1))
  if (data.keys) {
    root.back.title = "Key: B"
    root.on.title = "Key: N"
  }
}

/**
 * The sentence at another position, computed as in explorer/views/positions/_clocks.py.
 * @param {string} sentence
 * @param {number} position
 * @param {number[]} omega radians per position of every hand
 */
export function saidAt(sentence, position, omega) {
  const two = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  const turns = omega.map((each) => ((position * each) / (2 * Math.PI)).toLocaleString("en", two))
  const made = turns.length > 1 ? `${turns.slice(0, -1).join(", ")} and ${turns[turns.length - 1]}` : turns[0]
  return sentence
    .replace(/^Position [\d,]+, in binary [01]+/, `Position ${position.toLocaleString("en")}, in binary ${position.toString(2)}`)
    .replace(/made .+ turns since/, `made ${made} turns since`)
}

/**
 * `at` may lie between two positions while the clocks play: hands glide, digits show the last whole position.
 * @param {any} root
 * @param {number} at
 */
function draw(root, at) {
  const { omega } = root.data
  const whole = Math.floor(at + 1e-9)
  root.hands.forEach((/** @type {Element} */ hand, /** @type {number} */ number) => {
    hand.setAttribute("transform", `rotate(${((omega[number] * at * 180) / Math.PI) % 360})`)
  })
  root.bits.forEach((/** @type {Element} */ bit, /** @type {number} */ number) => {
    const on = Math.floor(whole / 2 ** number) % 2 === 1
    bit.textContent = on ? "1" : "0"
    bit.classList.toggle("on", on)
  })
  root.now.textContent = `Position ${whole}`
  root.range.value = String(whole)
  const sentence = saidAt(root.data.label, whole, omega)
  root.range.setAttribute("aria-valuetext", sentence)
  const said = document.querySelector(".explorer-said[data-chart=p_clock]")
  if (said && said.textContent !== sentence) said.textContent = sentence
  root.at = at
  root.dataset.position = String(whole)
  root.dataset.frames = String(Number(root.dataset.frames ?? 0) + 1)
}

/** @param {any} root */
function start(root) {
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches
  if (root.at >= root.data.last) draw(root, 0)
  root.play.textContent = "Pause"
  /** @type {number | null} */
  let before = null
  let exact = root.at
  const frame = (/** @type {number} */ time) => {
    const passed = before === null ? 0 : Math.min((time - before) / 1000, 0.25) // no jump after a suspended tab
    before = time
    exact = Math.min(exact + passed * root.data.stride * (calm ? CALM_PER_SECOND : PER_SECOND), root.data.last)
    const at = calm ? exact - (exact % root.data.stride) : exact
    if (!calm || at !== root.at) draw(root, at)
    if (exact >= root.data.last) stop(root)
    else root.timer = requestAnimationFrame(frame)
  }
  root.timer = requestAnimationFrame(frame)
}

/** @param {any} root */
function halt(root) {
  cancelAnimationFrame(root.timer)
  root.timer = null
  root.play.textContent = "Play"
}

/** @param {any} root */
function stop(root) {
  halt(root)
  draw(root, Math.floor(root.at + 1e-9))
  root.data.position = root.at
  root.component.setTriggerValue("stop", root.at)
}

/** @param {any} root @param {number} by steps of `stride` positions */
function step(root, by) {
  halt(root)
  draw(root, Math.min(Math.max(Math.floor(root.at + 1e-9) + by * root.data.stride, 0), root.data.last))
  stop(root)
}

/** @param {any} root @param {KeyboardEvent} event */
function pressed(root, event) {
  const focused = event.composedPath()[0]
  const typing = focused instanceof Element && focused.closest("input, textarea, select, [contenteditable=true]")
  const text = typing && !["range", "radio", "checkbox", "button"].includes(typing.getAttribute("type") ?? "")
  /** @type {Record<string, HTMLButtonElement>} */
  const keys = root.data.keys ? { p: root.play, b: root.back, n: root.on } : { p: root.play }
  const button = keys[event.key.toLowerCase()]
  if (button && !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat && !text) button.click()
}

/** @param {any} component */
export default function (component) {
  const data = received(component.data)
  const { parentElement } = component
  let root = parentElement.querySelector(".dials")
  if (!root) {
    root = node("div", "dials", undefined, parentElement)
    root.timer = null
  }
  root.component = component
  const same = root.data !== undefined && JSON.stringify(root.data.pairs) === JSON.stringify(data.pairs)
  const moved = root.data === undefined || root.data.position !== data.position
  root.data = data
  if (!same) {
    if (root.timer !== null) cancelAnimationFrame(root.timer)
    root.timer = null
    build(root, data)
  }
  root.querySelector(".faces").setAttribute("aria-label", data.label)
  root.querySelectorAll(".speed").forEach((/** @type {Element} */ speed, /** @type {number} */ number) => (speed.textContent = data.speeds[number]))
  root.range.max = String(data.last)
  if (moved || !same) {
    if (root.timer !== null) halt(root)
    draw(root, data.position)
  } else if (root.timer === null) draw(root, root.at)
  root.getRootNode().host.dataset.drawn = "" // the path's outline waits for it
  root.key ??= (/** @type {KeyboardEvent} */ event) => pressed(root, event)
  document.addEventListener("keydown", root.key)
  return () => {
    document.removeEventListener("keydown", root.key)
    if (!root.isConnected && root.timer !== null) halt(root)
  }
}
