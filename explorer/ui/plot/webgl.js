// What is drawn where the browser has no WebGL: small traces as SVG, and a sentence instead of a 3D scene. Clouds of
// dots don't need it (clouds.js).
let webGL = null

function hasWebGL() {
  const canvas = document.createElement("canvas")
  webGL ??= Boolean(canvas.getContext("webgl2") || canvas.getContext("webgl"))
  return webGL
}

function withoutWebGL({ data, layout }) {
  const needs = (trace) => ["scatter3d", "surface", "scattergl"].includes(trace.type)
  if (!data.some(needs) || hasWebGL()) return { data, layout }
  const flat = data.map((trace) => (trace.type === "scattergl" ? { ...trace, type: "scatter" } : trace))
  if (!flat.some(needs)) return { data: flat, layout }
  const text = "This browser has no WebGL, so the 3D picture<br>can't be drawn. The 2D picture works without."
  return { data: [], layout: { ...layout, annotations: [{ text, showarrow: false, xref: "paper", yref: "paper", x: 0.5, y: 0.5 }] } }
}
