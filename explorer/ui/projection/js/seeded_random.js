// Seeded random numbers (sfc32).

/** @param {number} seed @returns {{ word: () => number, uniform: () => number, normal: () => number }} */
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
  /** Standard normal number, by Marsaglia's polar method. */
  const normal = () => {
    for (;;) {
      const x = 2 * uniform() - 1
      const y = 2 * uniform() - 1
      const square = x * x + y * y
      if (square > 0 && square < 1) return x * Math.sqrt((-2 * Math.log(square)) / square)
    }
  }
  for (let warm = 0; warm < 15; warm += 1) word()
  return { word, uniform, normal }
}
