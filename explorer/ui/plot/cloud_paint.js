// Two painters of clouds (clouds.js), one with the graphics card and one without, which stamp the same shapes.
const NO_VALUE = 255 // among the codes of a colour scale
const CIVIDIS = [[0, 32, 76], [66, 78, 107], [124, 123, 120], [187, 174, 109], [255, 234, 70]]
const SHAPES = {
  circle: (u, v) => u * u + v * v <= 1,
  square: (u, v) => Math.max(Math.abs(u), Math.abs(v)) <= 0.9,
  diamond: (u, v) => Math.abs(u) + Math.abs(v) <= 1,
  cross: (u, v) => Math.min(Math.abs(u), Math.abs(v)) <= 0.35,
  x: (u, v) => Math.min(Math.abs(u - v), Math.abs(u + v)) <= 0.5,
  "triangle-up": (u, v) => v >= -0.8 && v <= 0.8 && Math.abs(u) <= (v + 0.8) / 1.6,
  star: (u, v) => Math.hypot(u, v) <= (Math.cos(5 * Math.atan2(u, -v)) > 0 ? 1 : 0.45),
}

// Red, green and blue of each dot, or of all of them alike.
function tintsOf({ codes, marker }) {
  const plain = [1, 3, 5].map((at) => parseInt((typeof marker.color === "string" ? marker.color : "#8c8c8c").slice(at, at + 2), 16))
  if (!codes) return plain
  const ramp = Array.from({ length: NO_VALUE }, (_, code) => {
    const at = (code / (NO_VALUE - 1)) * (CIVIDIS.length - 1)
    const [low, high] = [CIVIDIS[Math.floor(at)], CIVIDIS[Math.ceil(at)]]
    return low.map((value, channel) => value + (high[channel] - value) * (at % 1))
  })
  const tints = new Uint8Array(3 * codes.length)
  codes.forEach((code, i) => tints.set(ramp[code] ?? plain, 3 * i))
  return tints
}

// How much of each pixel of a side × side square a shape covers, 0 to 1.
function stampOf(symbol, side) {
  const [inside, fine] = [SHAPES[symbol] ?? SHAPES.circle, 4]
  const stamp = new Float32Array(side * side)
  for (let at = 0; at < side * side * fine * fine; at++) {
    const [column, row] = [at % (side * fine), Math.floor(at / (side * fine))]
    const [u, v] = [column, row].map((place) => ((place + 0.5) / (side * fine)) * 2 - 1)
    if (inside(u, v)) stamp[Math.floor(row / fine) * side + Math.floor(column / fine)] += 1 / (fine * fine)
  }
  return stamp
}

// Where a canvas shows which part of the data: shares of its width and height.
const windowOf = ({ xaxis, yaxis }) => ({ x: xaxis.range.map(Number), y: yaxis.range.map(Number) })

function paintPixels(context, clouds, { x: [x0, x1], y: [y0, y1] }, ratio) {
  const { width, height } = context.canvas
  const image = context.createImageData(width, height)
  const pixels = image.data
  let painted = 0
  for (const { x, y, tints, marker } of clouds) {
    const side = Math.max(1, Math.round(marker.size * ratio))
    const [stamp, opacity, alike] = [stampOf(marker.symbol, side), marker.opacity ?? 1, tints.length === 3]
    for (let i = 0; i < x.length; i++) {
      const left = Math.round(((x[i] - x0) / (x1 - x0)) * width - side / 2)
      const top = Math.round(((y1 - y[i]) / (y1 - y0)) * height - side / 2)
      if (left <= -side || top <= -side || left >= width || top >= height) continue
      painted += 1
      const tint = alike ? 0 : 3 * i
      for (let v = Math.max(0, -top); v < side && top + v < height; v++) {
        for (let u = Math.max(0, -left); u < side && left + u < width; u++) {
          const over = stamp[v * side + u] * opacity
          if (!over) continue
          const at = 4 * ((top + v) * width + left + u)
          const under = (pixels[at + 3] / 255) * (1 - over)
          for (let channel = 0; channel < 3; channel++) {
            pixels[at + channel] = (tints[tint + channel] * over + pixels[at + channel] * under) / (over + under)
          }
          pixels[at + 3] = 255 * (over + under)
        }
      }
    }
  }
  context.putImageData(image, 0, 0)
  return painted
}

