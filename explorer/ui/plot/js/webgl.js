// Where the browser has no WebGL, a sentence instead of a 3D scene. Clouds of dots don't need it (clouds.js).

import { isScene } from "./plotly.js"

/** @type {boolean | null} */
let webGL = null

function hasWebGL() {
  const canvas = document.createElement("canvas")
  webGL ??= Boolean(canvas.getContext("webgl2") || canvas.getContext("webgl"))
  return webGL
}

/**
 * @param {{ data: any[], layout: any }} figure
 * @returns {{ data: any[], layout: any }}
 */
export function withoutWebGL({ data, layout }) {
  if (!isScene(data) || hasWebGL()) return { data, layout }
  const text = "This browser has no WebGL, so the 3D picture<br>can't be drawn. The 2D picture works without."
  return { data: [], layout: { ...layout, annotations: [{ text, showarrow: false, xref: "paper", yref: "paper", x: 0.5, y: 0.5 }] } }
}
