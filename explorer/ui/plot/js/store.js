// Dots that travel once: what is heavy of a cloud comes in messages of their own (one of coordinates and names, one of
// colours), and a picture names them by their digests. What has not changed Streamlit does not send again: it tells the
// browser to take the message that it already has.

const KEPT = 12

/** @type {Map<string, { arrived: Promise<any>, arrive: (trace: any) => void }>} */
const stored = new Map()

/** @param {string} digest */
function place(digest) {
  let there = stored.get(digest)
  if (!there) {
    /** @type {(trace: any) => void} */
    let arrive = () => {}
    const arrived = new Promise((resolve) => (arrive = resolve))
    there = { arrived, arrive }
    stored.set(digest, there)
  }
  return there
}

/**
 * Keep the heavy part of a trace for the pictures that name it; the oldest of several goes.
 * @param {string} digest
 * @param {any} trace
 */
export function keepTrace(digest, trace) {
  const { arrived, arrive } = place(digest)
  stored.delete(digest)
  stored.set(digest, { arrived, arrive })
  arrive(trace)
  for (const old of [...stored.keys()].slice(0, -KEPT)) stored.delete(old)
}

/**
 * The traces with what they name in its place, in the list itself: a picture that is drawn again needs the store no more.
 * @param {any[]} traces
 */
export async function whole(traces) {
  await Promise.all(traces.map(async (trace, at) => {
    if (!trace.meta?.stored) return
    const parts = await Promise.all(trace.meta.stored.map((/** @type {string} */ digest) => place(digest).arrived))
    traces[at] = parts.reduce((made, heavy) => ({ ...made, ...heavy, meta: { ...made.meta, ...heavy.meta } }), trace)
    traces[at].meta.stored = null
  }))
}
