// One press of Back leaves one page. When the page changes, Streamlit writes up to three entries into the browser's history:
// the old page without its parameters, the new page, and the new page with what was carried along. Here they become one.
if (!window.explorerHistory) {
  window.explorerHistory = true
  const SOON = 10_000 // ms: the last of the three waits for a run of the page
  const push = history.pushState.bind(history)
  let emptied = null // the entry that lost its parameters a moment ago
  let arrived = null // the entry of a page that was opened a moment ago
  history.pushState = (state, title, address) => {
    const from = location.href
    const to = new URL(address, from)
    const stays = to.pathname === location.pathname
    const empties = stays && location.search && !to.search
    const isNow = (entry) => entry?.href === from && performance.now() - entry.time < SOON
    if (isNow(stays ? arrived : emptied)) history.replaceState(state, title, address)
    else push(state, title, address)
    const entry = { href: location.href, time: performance.now() }
    emptied = empties ? entry : null
    arrived = stays ? null : entry
  }
}
