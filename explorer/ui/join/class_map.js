// The map of the class's sentences on a student's screen: their own dot, and the nearest sentence of another.

import { node } from "../frame/dom.js"
import { drawn, put } from "./picture_sketch.js"

/**
 * Draw the map, or draw it again where it is: a field beside it keeps what is being typed.
 * @param {Element} root @param {any} question @param {any} mine the sentence of this seat
 */
export function drawMap(root, { map: { picture, said } }, mine) {
  const place = root.querySelector(".class-map") ?? node("section", "class-map", undefined, root)
  place.replaceChildren()
  if (!picture) return
  const [, spot, near] = said.find((/** @type {any[]} */ [words]) => words === mine) ?? []
  const told = spot && said[near][0] !== mine ? `Nearest to yours: “${said[near][0]}”` : ""
  const alike = said.filter((/** @type {any[]} */ [words]) => words === mine).length
  const same = alike > 1 ? `${alike - 1} more wrote just what you wrote.` : ""
  const waits = mine && !spot ? "Your teacher reads your sentence. Then it comes on this map." : ""
  const alone = spot && said.length === 1 ? "Yours is the first." : ""
  node("p", "", [same, told, waits, alone].find(Boolean) ?? "", place)
  const plot = drawn(place, picture)
  if (spot) put(plot, spot, "mine")
}
