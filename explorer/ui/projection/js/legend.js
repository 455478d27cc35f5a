// Legend of a map's colours and shapes: a toggle button per kind, which shows only that kind. With `row` the buttons are in
// one row above the map.

import { node, received } from "../../frame/dom.js"

/**
 * @typedef {{ sign: string, color: string, cells: string[], pressed: boolean, number: number }} Kind
 * @typedef {{ label: string, heads: string[], kinds: Kind[], row: boolean, key: string }} Legend
 */

/** Redraw the legend, keeping the focus. @param {any} root @param {Legend} legend @param {(number: number) => void} pick */
function draw(root, legend, pick) {
  const focused = root.querySelector("button:focus")?.dataset.number
  root.querySelector("table")?.remove()
  const table = node("table", "", undefined, root, legend.row ? { role: "presentation" } : { "aria-label": legend.label })
  const head = legend.row ? null : node("tr", "", undefined, node("thead", "", undefined, table))
  for (const name of head ? legend.heads : []) node("th", "", name, head, { scope: "col" })
  const body = node("tbody", "", undefined, table)
  for (const kind of legend.kinds) {
    const row = node("tr", kind.pressed ? "only" : "", undefined, body)
    kind.cells.forEach((text, at) => {
      // On a phone columns are stacked, each with its name.
      const cell = node("td", at && text.length < 14 ? "short" : "", at ? text : undefined, row, { "data-head": legend.heads[at] })
      if (at) return
      const button = node("button", "", undefined, cell, {
        type: "button",
        "aria-pressed": String(kind.pressed),
        "data-number": String(kind.number),
        title: kind.pressed ? "Show all again" : "Show only this on the map",
      })
      const sign = node("span", "sign", kind.sign, button, { "aria-hidden": "true" })
      sign.style.color = kind.color
      node("span", "", text, button)
      button.addEventListener("click", () => pick(kind.pressed ? 0 : kind.number))
      if (String(kind.number) === focused) button.focus()
    })
  }
}

/** @param {any} component */
export default function ({ parentElement, data, setTriggerValue }) {
  const legend = received(data)
  if (!legend) return
  const root = parentElement.querySelector(".legend") ?? node("div", "legend", undefined, parentElement)
  root.className = legend.row ? "legend row" : "legend"
  if (legend.row) root.setAttribute("role", "group")
  if (legend.row) root.setAttribute("aria-label", legend.label)
  draw(root, legend, (number) => setTriggerValue("picked", { key: legend.key, number }))
}
