// Link back into a room for a browser that is a member of it, on a page without a room in its URL: typed, opened from a
// link, or reopened. The membership is stored in the browser, so no request is sent.

import { ADDRESS } from "../frame/merge_history_entries.js"
import { node } from "../frame/dom.js"
import { untilAsked } from "./until_asked.js"
import { addressBack, read, SHOWN, stepNow } from "../frame/lesson/lesson_in_browser_storage.js"
import { FORGOTTEN, forget, isFree, lastMembership, membershipOfTab } from "./seat_storage.js"

const NAME = "explorer-room-offer"
const BAR = `position: fixed; z-index: 999991; left: 0; right: 0; bottom: 0; display: flex; flex-wrap: wrap; gap: .5rem 1rem;
  align-items: center; padding: .5rem 1.2rem; background: var(--explorer-quiet); color: var(--explorer-ink);
  border-top: 2px solid var(--explorer-strong)`
const BUTTON = `font: inherit; border: 1px solid var(--explorer-strong); border-radius: .5rem; padding: .35rem .9rem;
  background: none; color: var(--explorer-strong); font-weight: 600; text-decoration: none; cursor: pointer`

/** @returns {URLSearchParams} */
const asked = () => new URLSearchParams(location.search)

/** Show or remove the link. */
export async function offer() {
  const own = membershipOfTab()
  const { code, secret } = own.code ? own : lastMembership()
  const wanted = () => Boolean(code) && !asked().has("room") && !asked().has("embed")
  if (!wanted() || !code || (secret && !(await isFree(code))) || !wanted()) {
    if (asked().has("room") || !code) document.getElementById(NAME)?.remove()
    return
  }
  if (document.getElementById(NAME)) return
  const app = document.querySelector("[data-test-script-state]")
  const bar = node("section", "", undefined, document.body, { id: NAME, "aria-label": "Class room", style: BAR })
  if (app) {
    const { colorScheme, fontFamily } = getComputedStyle(app)
    Object.assign(bar.style, { colorScheme, fontFamily })
  }
  const words = node("span", "", `You ${secret ? "teach" : "have a seat"} in room ${code}.`, bar)
  const query = asked()
  query.set("room", code)
  const shown = read(SHOWN)
  const step = secret ? stepNow(shown) : undefined
  const href = step ? addressBack(shown, step) : secret ? `?${query}` : `./join?room=${code}`
  const back = node("a", "", step ? `Back to step ${step}` : "Back to the room", bar, { href, target: "_self", style: BUTTON })
  if (!secret) {
    node("style", "", "a[href*='/teach'] { display: none !important; }", bar) // it has the answers
    void untilAsked(() => {
      if (own.code) return back.click() // who looked around from the student's screen
      words.textContent = `The class is asked a question in room ${code}.`
      back.style.cssText += "; background: var(--explorer-strong); color: var(--explorer-paper)"
    })
  }
  const away = node("button", "", secret ? "Forget the room (you then cannot teach in it)" : "Leave the room", bar, { type: "button", style: BUTTON })
  away.addEventListener("click", () => forget(code))
}

for (const name of [ADDRESS, FORGOTTEN, "popstate"]) addEventListener(name, () => void offer())
// A page that is typed, or opened from a link, in the teacher's tab stays in the room.
const { code: mine, secret: teaches } = membershipOfTab()
if (mine && teaches && !asked().has("room") && !asked().has("embed")) {
  const query = asked()
  query.set("room", mine)
  location.replace(`?${query}${location.hash}`)
} else void offer()
