import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"

import { readings } from "../../../../explorer/ui/join/typed_number.js"

const cases = JSON.parse(readFileSync(new URL("../../../questions/typed_numbers.json", import.meta.url), "utf8"))

for (const [text, values] of cases) {
  test(`“${text}” means ${values.join(" or ") || "no number"}`, () => assert.deepEqual(readings(text), values))
}

test("digits of every script count from 0 to 9", () => {
  for (const zero of [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10, 0x1d7ce, 0x1d7d8]) {
    const digits = Array.from({ length: 10 }, (_, value) => String.fromCodePoint(zero + value))
    assert.deepEqual(readings(digits.slice(1).join("")), [123456789])
    assert.deepEqual(readings(`1${digits[0]}`), [10])
  }
})
