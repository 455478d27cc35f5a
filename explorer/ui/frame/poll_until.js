// Polling for a page in our own frame, which sends no event when it is ready.

/** Poll until `check` returns something; undefined after `most`. @template T @param {() => T} check @param {number} most ms */
export async function poll(check, most) {
  for (const began = Date.now(); Date.now() - began < most; await new Promise((done) => setTimeout(done, 250))) {
    const found = check()
    if (found) return found
  }
}
