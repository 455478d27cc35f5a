// One Plotly chart that keeps the visitor's zoom and camera while its data change (Plotly.react), in the page's colours.
// Data arrive as one block of bytes: a little-endian length, a JSON header of that length, then the arrays it refers to.

const INK = /#010203/gi
const PAPER = /#fdfcfb/gi
const TYPED = { i1: Int8Array, u1: Uint8Array, i2: Int16Array, u2: Uint16Array, i4: Int32Array, u4: Uint32Array, f4: Float32Array, f8: Float64Array }

let plotly = null

function loadPlotly(file) {
  // Below which address Streamlit serves this app: the part of its own script's address before /static/js/.
  const own = [...document.querySelectorAll("script[src*='/static/js/']")].map((s) => s.src)[0]
  const root = own ? own.split("/static/js/")[0] : window.location.origin
  plotly ??= new Promise((resolve, reject) => {
    const script = document.createElement("script")
    script.src = `${root}/app/static/${file}`
    script.onload = () => resolve(window.Plotly)
    script.onerror = () => {
      plotly = null
      reject(new Error("plotly.js did not load"))
    }
    document.head.append(script)
  })
  return plotly
}

function unpack(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const length = view.getUint32(0, true)
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)))
  const body = bytes.slice(4 + length).buffer // a copy, so that typed arrays start at aligned offsets
  const revive = (node) => {
    if (Array.isArray(node)) return node.map(revive)
    if (node === null || typeof node !== "object") return node
    if (node.$array) {
      const { dtype, offset, count, shape } = node.$array
      const flat = new TYPED[dtype](body, offset, count)
      if (shape.length < 2) return flat
      return Array.from({ length: shape[0] }, (_, row) => flat.subarray(row * shape[1], (row + 1) * shape[1]))
    }
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, revive(value)]))
  }
  return revive(header)
}

function themed(spec, element, scale) {
  const style = getComputedStyle(element)
  const read = (name, fallback) => style.getPropertyValue(name).trim() || fallback
  const ink = read("--st-text-color", style.color)
  const paper = read("--st-background-color", "#ffffff")
  const line = read("--st-border-color", "#888888")
  const faint = /^#[0-9a-f]{6}$/i.test(line) ? `${line}8c` : line // grid lines stay behind what is drawn on them
  const recolour = (node) => {
    if (typeof node === "string") return node.replace(INK, ink).replace(PAPER, paper)
    if (Array.isArray(node)) return node.map(recolour)
    if (node === null || typeof node !== "object" || ArrayBuffer.isView(node)) return node
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, recolour(value)]))
  }
  const layout = recolour(spec.layout)
  const grow = (node) => {
    for (const [name, value] of Object.entries(node)) {
      if (name === "font" || name === "tickfont" || name === "textfont") {
        if (typeof value?.size === "number") value.size *= scale
      }
      if (value !== null && typeof value === "object" && !ArrayBuffer.isView(value)) grow(value)
    }
  }
  const data = recolour(spec.data)
  if (scale !== 1) {
    grow(layout)
    data.forEach(grow)
  }
  layout.font = { ...layout.font, color: ink, family: style.fontFamily }
  for (const [name, axis] of Object.entries(layout)) {
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

const plain = (value) => (ArrayBuffer.isView(value) ? Array.from(value) : value)

function describe(point) {
  return {
    curve: point.curveNumber,
    name: point.data?.name ?? null,
    index: point.pointNumber ?? point.pointIndex ?? null,
    x: plain(point.x) ?? null,
    y: plain(point.y) ?? null,
    z: plain(point.z) ?? null,
    customdata: plain(point.customdata) ?? null,
  }
}

function listen(element, component) {
  element.on("plotly_click", (event) => {
    const spec = element.explorer
    if (!spec.events.includes("click") || !event.points?.length) return
    component.current.setTriggerValue("click", describe(event.points[0]))
  })
  let timer = null
  element.on("plotly_relayout", () => {
    if (!element.explorer.events.includes("view")) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      const { xaxis, yaxis } = element._fullLayout
      if (!xaxis || !yaxis) return // a 3D scene has no window
      const free = xaxis.autorange && yaxis.autorange
      component.current.setStateValue("view", free ? null : { x: [...xaxis.range], y: [...yaxis.range] })
    }, 250)
  })
}

// Made once for each chart: to Plotly.react another configuration, even an equal one, is a new chart without its zoom.
function configuration(library, filename) {
  const save = (format) => ({
    name: `Save as ${format.toUpperCase()}`,
    icon: format === "png" ? library.Icons.camera : library.Icons.disk,
    click: (graph) => {
      const paper = getComputedStyle(graph).getPropertyValue("--st-background-color").trim() || "#ffffff"
      const { width, height } = graph._fullLayout
      return library.downloadImage(exported(graph, paper), { format, filename, width, height, scale: 2 })
    },
  })
  return {
    responsive: true,
    displaylogo: false,
    modeBarButtonsToRemove: ["toImage", "lasso2d", "select2d", "autoScale2d"],
    modeBarButtonsToAdd: [save("png"), save("svg")],
  }
}

async function draw(component, element, spec) {
  const library = await loadPlotly(spec.plotly)
  const picture = withoutWebGL(await takeClouds(spec, element))
  const scale = spec.scale ?? 1
  const { data, layout } = themed(picture, element, scale)
  layout.height = spec.height
  element.style.height = `${spec.height}px`
  element.config ??= configuration(library, spec.name)
  element.explorer = spec
  const first = !element.classList.contains("js-plotly-plot")
  await library.react(element, data, layout, element.config)
  if (first) {
    listen(element, element.component)
    watchClouds(element)
  }
  showClouds(element)
  spaceLabels(element)
  element.dataset.drawn = String(Number(element.dataset.drawn ?? 0) + 1)
}

export default function (component) {
  const { data, parentElement } = component
  if (!data) return
  const spec = unpack(data)
  let element = parentElement.querySelector(".explorer-chart")
  if (!element) {
    element = document.createElement("div")
    element.className = "explorer-chart"
    element.setAttribute("role", "group")
    element.style.width = "100%"
    element.component = { current: component }
    parentElement.append(element)
  }
  element.component.current = component
  element.style.height = `${spec.height}px`
  element.setAttribute("aria-label", spec.label)
  // One drawing at a time: only the newest waiting picture is drawn.
  const job = () => draw(component, element, spec).catch((error) => {
    element.textContent = `The picture could not be drawn (${error.message}). Its numbers are under "Show the data".`
  })
  element.waiting = job
  element.queue = (element.queue ?? Promise.resolve()).then(() => (element.waiting === job ? job() : undefined))
  if (!element.watch) {
    // The theme can change without a rerun: redraw in the new colours.
    let seen = getComputedStyle(element).getPropertyValue("--st-background-color")
    element.watch = setInterval(() => {
      const now = getComputedStyle(element).getPropertyValue("--st-background-color")
      if (now !== seen && element.explorer) {
        seen = now
        draw(component, element, element.explorer).catch(() => {})
      }
    }, 1000)
  }
  return () => {
    clearInterval(element.watch)
    element.watch = null
  }
}
