// One press of Back leaves one page. When the page changes, Streamlit (seen in 1.67) writes up to three entries into the
// browser's history: the old page without its parameters, the new page, and the new page with what was carried along.
// Here they become one. The browser tells nobody that a script has changed the address: here it is told.

/** Event of the window: a script has changed the address. Where somebody goes back, the browser says "popstate". */
export const ADDRESS = "explorer-address"
const SOON = 10_000 // ms: the last of the three waits for a run of the page

/**
 * Replace `history.pushState` by one that knows which entries belong together, and let both ways of changing the address
 * tell of it; a second call changes nothing.
 * @param {any} browser `window`, or what stands for it in a test
 */
export function joinEntries(browser) {
  if (browser.explorerHistory) return
  browser.explorerHistory = true
  const { history, location, performance } = browser
  const push = history.pushState.bind(history)
  const replace = history.replaceState.bind(history)
  const tell = () => browser.dispatchEvent(new Event(ADDRESS))
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
    if (isNow(stays ? arrived : emptied)) replace(state, title, address)
    else push(state, title, address)
    const entry = { href: location.href, time: performance.now() }
    emptied = empties ? entry : null
    arrived = stays ? null : entry
    tell()
  }
  history.replaceState = (/** @type {any[]} */ ...entry) => {
    replace(...entry)
    tell()
  }
}

if (typeof window !== "undefined") joinEntries(window)
