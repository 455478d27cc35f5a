import assert from "node:assert/strict"
import { test } from "node:test"

import { alike, asTheyCame } from "../../../../explorer/ui/join/answer_review.js"

test("words that differ in case and punctuation alone are one box, and others keep their own", () => {
  const written = ["be", "Die!", "BE.", "être", "Être", "…", "be "].map((words, id) => ({ id: String(id), words, shown: false }))
  assert.deepEqual(
    alike(written).map((same) => same.map(({ words }) => words)),
    [["be", "BE.", "be "], ["Die!"], ["être", "Être"], ["…"]],
  )
})

test("a new answer stands at the end, wherever the server has it, and a question begins anew", () => {
  const written = (/** @type {string} */ ids) => [...ids].map((id) => ({ id, words: id, shown: false }))
  const ids = (/** @type {string} */ question, /** @type {string} */ now) => asTheyCame(question, written(now)).map(({ id }) => id).join("")
  assert.equal(ids("q 1", "bd"), "bd")
  assert.equal(ids("q 1", "abcd"), "bdac")
  assert.equal(ids("q 1", "acd"), "dac")
  assert.equal(ids("q 2", "abcd"), "abcd")
})
