// What another page begins with: on a narrow screen the sidebar covers the page, and closes when another page is chosen
// in it. Streamlit (seen in 1.67) closes it so on phones only, which it knows by their name, and not on a small tablet or
// in a narrow window; a press beside the sidebar closes it everywhere. And each page begins at its top: where the old
// page's elements stay until the new ones come, Streamlit leaves it as far down as the old one was.

import { MAIN } from "./dom.js"
import { ADDRESS } from "./merge_history_entries.js"

let page = location.pathname

addEventListener(ADDRESS, () => {
  if (location.pathname === page) return
  page = location.pathname
  const main = document.querySelector(MAIN)
  main?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }))
  main?.scrollTo(0, 0)
})
