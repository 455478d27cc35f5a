// Initialization of a map: the first two numbers of each row, or random.

/**
 * @typedef {{ rows: Float32Array, count: number, width: number }} Points
 * @typedef {{ seed: number, neighbours: number, start: string }} Settings
 * @typedef {{ positions: Float64Array, step: () => void, iteration: number, total: number }} Run
 */

/**
 * The first two numbers of each row (principal components come strongest first), or two random ones each.
 * @param {Points} points
 * @param {Settings} settings `start`: "pca" or "random"
 * @param {() => number} draw a random number
 * @returns {Float64Array} (count × 2), x and y in turn
 */
export function begin({ rows, count, width }, settings, draw) {
  const positions = new Float64Array(2 * count)
  for (let i = 0; i < count; i += 1) {
    if (settings.start === "random") {
      positions[2 * i] = draw()
      positions[2 * i + 1] = draw()
    } else {
      positions[2 * i] = rows[i * width]
      positions[2 * i + 1] = width > 1 ? rows[i * width + 1] : 0
    }
  }
  return positions
}

