// The next token as bars with percentages; a second, thinner bar where something was changed. The tokens are text only.

import { node } from "../frame/dom.js"

/** @param {string} kind @param {number} share @param {string} said @param {Element} parent */
function bar(kind, share, said, parent) {
  const line = node("div", `line ${kind}`, undefined, parent)
  const track = node("div", "track", undefined, line)
  const fill = node("div", "fill", undefined, track)
  fill.style.width = `${100 * share}%`
  node("span", "percent", said, line)
}

/** @param {Element} root @param {any} spec */
function draw(root, spec) {
  root.replaceChildren()
  if (spec.names.length > 1) {
    const legend = node("div", "legend", undefined, root)
    node("span", "key before", spec.names[0], legend)
    node("span", "key after", spec.names[1], legend)
  }
  const list = node("ol", "", undefined, root, { "aria-label": spec.label })
  for (const token of spec.tokens) {
    const item = node("li", token.came ? "came" : "", undefined, list)
    node("span", "token", token.came ? `✓ ${token.label}` : token.label, item, { dir: "auto" })
    if (token.came) item.title = "what your text goes on with"
    const bars = node("div", "bars", undefined, item)
    token.shares.forEach((/** @type {number} */ share, /** @type {number} */ i) => {
      const kind = spec.names.length === 1 ? "only" : ["before", "after"][i]
      bar(kind, share / spec.most, token.said[i], bars)
    })
  }
}

/** @param {any} component */
export default function ({ data, parentElement }) {
  if (!data) return
  const text = new TextDecoder().decode(data)
  const root = parentElement.querySelector(".next") ?? node("div", "next", undefined, parentElement)
  if (root.drawing === text) return
  root.drawing = text
  draw(root, JSON.parse(text))
}
