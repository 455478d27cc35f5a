import assert from "node:assert/strict"
import { test } from "node:test"

import { anew } from "../../../../explorer/ui/frame/dom.js"

test("what a component listened to ends when it is drawn once more, and when it leaves", () => {
  /** @type {string[]} */
  const said = []
  const listens = (/** @type {string} */ name) => () => {
    said.push(`${name} begins`)
    return () => void said.push(`${name} ends`)
  }
  const root = {}
  const first = anew(root, listens("first"))
  const second = anew(root, listens("second"))
  assert.deepEqual(said, ["first begins", "first ends", "second begins"])
  first() // Streamlit may call what an earlier drawing returned, late: it must not end this one
  assert.equal(said.includes("second ends"), false)
  second()
  assert.equal(said.at(-1), "second ends")
})
