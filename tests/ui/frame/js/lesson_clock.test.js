import assert from "node:assert/strict"
import { test } from "node:test"

import { planned, time } from "../../../../explorer/ui/frame/lesson/lesson_clock.js"

test("a lesson is behind once the step's time is over, and ahead before it begins", () => {
  const span = planned({ steps: [{ minutes: 3 }, { minutes: 5 }] }, 2)
  assert.deepEqual(span, [3, 8])
  assert.deepEqual([1, 2].map((step) => planned({ steps: [{ minutes: 3 }, { minutes: 5 }], joining: 2 }, step)), [[0, 5], [5, 10]])
  assert.match(time(8 * 60_000, ...span), /^8:00 since the start, as planned$/)
  assert.match(time(10.2 * 60_000, ...span), /2 minutes behind the plan/)
  assert.match(time(2 * 60_000, ...span), /1 minute ahead of the plan/)
})
