// Bar chart of the next token with percentages; a second, thinner bar after an intervention. Tokens are textContent.

import { node } from "../frame/dom.js"

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

/** @param {any} root @param {any} spec */
function draw(root, spec) {
  root.replaceChildren()
  if (spec.after) {
    const after = node("p", "after", undefined, root)
    node("span", "", spec.after, after, { dir: "auto" })
    node("span", "gap", " ?", after)
  }
  if (spec.hint) node("p", "hint", spec.hint, root)
  if (spec.names.length > 1) {
    const legend = node("div", "legend", undefined, root)
    node("span", "key before", spec.names[0], legend)
    node("span", "key after", spec.names[1], legend)
  }
  const list = node("ol", "", undefined, root, { "aria-label": spec.label })
  for (const token of spec.tokens) {
    const item = node("li", token.came ? "came" : "", undefined, list)
    item.style.setProperty("--tint", token.color)
    const row = node(token.id === null ? "div" : "button", token.id === null ? "row" : "row write", undefined, item)
    const name = node("span", "token", token.came ? "✓ " : undefined, row)
    node("span", "label", token.label, name, { dir: "auto" })
    if (token.id !== null) {
      row.type = "button"
      row.title = "write it: the text grows by this token"
      row.addEventListener("click", () => root.component.setTriggerValue("pick", token.id))
    }
    if (token.rest) node("span", "rest", token.rest, name, { title: "how the model would most likely end the word" })
    if (token.came) item.title = "what your text goes on with"
    const bars = node("div", "bars", undefined, row)
    token.shares.forEach((/** @type {number} */ share, /** @type {number} */ i) => {
      const kind = spec.names.length === 1 ? "only" : ["before", "after"][i]
      bar(kind, share / spec.most, root.shares && (root.shares[token.label]?.[i] ?? 0), token.said[i], bars)
    })
  }
  root.shares = Object.fromEntries(spec.tokens.map((/** @type {any} */ { label, shares }) => [label, shares.map((/** @type {number} */ share) => share / spec.most)]))
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
  draw(root, JSON.parse(text))
}
