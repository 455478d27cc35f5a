// Presenter mode: a part's first picture takes the height that the window leaves, down to the sentence below it.

const FIRST = ".st-key-part_body .explorer-chart:not([class*=_where] *)" // in which no place is guessed (style.py)
const LEAST = 380 // CSS pixels of a picture in a low window, whose letters are 28 high
const EDGE = 12 // below the sentence
const AROUND = 150 // around the axes, of a picture whose units are equal: more height would only be blank

/**
 * The height of a picture that may stretch: with its sentence it fills the room that there is. One that fits by itself gives
 * up a tenth for its sentence, where that is enough, and no more.
 * @param {number} usual its height by itself
 * @param {{ least: number, most: number }} ends 0: none
 * @param {number} room from its upper edge to the window's lower one
 * @param {number} below what its sentence takes, with all that stands between
 */
export function filled(usual, { least, most }, room, below) {
  const low = least || Math.min(usual, LEAST)
  const free = room - below - EDGE
  const kept = usual > room || free > 0.9 * usual ? low : usual
  return Math.round(Math.max(low, kept, Math.min(free, most || Infinity)))
}

/**
 * Up to which height the picture of a layout becomes larger: with equal units and given ends its width is the limit.
 * @param {any} layout
 * @param {number} width of the picture
 */
export function useful({ xaxis, yaxis, margin }, width) {
  if (!yaxis?.scaleanchor || !xaxis?.range || !yaxis.range) return Infinity
  const [across, up] = [xaxis, yaxis].map(({ range }) => Math.abs(range[1] - range[0]))
  return AROUND + ((width - (margin?.l ?? 0) - (margin?.r ?? 0)) * up) / across
}

/**
 * The height of a chart in presenter mode.
 * @param {import("./chart.js").Chart} chart
 * @returns {number}
 */
export function height({ element, spec }) {
  const main = element.closest("[data-testid=stMain]")
  if (!spec.fill || !main || document.querySelector(FIRST) !== element) return spec.height
  const box = element.getBoundingClientRect()
  const room = window.innerHeight - (box.top + main.scrollTop)
  const sentence = [...(element.closest("[class*=_figure]")?.querySelectorAll("[data-testid=stText]") ?? [])].pop()
  const below = sentence ? Math.max(0, sentence.getBoundingClientRect().bottom - box.bottom) : 0
  const most = Math.min(spec.fill.most || Infinity, Math.max(spec.height, useful(spec.layout, box.width)))
  return filled(spec.height, { least: spec.fill.least, most }, room, below)
}

/**
 * Keep that height while what stands above and below changes, and the window.
 * @param {import("./chart.js").Chart} chart
 * @param {() => void} changed
 * @returns {() => void} what ends it
 */
export function watch({ element, spec }, changed) {
  const page = element.closest("[data-testid=stMainBlockContainer]")
  if (!spec.fill || !page) return () => {}
  const observer = new ResizeObserver(changed)
  observer.observe(page)
  window.addEventListener("resize", changed)
  return () => {
    observer.disconnect()
    window.removeEventListener("resize", changed)
  }
}
