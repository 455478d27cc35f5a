// One history entry per page, so that Back needs one press, and an event for each new URL. Uses the Navigation API;
// browsers without it need another press of Back, and URLs are polled.
//
// When the page changes, Streamlit (seen in 1.67) adds up to three history entries: the old page without its parameters,
// the new page, and the new page with shared parameters. This module merges them. Without it: open
// /tokens?text=Owls&t_part=Order, go to Memory by the sidebar, press Back: it is /tokens without its part.

/** Event of the window: the URL has changed. */
export const ADDRESS = "explorer-address"
const SOON = 10_000 // ms: the third entry comes after a run of the page
const LOOK = 200 // ms between polls

const tell = () => dispatchEvent(new Event(ADDRESS))

/** The part that an address names; undefined for a page's first. @param {string} href */
const partOf = (href) => [...new URL(href).searchParams].find(([name]) => name.endsWith("_part"))?.[1]

/** An entry for each part that was chosen, so that Back leads to the part before. @param {any} navigation */
function keepParts(navigation) {
  let until = 0
  addEventListener("click", ({ target, isTrusted }) => {
    if (target instanceof Element && target.closest("[class*=_part_row]") && isTrusted) until = performance.now() + SOON
  }, true)
  navigation.addEventListener("navigate", (/** @type {any} */ event) => {
    const to = new URL(event.destination.url), part = partOf(to.href)
    if (to.pathname !== location.pathname || part === partOf(location.href)) return
    if (event.navigationType === "traverse") {
      addEventListener("popstate", () => location.reload(), { once: true }) // Streamlit keeps the part that is shown
    } else if (event.navigationType === "replace" && event.cancelable && performance.now() < until) {
      until = 0
      event.preventDefault()
      history.pushState({}, "", to)
    }
  })
}

/** Replaces the previous entry where the new one belongs to it. @param {any} navigation the browser's */
function joinEntries(navigation) {
  let emptied = { href: "", until: 0 } // entry that just lost its parameters
  let arrived = { href: "", until: 0 } // entry of a page that was just opened
  navigation.addEventListener("navigate", (/** @type {any} */ event) => {
    if (event.navigationType !== "push" || !event.destination.sameDocument || event.hashChange) return
    const from = location.href
    const to = new URL(event.destination.url)
    const stays = to.pathname === location.pathname
    const empties = stays && location.search !== "" && to.search === ""
    const before = stays ? arrived : emptied
    if (before.href === from && performance.now() < before.until) {
      event.preventDefault()
      history.replaceState({}, "", to) // Streamlit's entries have {}, too
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
  if (navigation) {
    keepParts(navigation)
    joinEntries(navigation)
  } else look()
}
