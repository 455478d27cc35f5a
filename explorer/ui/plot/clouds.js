// Clouds: traces of many dots (their `meta` says so) that are painted on a canvas of our own behind Plotly's axes and
// marks, all of them, at every zoom. Plotly would build objects for each dot first. With a graphics card WebGL paints
// large clouds; without one the same stamps are set pixel by pixel, which takes milliseconds too.
// A cloud travels as whole numbers on a grid of 65,536 steps an axis, its names as one compressed text.
const REACH = 12 // pixels between the pointer and the dot that is meant
const GPU_FROM = 10_000 // dots; fewer are not worth a WebGL context

// The figure without its clouds, which go to `element.clouds`; empty traces stand in for legend and colour bar.
async function takeClouds(spec, element) {
  element.clouds = []
  const data = await Promise.all(spec.data.map(async (trace, curve) => {
    if (!trace.meta?.x) return trace
    const axes = Object.fromEntries(["x", "y", "z"].filter((axis) => trace[axis]).map((axis) => [axis, unfolded(trace, axis)]))
    const values = trace.meta.codes && { color: valuesOf(trace) }
    const { meta, ...rest } = trace
    if (trace.type === "scatter3d") {
      const marks = { ...rest, ...axes, marker: { ...trace.marker, ...values } }
      if (!meta.names) return { ...marks, hoverinfo: "skip" }
      const text = (await namesOf(trace)).map((name) => name.replaceAll("&", "&amp;").replaceAll("<", "&lt;"))
      return { ...marks, text }
    }
    const names = meta.names ? () => namesOf(trace) : null
    element.clouds.push({ curve, ...axes, names, name: trace.name, marker: trace.marker, codes: meta.codes })
    return { ...rest, type: "scatter", x: [null], y: [null], hoverinfo: "skip", marker: { ...trace.marker, ...(values && { color: [0] }) } }
  }))
  if (!element.clouds.length) return { data, layout: spec.layout }
  const layout = { ...spec.layout }
  for (const name of ["x", "y"]) {
    // A double click shows everything, dots that Plotly knows nothing of included.
    layout[`${name}axis`] = { ...layout[`${name}axis`], autorangeoptions: { include: element.clouds.flatMap((cloud) => extremes(cloud[name])) } }
  }
  return { data, layout }
}

const unfolded = ({ meta, ...trace }, axis) => Float32Array.from(trace[axis], (code) => meta[axis][0] + meta[axis][1] * code)

const valuesOf = ({ meta, marker }) =>
  Float32Array.from(meta.codes, (code) => (code === NO_VALUE ? NaN : marker.cmin + ((marker.cmax - marker.cmin) * code) / (NO_VALUE - 1)))

// The names, unpacked when somebody first asks for one.
function namesOf(trace) {
  const stream = () => new Blob([trace.meta.names]).stream().pipeThrough(new DecompressionStream("deflate"))
  trace.listed ??= new Response(stream()).text().then((text) => text.split("\n"))
  return trace.listed
}

function extremes(values) {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return [low, high]
}

function cloudCanvas(element, wide, tall) {
  element.cloudCanvas?.remove()
  element.cloudCanvas = Object.assign(document.createElement("canvas"), { className: "explorer-cloud", width: wide, height: tall })
  Object.assign(element.cloudCanvas.style, { position: "absolute", pointerEvents: "none" })
  return element.cloudCanvas
}

// Paint the clouds of a chart that Plotly has just drawn, moved or resized.
function showClouds(element) {
  if (!element.clouds?.length) {
    element.cloudCanvas?.remove()
    element.cloudCanvas = null
    return delete element.dataset.painted
  }
  const { xaxis, yaxis } = element._fullLayout
  const box = element.querySelector(".svg-container")
  if (!box || !(xaxis._length > 0 && yaxis._length > 0)) return
  const ratio = Math.min(window.devicePixelRatio || 1, 2)
  const [wide, tall] = [Math.round(xaxis._length * ratio), Math.round(yaxis._length * ratio)]
  const view = windowOf(element._fullLayout)
  for (const cloud of element.clouds) cloud.tints ??= tintsOf(cloud)
  const large = element.clouds.reduce((sum, cloud) => sum + cloud.x.length, 0) >= GPU_FROM
  if (!element.cloudCanvas || (large && element.cloudPainter === undefined)) {
    element.cloudPainter = large ? gpuPainter(cloudCanvas(element, wide, tall)) : undefined
    if (!element.cloudPainter) cloudCanvas(element, wide, tall)
  }
  if (element.cloudCanvas.width !== wide || element.cloudCanvas.height !== tall) Object.assign(element.cloudCanvas, { width: wide, height: tall })
  let painted = element.cloudPainter?.(element.clouds, view, ratio) ?? null
  if (painted === null) {
    if (element.cloudPainter) {
      // The graphics card went away: from here on without it.
      element.cloudPainter = null
      cloudCanvas(element, wide, tall)
    }
    painted = paintPixels(element.cloudCanvas.getContext("2d"), element.clouds, view, ratio)
  }
  const place = { left: xaxis._offset, top: yaxis._offset, width: xaxis._length, height: yaxis._length }
  for (const [side, pixels] of Object.entries(place)) element.cloudCanvas.style[side] = `${pixels}px`
  if (element.cloudCanvas.parentElement !== box) box.prepend(element.cloudCanvas)
  element.dataset.painted = String(painted)
}

