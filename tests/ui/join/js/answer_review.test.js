import assert from "node:assert/strict"
import { test } from "node:test"

import { alike } from "../../../../explorer/ui/join/answer_review.js"

test("words that differ in case and punctuation alone are one box, and others keep their own", () => {
  const written = ["be", "Die!", "BE.", "être", "Être", "…", "be "].map((words, id) => ({ id: String(id), words, shown: false }))
  assert.deepEqual(
    alike(written).map((same) => same.map(({ words }) => words)),
    [["be", "BE.", "be "], ["Die!"], ["être", "Être"], ["…"]],
  )
})
