// Numbers that come out alike in every browser: JavaScript leaves the last digits of Math.exp, Math.log and Math.pow to
// the browser, and a thousand steps of a map make a visible difference of them. Here they are sums and products only,
// which IEEE 754 fixes to the last bit, and chance comes from a seed.

const WIDE = new Float64Array(1)
const HALVES = new Uint32Array(WIDE.buffer) // low word first, as on every machine that runs a browser today
const LN2_HIGH = 0.6931471803691238
const LN2_LOW = 1.9082149292705877e-10
const ROOT_HALF = 0.7071067811865476

/** e to the power of x, to about the last bit of a double. @param {number} x */
export function exp(x) {
  if (x < -708) return 0
  const turns = Math.round(x / (LN2_HIGH + LN2_LOW))
  const rest = x - turns * LN2_HIGH - turns * LN2_LOW
  let sum = 1
  for (let term = 13; term > 0; term -= 1) sum = 1 + (rest / term) * sum
  HALVES[0] = 0
  HALVES[1] = (turns + 1023) << 20
  return sum * WIDE[0]
}

/** The natural logarithm of x > 0. @param {number} x */
export function log(x) {
  WIDE[0] = x
  let turns = (HALVES[1] >>> 20) - 1022
  HALVES[1] = (HALVES[1] & 0xfffff) | (1022 << 20) // now between one half and 1
  let part = WIDE[0]
  if (part < ROOT_HALF) {
    part *= 2
    turns -= 1
  }
  const s = (part - 1) / (part + 1)
  const square = s * s
  let sum = 0
  for (let odd = 21; odd > 0; odd -= 2) sum = sum * square + 1 / odd
  return turns * LN2_HIGH + (turns * LN2_LOW + 2 * s * sum)
}

/**
 * Chance from a seed (sfc32): the same numbers for the same seed, everywhere.
 * @param {number} seed
 * @returns {{ word: () => number, uniform: () => number, normal: () => number }}
 */
export function chance(seed) {
  let [a, b, c, count] = [seed | 0, 0x9e3779b9 | 0, 0x243f6a88 | 0, 1]
  /** A whole number from 0 to 2³² − 1. */
  const word = () => {
    const sum = (((a + b) | 0) + count) | 0
    count = (count + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return sum >>> 0
  }
  const uniform = () => word() / 4294967296
  /** Marsaglia's polar method: a standard normal number. */
  const normal = () => {
    for (;;) {
      const x = 2 * uniform() - 1
      const y = 2 * uniform() - 1
      const square = x * x + y * y
      if (square > 0 && square < 1) return x * Math.sqrt((-2 * log(square)) / square)
    }
  }
  for (let warm = 0; warm < 15; warm += 1) word()
  return { word, uniform, normal }
}
