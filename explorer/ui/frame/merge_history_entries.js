// One history entry per page, part and step, so that Back is where one was before, and an event for each new URL. Uses
// the Navigation API; browsers without it keep Streamlit's own entries, and URLs are polled.
//
// Streamlit (seen in 1.67) replaces the entry where a visitor changes a control with a URL parameter, and adds one for
// each change by the server: of a value, and up to three when the page changes (the old page without its parameters,
// the new page, and the new page with shared parameters). Without this module: open /tokens?text=Owls&t_part=Order, go
// to Memory by the sidebar, press Back: it is /tokens without its part; choose another part, press Back: it is the page
// before.

/** Event of the window: the URL has changed. */
export const ADDRESS = "explorer-address"
const SOON = 10_000 // ms: a page's change is several entries after each other
const LOOK = 200 // ms between polls
const PLACE = /^(guide|lesson|screen|quiz|path|\w+_part)$/ // parameters that say where one is

const tell = () => dispatchEvent(new Event(ADDRESS))

/** @param {URL | Location} url @returns {string} where one is, without the settings there */
const place = ({ pathname, search }) =>
  JSON.stringify([pathname, [...new URLSearchParams(search)].filter(([name]) => PLACE.test(name)).sort()])

/** Makes an entry for each place, and none for a setting. @param {any} navigation the browser's */
function joinEntries(navigation) {
  let emptied = { href: "", until: 0 } // entry that just lost its parameters
  let untouched = location.href // entry of a page on which nobody has done anything yet
  let ours = false
  for (const act of ["pointerdown", "keydown"]) addEventListener(act, () => (untouched = ""), { capture: true })
  navigation.addEventListener("navigate", (/** @type {any} */ event) => {
    const { navigationType: kind, destination } = event
    if (ours || !["push", "replace"].includes(kind) || !destination.sameDocument || event.hashChange) return
    const from = location.href
    const to = new URL(destination.url)
    const stays = to.pathname === location.pathname
    const moves = place(to) !== place(location)
    // Home has no parts: Streamlit writes those of the page to which a link leads before it goes there.
    if (stays && to.pathname.endsWith("/") && [...to.searchParams.keys()].some((name) => name.endsWith("_part")))
      return event.preventDefault()
    const empties = kind === "push" && stays && location.search !== "" && to.search === ""
    const added = stays
      ? moves && from !== untouched && (kind === "push" || !to.searchParams.has("guide"))
      : kind === "push" && (emptied.href !== from || performance.now() > emptied.until)
    if ((added || empties) !== (kind === "push")) {
      event.preventDefault()
      ours = true
      // Streamlit's entries have {}, too.
      if (added) history.pushState({}, "", to)
      else history.replaceState({}, "", to)
      ours = false
    }
    if (kind === "push") emptied = empties ? { href: to.href, until: performance.now() + SOON } : { href: "", until: 0 }
    if (added || from === untouched) untouched = to.href
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
