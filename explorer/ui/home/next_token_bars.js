// Bar chart of the next token with percentages, whose whole width is 100 % for every text; a second, thinner bar after an intervention. Above it, on request, arcs
// from the last token to those before it, as thick as its attention. Tokens are textContent.

import { anew, node, shape } from "../frame/dom.js"

const STILL = matchMedia("(prefers-reduced-motion: reduce)")

/**
 * @param {string} kind
 * @param {number} share
 * @param {number | undefined} was share of this token before, 0 if it was not drawn
 * @param {string} said
 * @param {Element} parent
 */
function bar(kind, share, was, said, parent) {
  const line = node("div", `line ${kind}`, undefined, parent)
  const track = node("div", "track", undefined, line)
  const fill = node("div", "fill", undefined, track)
  fill.style.width = `${100 * share}%`
  if (!STILL.matches && was !== undefined) {
    fill.animate([{ width: `${100 * was}%` }, { width: `${100 * share}%` }], { duration: 350, easing: "ease-out" })
  }
  node("span", "percent", said, line)
}

const IN_KEY = 4 // bars whose colours the legend's sign has: each token has its own

const THIN = 1.5, THICK = 34 // px: an arc's width at a share of 0, and what a share of 1 adds
const HIGH = 74 // px above the boxes; at most, so that an arc's outline stays inside

/**
 * Arcs from the last box to those before it. A new text's arcs grow from the last token back; others change their width.
 * @param {any} root @param {any[]} tokens @param {boolean} moves
 */
function arcs(root, tokens, moves) {
  const area = root.querySelector(".look"), boxes = [...area.querySelectorAll(".seen:not([hidden]) .box")]
  area.querySelector("svg")?.remove()
  const svg = shape("svg", { width: area.scrollWidth, height: HIGH, "aria-hidden": "true" }, area)
  const centre = (/** @type {any} */ box) => box.offsetLeft + box.offsetWidth / 2
  const last = boxes.length - 1, end = centre(boxes[last]), text = boxes.map((box) => box.textContent).join(" ")
  const was = root.arcs?.text === text ? root.arcs.widths : undefined
  const widths = tokens.map((token) => THIN + THICK * token.share)
  for (let n = 0; n < last; n++) {
    const x = centre(boxes[n]), high = HIGH - 14 - (HIGH - 24) * Math.min(1, 0.35 + 0.65 * (end - x) / Math.max(1, end - centre(boxes[0])))
    const path = shape("path", { d: `M${end} ${HIGH} C${end} ${high},${x} ${high},${x} ${HIGH}`, stroke: tokens[n].color, "stroke-width": widths[n] }, svg)
    if (STILL.matches || !moves) continue
    if (was) {
      path.animate([{ strokeWidth: `${was[n]}px` }, { strokeWidth: `${widths[n]}px` }], { duration: 1200, easing: "ease-in-out" })
      continue
    }
    const long = /** @type {SVGPathElement} */ (path).getTotalLength()
    path.style.strokeDasharray = String(long)
    path.animate([{ strokeDashoffset: long }, { strokeDashoffset: 0 }], { duration: 700, delay: 120 * (last - 1 - n), fill: "backwards", easing: "ease-out" })
  }
  area.scrollLeft = area.scrollWidth // where not all fit, the end is in sight
  root.arcs = { text, widths }
}

/** As many boxes as have room, those of the lowest rank; "…" where some are left out. @param {any} root @param {any} look */
function fit(root, look) {
  const area = root.querySelector(".look"), seen = [...area.querySelectorAll(".seen")], skips = [...area.querySelectorAll(".skip")]
  const earlier = area.querySelector(".earlier")
  area.querySelector("svg")?.remove()
  for (let shown = look.tokens.length; shown > 0; shown--) {
    earlier.textContent = look.others[shown - 1]
    let before = -1
    look.tokens.forEach((/** @type {any} */ { n, rank }, /** @type {number} */ at) => {
      seen[at].hidden = rank >= shown
      skips[at].hidden = seen[at].hidden || before === -1 || before === n - 1
      if (!seen[at].hidden) before = n
    })
    if (area.scrollWidth <= area.clientWidth || shown <= 2) break
  }
  return look.tokens.filter((/** @type {any} */ _, /** @type {number} */ at) => !seen[at].hidden)
}

