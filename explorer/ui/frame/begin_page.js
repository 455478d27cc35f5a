// What another page begins with: on a narrow screen the sidebar covers the page, and closes when another page is chosen
// in it. Streamlit (seen in 1.67) closes it so on phones only, which it knows by their name, and not on a small tablet or
// in a narrow window; a press beside the sidebar closes it everywhere. And each page and each part begins at its top: where the old
// page's elements stay until the new ones come, Streamlit leaves it as far down as the old one was.

import { MAIN } from "./dom.js"
import { ADDRESS } from "./merge_history_entries.js"

/** Page and part. */
const here = () => location.pathname + [...new URLSearchParams(location.search)].filter(([key]) => key.endsWith("_part"))
let page = here()

addEventListener(ADDRESS, () => {
  if (here() === page) return
  page = here()
  const main = document.querySelector(MAIN)
  main?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }))
  main?.scrollTo(0, 0)
})
