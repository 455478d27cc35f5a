// A figure's bytes (explorer/ui/plot/serialize_figure.py, `pack`): a little-endian length, a JSON header of that length, then the
// arrays it refers to.

/** @type {Record<string, any>} */
const TYPED = { i1: Int8Array, u1: Uint8Array, i2: Int16Array, u2: Uint16Array, i4: Int32Array, u4: Uint32Array, f4: Float32Array, f8: Float64Array }

/**
 * The figure: `{data, layout, …}` with typed arrays (of a table: one array per row) instead of the references.
 * @param {Uint8Array} bytes
 * @returns {any}
 */
export function unpack(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const length = view.getUint32(0, true)
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)))
  const body = bytes.slice(4 + length).buffer // a copy, so that typed arrays start at aligned offsets
  /** @param {any} node @returns {any} */
  const revive = (node) => {
    if (Array.isArray(node)) return node.map(revive)
    if (node === null || typeof node !== "object") return node
    if (node.$array) {
      const { dtype, offset, count, shape, stride = shape[1] } = node.$array
      const flat = new TYPED[dtype](body, offset, count)
      if (shape.length < 2) return flat
      return Array.from({ length: shape[0] }, (_, row) => flat.subarray(row * stride, row * stride + shape[1]))
    }
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, revive(value)]))
  }
  return revive(header)
}