/** @param {any} root @param {any} look */
function drawLook(root, look) {
  const area = node("div", "look", undefined, root, { role: "img", "aria-label": look.label })
  node("span", "earlier", "", area)
  look.tokens.forEach((/** @type {any} */ token) => {
    node("span", "skip", "…", area)
    const one = node("span", "seen", undefined, area)
    one.style.setProperty("--tint", token.color)
    node("span", "box", token.label, one, { dir: "auto" })
    if (token.position) node("span", "position", token.position, one)
    node("span", "given", token.said, one)
    if (token.own) node("span", "own", token.own, one)
  })
  node("span", "gap", "?", area)
  arcs(root, fit(root, look), true)
}

/** @param {any} root @param {any} spec */
function draw(root, spec) {
  root.replaceChildren()
  if (spec.look) drawLook(root, spec.look)
  if (spec.after) {
    const after = node("p", "after", undefined, root)
    node("span", "", spec.after, after, { dir: "auto" })
    node("span", "gap", " ?", after)
  }
  if (spec.hint) node("p", "hint", spec.hint, root)
  if (spec.names.length > 1) {
    const legend = node("div", "legend", undefined, root)
    node("span", "key before", spec.names[0], legend)
    const colours = spec.tokens.slice(0, IN_KEY).map((/** @type {any} */ { color }, /** @type {number} */ n, /** @type {any[]} */ { length }) =>
      `${color} ${(100 * n) / length}% ${(100 * (n + 1)) / length}%`)
    const after = node("span", "key after", spec.names[1], legend)
    after.style.setProperty("--tints", `linear-gradient(90deg, ${colours.join(", ")})`)
  }
  const list = node("ol", "", undefined, root, { "aria-label": spec.label })
  for (const token of spec.tokens) {
    const item = node("li", token.came || token.bet ? "came" : "", undefined, list)
    item.style.setProperty("--tint", token.color)
    const row = node(token.id === null ? "div" : "button", token.id === null ? "row" : "row write", undefined, item)
    const name = node("span", "token", token.came ? "✓ " : token.bet ? "bet " : undefined, row)
    node("span", "label", token.label, name, { dir: "auto" })
    if (token.id !== null) {
      row.type = "button"
      row.title = spec.look ? "bet on it" : "write it: the text grows by this token"
      if (spec.look) row.setAttribute("aria-pressed", String(token.bet))
      row.addEventListener("click", () => {
        // A tap leaves the text field, which takes over what was typed; not on an iPhone, where a button gets no focus.
        const field = document.activeElement
        if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.blur()
        root.component.setTriggerValue("pick", token.id)
      })
    }
    if (token.rest) node("span", "rest", token.rest, name, { title: "how the model would most likely end the word" })
    if (token.came) item.title = "what your text goes on with"
    const bars = node("div", "bars", undefined, row)
    token.shares.forEach((/** @type {number} */ share, /** @type {number} */ i) => {
      const kind = spec.names.length === 1 ? "only" : ["before", "after"][i]
      bar(kind, share, root.shares && (root.shares[token.label]?.[i] ?? 0), token.said[i], bars)
    })
  }
  root.shares = Object.fromEntries(spec.tokens.map((/** @type {any} */ { label, shares }) => [label, shares]))
}

/** @param {any} component */
export default function (component) {
  const { data, parentElement } = component
  if (!data) return
  const text = new TextDecoder().decode(data)
  const root = parentElement.querySelector(".next") ?? node("div", "next", undefined, parentElement)
  root.component = component
  if (root.drawing === text) return
  root.drawing = text
  const spec = JSON.parse(text)
  draw(root, spec)
  root.getRootNode().host.dataset.drawn = "" // the path's outline waits for it
  anew(root, () => {
    const observer = new ResizeObserver(() => spec.look && arcs(root, fit(root, spec.look), false))
    if (spec.look) observer.observe(root)
    return () => observer.disconnect()
  })
}
