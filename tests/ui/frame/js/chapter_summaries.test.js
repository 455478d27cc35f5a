// A page of one's own lines in a link: what comes out is what went in, and nonsense is no page.

import assert from "node:assert/strict"
import { test } from "node:test"

import { packed, unpacked } from "../../../../explorer/ui/frame/guide/chapter_summaries.js"

test("lines come back from a link in any script", () => {
  const lines = { Tokens: "Stücke ✂️ हिन्दी <b>", Waves: "viele Zeiger" }
  const hash = `#lines=${packed(lines)}`
  assert.match(hash, /^#lines=[A-Za-z0-9_-]+$/)
  assert.deepEqual(unpacked(hash), lines)
})

test("other fragments and broken ones bring nothing, and a long line is cut", () => {
  for (const hash of ["", "#part", "#lines=%%%", "#lines=bm8"]) assert.equal(unpacked(hash), undefined)
  assert.equal(unpacked(`#lines=${packed({ Tokens: "x".repeat(999) })}`)?.Tokens.length, 300)
})
