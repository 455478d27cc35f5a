// Geometry of a map on a canvas: fitting with equal scales, nearest points, keyboard navigation, and serialization of
// coordinates.

/**
 * Canvas coordinates of each point, with one scale for both axes.
 * @param {Float32Array} positions x and y in turn, y upwards
 * @param {number} wide @param {number} high of the canvas @param {number} margin left free on each side
 * @returns {Float32Array} x and y in turn, y downwards
 */
export function fitted(positions, wide, high, margin) {
  let [left, right, low, top] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let i = 0; i < positions.length; i += 2) {
    left = Math.min(left, positions[i])
    right = Math.max(right, positions[i])
    low = Math.min(low, positions[i + 1])
    top = Math.max(top, positions[i + 1])
  }
  const scale = Math.min((wide - 2 * margin) / (right - left || 1e-9), (high - 2 * margin) / (top - low || 1e-9))
  const placed = new Float32Array(positions.length)
  for (let i = 0; i < positions.length; i += 2) {
    placed[i] = wide / 2 + (positions[i] - (left + right) / 2) * scale
    placed[i + 1] = high / 2 - (positions[i + 1] - (low + top) / 2) * scale
  }
  return placed
}

/** Index of the nearest point within `reach`, or −1. @param {Float32Array} placed @param {number} x @param {number} y @param {number} reach */
export function under(placed, x, y, reach) {
  let [found, best] = [-1, reach * reach]
  for (let i = 0; i < placed.length; i += 2) {
    const square = (placed[i] - x) ** 2 + (placed[i + 1] - y) ** 2
    if (square <= best) [found, best] = [i / 2, square]
  }
  return found
}

/**
 * The k nearest points of a map to one of its points; ties go to the lower index.
 * @param {Float32Array} positions @param {number} of @param {number} k
 */
export function around(positions, of, k) {
  const square = (/** @type {number} */ i) =>
    (positions[2 * i] - positions[2 * of]) ** 2 + (positions[2 * i + 1] - positions[2 * of + 1]) ** 2
  return Array.from({ length: positions.length / 2 }, (_, i) => i)
    .filter((i) => i !== of)
    .map((i) => [square(i), i])
    .sort((one, two) => one[0] - two[0] || one[1] - two[1])
    .slice(0, k)
    .map(([, i]) => i)
}

const TURNS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }

/**
 * Next point in the direction of an arrow key (within 45°); the same point without one.
 * @param {Float32Array} placed @param {number} from @param {string} key
 */
export function onwards(placed, from, key) {
  const [across, down] = TURNS[/** @type {keyof typeof TURNS} */ (key)]
  let [found, best] = [from, Infinity]
  for (let i = 0; i < placed.length; i += 2) {
    const [dx, dy] = [placed[i] - placed[2 * from], placed[i + 1] - placed[2 * from + 1]]
    const ahead = dx * across + dy * down
    const aside = Math.abs(dx * down) + Math.abs(dy * across)
    if (ahead <= 0 || aside > ahead) continue
    const far = ahead * ahead + 4 * aside * aside
    if (far < best) [found, best] = [i / 2, far]
  }
  return found
}

/** Is one of the arrow keys. @param {string} key */
export const isArrow = (key) => key in TURNS

/** Centre of some points: the median per axis, which is robust to outliers. @param {Float32Array} placed @param {number[]} ids */
export function middle(placed, ids) {
  const half = Math.floor(ids.length / 2)
  const of = (/** @type {number} */ axis) => ids.map((i) => placed[2 * i + axis]).sort((one, two) => one - two)[half]
  return [of(0), of(1)]
}

/** Positions as base64 of little-endian float32, which the server reads back. @param {Float32Array} positions */
export function written(positions) {
  const bytes = new Uint8Array(positions.buffer, positions.byteOffset, positions.byteLength)
  let text = ""
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
