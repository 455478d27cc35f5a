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
const LOOK = 200 // ms between polls
const PLACE = /^(guide|lesson|screen|quiz|path|\w+_part)$/ // parameters that say where one is

const tell = () => dispatchEvent(new Event(ADDRESS))

/** @param {URL | Location} url @returns {string} where one is, without the settings there */
const place = ({ pathname, search }) =>
  JSON.stringify([pathname, [...new URLSearchParams(search)].filter(([name]) => PLACE.test(name)).sort()])

/**
 * Makes one entry for an act (a click, a key) that leads to another place, and none for a setting. Until the next act all
 * further entries replace it: on the way to a page Streamlit also writes the new page's parameters, or none, under the
 * address of the old one.
 * @param {any} navigation the browser's
 */
function joinEntries(navigation) {
  let acted = false
  let ours = false
  for (const act of ["pointerdown", "keydown"]) addEventListener(act, () => (acted = true), { capture: true })
  navigation.addEventListener("navigate", (/** @type {any} */ event) => {
    const { navigationType: kind, destination } = event
    if (ours || !["push", "replace"].includes(kind) || !destination.sameDocument || event.hashChange) return
    const to = new URL(destination.url)
    const leaves = to.pathname !== location.pathname
    const moves = place(to) !== place(location) && (kind === "push" || !to.searchParams.has("guide"))
    const empties = location.search !== "" && to.search === ""
    const added = acted && (leaves ? kind === "push" : moves || (empties && kind === "push"))
    if (added) acted = false
    if (added !== (kind === "push")) {
      event.preventDefault()
      ours = true
      // Streamlit's entries have {}, too.
      if (added) history.pushState({}, "", to)
      else history.replaceState({}, "", to)
      ours = false
    }
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
