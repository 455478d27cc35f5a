// A picture of two halves side by side (its `meta.halves`): one stands above the other where the window is narrow.

const NARROW = 900 // CSS pixels

/**
 * Whether the halves of a picture stand one above the other.
 * @param {any} layout
 * @param {number} width of the picture; 0 while it is not on the page
 */
export const stacked = (layout, width) => Boolean(layout.meta?.halves) && width > 0 && width < NARROW

/**
 * Put the second half below the first, on one axis across.
 * @param {any} layout
 */
export function stack(layout) {
  Object.assign(layout.xaxis, { domain: [0, 1], showticklabels: false, ticks: "", title: { text: "" } })
  Object.assign(layout.xaxis2, { domain: [0, 1], nticks: 3 })
  Object.assign(layout.yaxis, { domain: [0.5, 1] })
  Object.assign(layout.yaxis2, { domain: [0, 0.5] })
}
