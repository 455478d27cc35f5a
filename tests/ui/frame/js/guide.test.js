// Which guesses were right the first time: the first one at each step stays.

import assert from "node:assert/strict"
import { test } from "node:test"

import { firstGuesses } from "../../../../explorer/ui/frame/guide/guide.js"

test("the first guess at a step is kept, whatever is guessed there later", () => {
  assert.deepEqual(firstGuesses({}, "A", ""), {})
  const first = firstGuesses({}, "A", "wrong")
  assert.deepEqual(first, { A: false })
  assert.deepEqual(firstGuesses({ first }, "A", "right"), { A: false })
  assert.deepEqual(firstGuesses({ first, answered: ["A"] }, "B", "right"), { A: false, B: true })
})

test("a step that was answered before first guesses were kept has none", () => {
  assert.deepEqual(firstGuesses({ answered: ["A"] }, "A", "wrong"), {})
  assert.deepEqual(firstGuesses({ done: ["A"] }, "A", "right"), {})
})
