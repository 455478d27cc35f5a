// Which guesses were right the first time: the first one at each step stays.

import assert from "node:assert/strict"
import { test } from "node:test"

import { carriedOver } from "../../../../explorer/ui/frame/guide/carry_over_progress.js"
import { firstGuesses, ownTexts } from "../../../../explorer/ui/frame/guide/guide.js"

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

test("each own sentence is kept once, and one that was written on in its longer form", () => {
  assert.deepEqual(ownTexts([], ""), [])
  assert.deepEqual(ownTexts(["My dog", "I love pizza"], "My dog barks"), ["I love pizza", "My dog barks"])
  assert.deepEqual(ownTexts(["I love pizza"], "I love pizza"), ["I love pizza"])
})

test("who did a step of an earlier path has done the one that took it over", () => {
  const steps = [
    { title: "A", former: ["Old", "Older"] },
    { title: "B", former: [] },
  ]
  assert.deepEqual(carriedOver({ done: ["Older"], did: ["B"], at: "1.2" }, steps), { done: ["Older", "A"], did: ["B"], at: "1.2" })
  assert.deepEqual(carriedOver({}, steps), {})
})
