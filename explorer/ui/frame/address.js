// What stands outside of the controls' own fragments hears of them here: each control that a visitor moves is in the
// address, and the browser says when that has changed (history.js). So nothing has to ask the server again and again.

import { ADDRESS } from "./history.js"

/** Milliseconds between two words to the server, and between two looks for a picture. */
export const LOOK = 300
const RUNS = "data-test-script-state"

export const isCalm = () => document.querySelector(`[${RUNS}=notRunning]`) !== null

/**
 * Tell the server of each new address, when the page is calm. `root` keeps what is left to tell, since it may be drawn
 * anew meanwhile.
 * @param {any} root @param {(name: string, value: string) => void} tell @returns {() => void} ends it
 */
export function follow(root, tell) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let due
  const look = () => {
    due = undefined
    if (!isCalm()) return // the end of the run leads here again
    root.left -= 1
    tell("moved", `${root.left}${root.seen}`)
    soon()
  }
  const soon = () => {
    if (root.left) due ??= setTimeout(look, LOOK)
  }
  const moved = () => {
    if (location.search !== root.seen) root.left = 2 // tell it twice: the first may overtake what changed the address
    root.seen = location.search
    soon()
  }
  root.seen ??= location.search
  moved()
  const stop = new AbortController()
  for (const name of [ADDRESS, "popstate"]) addEventListener(name, moved, { signal: stop.signal })
  const runs = new MutationObserver(soon)
  runs.observe(document.body, { attributes: true, attributeFilter: [RUNS], subtree: true })
  return () => {
    stop.abort()
    runs.disconnect()
    clearTimeout(due)
  }
}
