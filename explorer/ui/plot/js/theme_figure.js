// Theming of a figure: placeholder colours become the theme's text and background colour, grid and frame its border colour;
// a wide screen enlarges all fonts, presenter mode marks and lines too.

/**
 * @param {{ data: any[], layout: any }} figure
 * @param {{ ink: string, paper: string, line: string, font: string }} theme
 * @param {{ ink: string, paper: string }} standIns colours that the figure holds instead of the theme's
 * @param {number} scale of all fonts
 * @returns {{ data: any[], layout: any }}
 */
export function themed(figure, theme, standIns, scale) {
  const presented = scale > LARGE
  const { ink, paper, line } = theme
  const [inks, papers] = [new RegExp(standIns.ink, "gi"), new RegExp(standIns.paper, "gi")]
  const faint = /^#[0-9a-f]{6}$/i.test(line) ? `${line}8c` : line // faint grid lines
  /** @param {any} node @returns {any} */
  const recolour = (node) => {
    if (typeof node === "string") return node.replace(inks, ink).replace(papers, paper)
    if (Array.isArray(node)) return node.map(recolour)
    if (node === null || typeof node !== "object" || ArrayBuffer.isView(node)) return node
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, recolour(value)]))
  }
  const [data, layout] = [recolour(figure.data), recolour(figure.layout)]
  // Labels of levels need room in the right margin; the other margins grow automatically.
  if (scale !== 1 && layout.margin?.r) layout.margin = { ...layout.margin, r: layout.margin.r * scale }
  if (scale !== 1) {
    for (const node of [layout, ...data]) grow(node, scale)
    if (layout.uniformtext) layout.uniformtext.minsize *= scale
  }
  // Names of dots, of which those that find no room are hidden, are as large on a phone as the text.
  if (layout.meta?.labels) for (const { font } of layout.annotations ?? []) if (font?.size) font.size = Math.max(font.size, NAME)
  if (presented) {
    for (const trace of data) enlarge(trace)
    for (const shape of layout.shapes ?? []) widen(shape.line)
    for (const note of layout.annotations ?? []) if (note.arrowwidth) note.arrowwidth *= MARKS
    layout.legend = { ...layout.legend, itemwidth: 30 * MARKS }
  }
  layout.font = { ...layout.font, color: ink, family: theme.font }
  for (const [name, axis] of /** @type {[string, any][]} */ (Object.entries(layout))) {
    if (/^[xy]axis\d*$/.test(name)) Object.assign(axis, { gridcolor: axis.gridcolor ?? faint, linecolor: axis.linecolor ?? line, tickcolor: line })
    if (/^scene\d*$/.test(name)) {
      for (const side of ["xaxis", "yaxis", "zaxis"]) {
        axis[side] = { ...axis[side], gridcolor: faint, linecolor: ink, zerolinecolor: line, backgroundcolor: "rgba(0,0,0,0)", color: ink }
      }
    }
  }
  layout.hoverlabel = { ...layout.hoverlabel, bgcolor: paper, bordercolor: ink, font: { ...layout.hoverlabel?.font, color: ink } }
  layout.legend = { ...layout.legend, bgcolor: "rgba(0,0,0,0)" }
  layout.modebar = { bgcolor: "rgba(0,0,0,0)", color: ink, activecolor: ink, orientation: "v" }
  layout.autosize = true
  return { data, layout }
}

/** Growth of fonts from which marks and lines grow too. */
const LARGE = 1.5
/** Width in pixels of a chart below which labels keep the size for which figures leave room on a phone. */
const NARROW = 480

/**
 * Put the legend of a map beside it, where the window is wide: with one scale for both axes it has room there, not above.
 * @param {any} layout @param {number} width of the picture @param {number} scale asked for by the server
 */
export function legendBeside(layout, width, scale) {
  if (!layout.meta?.labels || !layout.yaxis?.scaleanchor || width < NARROW || scale > LARGE) return
  Object.assign(layout.legend, { orientation: "v", x: 1.01, xanchor: "left", y: 1, yanchor: "top" })
}

/** Growth of a chart's fonts: in presenter mode to that of the page. @param {Element} element @param {number} scale asked for by the server */
export function growthOf(element, scale) {
  if (scale > LARGE) return parseFloat(getComputedStyle(document.documentElement).fontSize) / SIZE
  return element.clientWidth >= NARROW ? scale : 1
}

/** @param {any} node @param {number} scale */
function grow(node, scale) {
  for (const [name, value] of /** @type {[string, any][]} */ (Object.entries(node))) {
    const sized = (name === "font" || name === "tickfont" || name === "textfont") && typeof value?.size === "number"
    if (sized) value.size = (scale > LARGE ? Math.max(value.size, SIZE) : value.size) * scale
    if (value !== null && typeof value === "object" && !ArrayBuffer.isView(value)) grow(value, scale)
  }
}

/** Size in pixels of type in a picture, and the least of a dot's name. */
const SIZE = 14, NAME = 16
/** Growth of marks and lines when fonts double: lines of 2 pixels become 3.5 wide. */
const MARKS = 1.75
const PLOTLYS = { line: 2, size: 6, hatch: 8 } // Plotly's defaults
const GAP = "\u2003" // after an entry of a legend, since Plotly leaves only 5 pixels

/** Scale marks, lines and hatching of a trace, and add room after its name in the legend. @param {any} trace */
function enlarge(trace) {
  const { marker, error_y: bars } = trace
  const lines = /lines/.test(trace.mode ?? "")
  if (lines && !trace.type?.endsWith("3d")) widen((trace.line = { width: PLOTLYS.line, ...trace.line }))
  if (/markers/.test(trace.mode ?? "") && marker) Object.assign(marker, { size: larger(marker.size ?? PLOTLYS.size) })
  if (/-open$/.test(marker?.symbol ?? "")) marker.line = { width: 1, ...marker.line }
  widen(marker?.line)
  if (marker?.pattern?.shape) marker.pattern.size = MARKS * (marker.pattern.size ?? PLOTLYS.hatch)
  if (bars?.thickness) Object.assign(bars, { thickness: MARKS * bars.thickness, ...(bars.width && { width: MARKS * bars.width }) })
  if (trace.name && trace.showlegend !== false) trace.name += GAP
}

/** @param {any} sizes a number or many */
const larger = (sizes) => (typeof sizes === "number" ? MARKS * sizes : Array.from(sizes, (size) => MARKS * size))

/** @param {any} line */
function widen(line) {
  if (line?.width) line.width = larger(line.width)
}
