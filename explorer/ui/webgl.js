// What is drawn where the browser has no WebGL: points as SVG, and a sentence instead of a 3D scene.
function withoutWebGL(spec, element) {
  const data = spec.data.map((trace) => (trace.type === "scattergl" ? { ...trace, type: "scatter" } : trace))
  if (!data.some((trace) => trace.type === "scatter3d" || trace.type === "surface")) return { data, layout: spec.layout }
  const text = "This browser has no WebGL, so the 3D picture can't be drawn. The 2D picture works without."
  return { data: [], layout: { ...spec.layout, annotations: [{ text, showarrow: false, xref: "paper", yref: "paper", x: 0.5, y: 0.5 }] } }
}
