// One press of Back leaves one page. When the page changes, Streamlit (seen in 1.67) writes up to three entries into the
// browser's history: the old page without its parameters, the new page, and the new page with what was carried along.
// Here they become one.

const SOON = 10_000 // ms: the last of the three waits for a run of the page

/**
 * Replace `history.pushState` by one that knows which entries belong together; a second call changes nothing.
 * @param {any} browser `window`, or what stands for it in a test
 */
export function joinEntries(browser) {
  if (browser.explorerHistory) return
  browser.explorerHistory = true
  const { history, location, performance } = browser
  const push = history.pushState.bind(history)
  /** @typedef {{ href: string, time: number } | null} Entry */
  /** @type {Entry} */
  let emptied = null // the entry that lost its parameters a moment ago
  /** @type {Entry} */
  let arrived = null // the entry of a page that was opened a moment ago
  history.pushState = (/** @type {any} */ state, /** @type {string} */ title, /** @type {string} */ address) => {
    const from = location.href
    const to = new URL(address, from)
    const stays = to.pathname === location.pathname
    const empties = stays && location.search && !to.search
    const isNow = (/** @type {Entry} */ entry) => entry !== null && entry.href === from && performance.now() - entry.time < SOON
    if (isNow(stays ? arrived : emptied)) history.replaceState(state, title, address)
    else push(state, title, address)
    const entry = { href: location.href, time: performance.now() }
    emptied = empties ? entry : null
    arrived = stays ? null : entry
  }
}

if (typeof window !== "undefined") joinEntries(window)
