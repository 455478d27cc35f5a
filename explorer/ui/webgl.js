// What is drawn where the browser has no WebGL: large clouds of points as a picture that is painted anew for each zoom,
// with every point in it and clicks that find the nearest one; small ones as SVG; and a sentence instead of a 3D scene.
const CLOUD_FROM = 3000 // points; SVG moves fewer than this without a stutter
const CLOUD_SIZE = [1600, 960]
const CLOUD_REACH = 12 // pixels between a click and the point that is meant
const CIVIDIS = [[0, 32, 76], [66, 78, 107], [124, 123, 120], [187, 174, 109], [255, 234, 70]]

function withoutWebGL(spec, element) {
  element.clouds = []
  const data = spec.data.map((trace, curve) => {
    if (trace.type !== "scattergl") return trace
    if (trace.x.length < CLOUD_FROM) return { ...trace, type: "scatter" }
    element.clouds.push({ curve, name: trace.name, x: trace.x, y: trace.y, marker: trace.marker ?? {} })
    const [low, high] = extremes(trace.marker?.color)
    return { ...trace, type: "scatter", x: [], y: [], text: [], marker: { ...trace.marker, color: [], cmin: low, cmax: high, showscale: low < high } }
  })
  const layout = { ...spec.layout }
  if (element.clouds.length) {
    const now = element._fullLayout
    const kept = now?.xaxis?.range && now.uirevision === layout.uirevision
    const [xaxis, yaxis] = kept ? [now.xaxis, now.yaxis] : [layout.xaxis, layout.yaxis]
    layout.images = cloudImages(element, rangeOf(xaxis, element.clouds, "x"), rangeOf(yaxis, element.clouds, "y"))
    watchClouds(element)
  }
  if (!data.some((trace) => trace.type === "scatter3d" || trace.type === "surface")) return { data, layout }
  const text = "This browser has no WebGL, so the 3D picture<br>can't be drawn. The 2D picture works without."
  return { data: [], layout: { ...layout, annotations: [{ text, showarrow: false, xref: "paper", yref: "paper", x: 0.5, y: 0.5 }] } }
}

function extremes(values) {
  let [low, high] = [0, 0]
  if (ArrayBuffer.isView(values)) {
    ;[low, high] = [Infinity, -Infinity]
    for (const value of values) {
      if (value < low) low = value
      if (value > high) high = value
    }
  }
  return [low, high]
}

function rangeOf(axis, clouds, name) {
  if (axis?.range) return axis.range.map(Number)
  const ends = clouds.map((cloud) => extremes(cloud[name]))
  return [Math.min(...ends.map((end) => end[0])), Math.max(...ends.map((end) => end[1]))]
}

function cloudImages(element, [x0, x1], [y0, y1]) {
  const [wide, tall] = CLOUD_SIZE
  const canvas = Object.assign(document.createElement("canvas"), { width: wide, height: tall })
  const context = canvas.getContext("2d")
  const image = context.createImageData(wide, tall)
  let painted = 0
  for (const { x, y, marker } of element.clouds) {
    const coloured = ArrayBuffer.isView(marker.color)
    const [low, high] = extremes(marker.color)
    const plain = coloured || typeof marker.color !== "string" ? [140, 140, 140] : [1, 3, 5].map((at) => parseInt(marker.color.slice(at, at + 2), 16))
    const opacity = 255 * (marker.opacity ?? 1)
    for (let i = 0; i < x.length; i++) {
      const column = Math.round(((x[i] - x0) / (x1 - x0)) * (wide - 1))
      const row = Math.round(((y1 - y[i]) / (y1 - y0)) * (tall - 1))
      if (!(column >= 1 && column < wide - 1 && row >= 1 && row < tall - 1)) continue
      painted += 1
      const colour = coloured ? ramp((marker.color[i] - low) / (high - low || 1)) : plain
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const at = 4 * ((row + dy) * wide + column + dx)
          image.data.set(colour, at)
          image.data[at + 3] = Math.min(255, image.data[at + 3] + opacity * (dx || dy ? 0.5 : 1))
        }
      }
    }
  }
  context.putImageData(image, 0, 0)
  element.dataset.painted = String(painted)
  const place = { xref: "x", yref: "y", x: x0, y: y1, sizex: x1 - x0, sizey: y1 - y0, xanchor: "left", yanchor: "top" }
  return [{ source: canvas.toDataURL("image/png"), ...place, sizing: "stretch", layer: "below" }]
}

function ramp(share) {
  const at = Math.min(Math.max(share, 0), 1) * (CIVIDIS.length - 1)
  const [low, high] = [CIVIDIS[Math.floor(at)], CIVIDIS[Math.ceil(at)]]
  return low.map((value, channel) => value + (high[channel] - value) * (at % 1))
}

function watchClouds(element) {
  if (element.watchesClouds) return
  element.watchesClouds = true
  const ready = () => {
    if (!element.on) return setTimeout(ready, 50)
    return element.on("plotly_relayout", (change) => {
      if ("images" in change || !element.clouds?.length) return
      const { xaxis, yaxis } = element._fullLayout
      window.Plotly.relayout(element, { images: cloudImages(element, xaxis.range, yaxis.range) })
    })
  }
  ready()
  let start = null
  element.addEventListener("pointerdown", (event) => (start = event), true)
  window.addEventListener("pointerup", (event) => {
    if (start && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < 4) pick(element, event)
    start = null
  }, true)
}

function pick(element, event) {
  if (!element.explorer?.events.includes("click") || element._hoverdata?.length) return
  const { xaxis, yaxis } = element._fullLayout
  const box = element.getBoundingClientRect()
  const [left, top] = [event.clientX - box.left - xaxis._offset, event.clientY - box.top - yaxis._offset]
  if (left < 0 || top < 0 || left > xaxis._length || top > yaxis._length) return
  let best = null
  let nearest = CLOUD_REACH
  for (const { curve, name, x, y } of element.clouds) {
    for (let index = 0; index < x.length; index++) {
      const gap = Math.hypot(xaxis.l2p(x[index]) - left, yaxis.l2p(y[index]) - top)
      if (gap < nearest) [nearest, best] = [gap, { curve, name, index, x: x[index], y: y[index], z: null, customdata: null }]
    }
  }
  if (best) element.component.current.setTriggerValue("click", best)
}