// Where a figure's notes are names beside points, most important first: one that would cover an earlier one is hidden, at
// every size, zoom and turn of a 3D scene.
function spaceLabels(element) {
  if (!element.layout?.meta?.labels) return
  const taken = []
  for (const label of element.querySelectorAll(".annotation, .annotation-scene")) {
    const box = (label.querySelector("rect.bg") ?? label).getBoundingClientRect()
    const covers = taken.some((other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom)
    label.style.visibility = covers ? "hidden" : ""
    if (!covers) taken.push(box)
  }
}

// The chart for a saved file: with its clouds as an image behind the marks, without the names that are hidden, on the
// page's colour.
function exported(element, paper) {
  const { xaxis, yaxis, width, height } = element._fullLayout
  const layout = { ...element.layout, width, height, paper_bgcolor: paper }
  const hidden = [...element.querySelectorAll(".annotation")].filter((label) => label.style.visibility === "hidden")
  layout.annotations = layout.annotations?.filter((_, index) => !hidden.some((label) => Number(label.dataset.index) === index))
  if (element.clouds?.length) {
    const canvas = Object.assign(document.createElement("canvas"), { width: 2 * Math.round(xaxis._length), height: 2 * Math.round(yaxis._length) })
    const { x, y } = windowOf(element._fullLayout)
    paintPixels(canvas.getContext("2d"), element.clouds, { x, y }, 2)
    const place = { xref: "x", yref: "y", x: x[0], y: y[1], sizex: x[1] - x[0], sizey: y[1] - y[0], xanchor: "left", yanchor: "top" }
    layout.images = [{ source: canvas.toDataURL("image/png"), ...place, sizing: "stretch", layer: "below" }]
    layout.xaxis = { ...layout.xaxis, range: x, autorange: false }
    layout.yaxis = { ...layout.yaxis, range: y, autorange: false }
  }
  return { data: element.data, layout }
}

// The dot under the pointer: { cloud, index }, or null.
function dotAt(element, event) {
  const { xaxis, yaxis } = element._fullLayout
  const box = element.getBoundingClientRect()
  const [left, top] = [event.clientX - box.left - xaxis._offset, event.clientY - box.top - yaxis._offset]
  if (left < 0 || top < 0 || left > xaxis._length || top > yaxis._length) return null
  const { x: [x0, x1], y: [y0, y1] } = windowOf(element._fullLayout)
  const [across, up] = [xaxis._length / (x1 - x0), yaxis._length / (y1 - y0)]
  let [best, nearest] = [null, REACH * REACH]
  for (const cloud of element.clouds) {
    if (!cloud.names) continue
    for (let index = 0; index < cloud.x.length; index++) {
      const [right, down] = [(cloud.x[index] - x0) * across - left, (y1 - cloud.y[index]) * up - top]
      const gap = right * right + down * down
      if (gap < nearest) [nearest, best] = [gap, { cloud, index }]
    }
  }
  return best
}

// Names under the pointer, clicks, and repainting while the axes move. Once for each chart, after its first drawing.
function watchClouds(element) {
  const tip = Object.assign(document.createElement("div"), { className: "explorer-tip", hidden: true })
  const style = "position:absolute;z-index:5;pointer-events:none;padding:2px 8px;font-size:14px;white-space:pre;max-width:90%;overflow:hidden;text-overflow:ellipsis"
  tip.style.cssText = `${style};background:var(--st-background-color);color:var(--st-text-color);border:1px solid var(--st-text-color)`
  element.style.position = "relative"
  element.append(tip)
  const hide = () => (tip.hidden = true)
  let waiting = 0
  const later = (work) => {
    cancelAnimationFrame(waiting)
    waiting = requestAnimationFrame(work)
  }
  for (const name of ["plotly_relayouting", "plotly_relayout", "plotly_afterplot"]) {
    element.on(name, () => {
      hide()
      later(() => {
        showClouds(element)
        spaceLabels(element)
      })
    })
  }
  element.on("plotly_hover", hide)
  element.addEventListener("pointerleave", hide)
  let pointer = 0
  element.addEventListener("pointermove", (event) => {
    cancelAnimationFrame(pointer)
    pointer = requestAnimationFrame(async () => {
      const dot = element.clouds?.length && !event.buttons && !element._hoverdata?.length ? dotAt(element, event) : null
      if (!dot) return hide()
      tip.textContent = (await dot.cloud.names())[dot.index]
      if (!tip.isConnected) element.append(tip)
      tip.hidden = false
      const box = element.getBoundingClientRect()
      const left = Math.min(event.clientX - box.left + 14, box.width - tip.offsetWidth - 2)
      Object.assign(tip.style, { left: `${Math.max(0, left)}px`, top: `${event.clientY - box.top - 30}px` })
    })
  })
  element.addEventListener("pointerdown", (start) => {
    const released = (event) => {
      if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < 4) pick(element, event)
    }
    window.addEventListener("pointerup", released, { capture: true, once: true })
  }, true)
}

function pick(element, event) {
  if (!element.clouds?.length || !element.explorer?.events.includes("click") || element._hoverdata?.length) return
  const dot = dotAt(element, event)
  if (!dot) return
  const { cloud: { curve, name, x, y }, index } = dot
  element.component.current.setTriggerValue("click", { curve, name, index, x: x[index], y: y[index], z: null, customdata: null })
}
