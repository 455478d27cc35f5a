// Tells the page when its address has changed, whoever changed it: a browser reports a press of Back alone.

/** Event of the window: the address has changed. */
export const ADDRESS = "explorer-address"
const LOOK = 200 // ms between two looks

if (typeof window !== "undefined" && !document.documentElement.dataset.explorerAddress) {
  document.documentElement.dataset.explorerAddress = "watched"
  let seen = location.href
  setInterval(() => {
    if (location.href === seen) return
    seen = location.href
    dispatchEvent(new Event(ADDRESS))
  }, LOOK)
}