const VERTEX = `attribute vec2 place; attribute vec3 tint; uniform vec2 scale, shift; uniform float size; varying vec3 colour;
void main() { colour = tint; gl_PointSize = size; gl_Position = vec4(place * scale + shift, 0.0, 1.0); }`
const FRAGMENT = `precision mediump float; uniform sampler2D stamp; uniform float opacity; varying vec3 colour;
void main() { float a = opacity * texture2D(stamp, gl_PointCoord).a; gl_FragColor = vec4(colour * a, a); }`

// A painter with the graphics card, or null where there is none (WebGL in software is no faster than our pixels).
function gpuPainter(canvas) {
  const gl = canvas.getContext("webgl", { failIfMajorPerformanceCaveat: true, preserveDrawingBuffer: true, antialias: false })
  const named = gl?.getExtension("WEBGL_debug_renderer_info")?.UNMASKED_RENDERER_WEBGL
  if (!gl || /swiftshader|llvmpipe|software|basic render/i.test(gl.getParameter(named ?? gl.RENDERER))) return null
  const program = gl.createProgram()
  for (const [kind, source] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
    const shader = gl.createShader(kind)
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  gl.useProgram(program)
  gl.enable(gl.BLEND)
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
  let buffers = []
  const attribute = (name, data, size, kind, normal) => {
    const at = gl.getAttribLocation(program, name)
    const buffer = gl.createBuffer()
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW)
    buffers.push(buffer)
    return () => {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
      gl.enableVertexAttribArray(at)
      gl.vertexAttribPointer(at, size, kind, normal, 0, 0)
    }
  }
  const uniform = (name) => gl.getUniformLocation(program, name)
  const upload = ({ x, y, tints, marker }, side) => {
    const places = new Float32Array(2 * x.length)
    x.forEach((value, i) => places.set([value, y[i]], 2 * i))
    const texture = gl.createTexture()
    gl.bindTexture(gl.TEXTURE_2D, texture)
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1)
    const alpha = Uint8Array.from(stampOf(marker.symbol, side), (cover) => 255 * cover)
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.ALPHA, side, side, 0, gl.ALPHA, gl.UNSIGNED_BYTE, alpha)
    for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, name, gl.CLAMP_TO_EDGE)
    for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, name, gl.NEAREST)
    const one = gl.getAttribLocation(program, "tint")
    const tint = tints.length > 3 ? attribute("tint", tints, 3, gl.UNSIGNED_BYTE, true) : () => {
      gl.disableVertexAttribArray(one)
      gl.vertexAttrib3f(one, ...tints.map((value) => value / 255))
    }
    return { texture, tint, place: attribute("place", places, 2, gl.FLOAT, false) }
  }
  let [held, sent, ratioThen] = [null, [], 0]
  return (clouds, { x: [x0, x1], y: [y0, y1] }, ratio) => {
    if (gl.isContextLost()) return null
    const sides = clouds.map(({ marker }) => Math.max(1, Math.round(marker.size * ratio)))
    if (held !== clouds || ratioThen !== ratio) {
      buffers.forEach((buffer) => gl.deleteBuffer(buffer))
      sent.forEach(({ texture }) => gl.deleteTexture(texture))
      buffers = []
      ;[held, sent, ratioThen] = [clouds, clouds.map((cloud, at) => upload(cloud, sides[at])), ratio]
    }
    gl.viewport(0, 0, canvas.width, canvas.height)
    gl.clearColor(0, 0, 0, 0)
    gl.clear(gl.COLOR_BUFFER_BIT)
    gl.uniform2f(uniform("scale"), 2 / (x1 - x0), 2 / (y1 - y0))
    gl.uniform2f(uniform("shift"), -1 - (2 * x0) / (x1 - x0), -1 - (2 * y0) / (y1 - y0))
    clouds.forEach((cloud, at) => {
      gl.bindTexture(gl.TEXTURE_2D, sent[at].texture)
      gl.uniform1f(uniform("size"), sides[at])
      gl.uniform1f(uniform("opacity"), cloud.marker.opacity ?? 1)
      sent[at].place()
      sent[at].tint()
      gl.drawArrays(gl.POINTS, 0, cloud.x.length)
    })
    return clouds.reduce((sum, cloud) => sum + cloud.x.length, 0)
  }
}

