// Waiting for a page in a frame of ours, which says nothing when it is ready.

/**
 * Look again and again until there is something; undefined where nothing came.
 * @template T
 * @param {() => T} check @param {number} most ms
 */
export async function until(check, most) {
  for (const began = Date.now(); Date.now() - began < most; await new Promise((done) => setTimeout(done, 250))) {
    const found = check()
    if (found) return found
  }
}
