// One press of Back leaves one page, and who asks hears of each new address. By the browser's Navigation API; where a
// browser has none, Back takes a press more, and addresses are looked at now and then.
//
// When the page changes, Streamlit (seen in 1.67) writes up to three entries into the browser's history: the old page
// without its parameters, the new page, and the new page with what was carried along. Here they become one. To see it
// without: open /tokens?text=Owls&t_part=Order, go to Memory by the sidebar, press Back: it is /tokens without its part.

/** Event of the window: the address has changed, whoever changed it. */
export const ADDRESS = "explorer-address"
const SOON = 10_000 // ms: the last of the three waits for a run of the page
const LOOK = 200 // ms between two looks

const tell = () => dispatchEvent(new Event(ADDRESS))

/** Entries that belong to the one before: it is written over. @param {any} navigation the browser's */
function joinEntries(navigation) {
  let emptied = { href: "", until: 0 } // the entry that lost its parameters a moment ago
  let arrived = { href: "", until: 0 } // the entry of a page that was opened a moment ago
  navigation.addEventListener("navigate", (/** @type {any} */ event) => {
    if (event.navigationType !== "push" || !event.destination.sameDocument || event.hashChange) return
    const from = location.href
    const to = new URL(event.destination.url)
    const stays = to.pathname === location.pathname
    const empties = stays && location.search !== "" && to.search === ""
    const before = stays ? arrived : emptied
    if (before.href === from && performance.now() < before.until) {
      event.preventDefault()
      history.replaceState({}, "", to) // Streamlit's entries hold {} too
    }
    const entry = { href: to.href, until: performance.now() + SOON }
    emptied = empties ? entry : { href: "", until: 0 }
    arrived = stays ? { href: "", until: 0 } : entry
  })
  navigation.addEventListener("currententrychange", tell)
}

function look() {
  let seen = location.href
  setInterval(() => {
    if (location.href !== seen) tell()
    seen = location.href
  }, LOOK)
}

if (typeof window !== "undefined" && !document.documentElement.dataset.explorerAddress) {
  document.documentElement.dataset.explorerAddress = "watched"
  const { navigation } = /** @type {any} */ (window)
  if (navigation) joinEntries(navigation)
  else look()
}
