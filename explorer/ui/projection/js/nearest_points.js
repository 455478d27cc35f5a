// Exact nearest neighbours of each point, by brute force.

/**
 * Ties go to the lower index, as in explorer/vectors/neighbours.py.
 * @param {Float32Array} rows of `count` points one after the other, `width` numbers each
 * @param {number} count
 * @param {number} width
 * @param {number} k neighbours, less than `count`, without the point itself
 * @returns {{ ids: Int32Array, squares: Float64Array }} (count × k) nearest first, with their squared distances
 */
export function nearest(rows, count, width, k) {
  const ids = new Int32Array(count * k)
  const squares = new Float64Array(count * k).fill(Infinity)
  for (let one = 0; one < count; one += 1) {
    const from = one * k
    for (let two = 0; two < count; two += 1) {
      if (two === one) continue
      let square = 0
      for (let a = one * width, b = two * width, end = a + width; a < end; a += 1, b += 1) {
        const gap = rows[a] - rows[b]
        square += gap * gap
      }
      let slot = from + k - 1
      if (square >= squares[slot]) continue
      for (; slot > from && squares[slot - 1] > square; slot -= 1) {
        squares[slot] = squares[slot - 1]
        ids[slot] = ids[slot - 1]
      }
      squares[slot] = square
      ids[slot] = two
    }
  }
  return { ids, squares }
}
