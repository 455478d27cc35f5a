// Pictures with two halves side by side (`meta.halves`) are stacked in narrow windows.

const NARROW = 900 // CSS pixels

/** Whether the halves of a picture are stacked. @param {any} layout @param {number} width of the picture; 0 while it is not on the page */
export const stacked = (layout, width) => Boolean(layout.meta?.halves) && width > 0 && width < NARROW

/** Stack the second half below the first, with a common x axis. @param {any} layout */
export function stack(layout) {
  Object.assign(layout.xaxis, { domain: [0, 1], showticklabels: false, ticks: "", title: { text: "" } })
  Object.assign(layout.xaxis2, { domain: [0, 1], nticks: 3 })
  Object.assign(layout.yaxis, { domain: [0.5, 1] })
  Object.assign(layout.yaxis2, { domain: [0, 0.5] })
}
