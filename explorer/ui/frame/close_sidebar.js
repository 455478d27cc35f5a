// On a narrow screen the sidebar covers the page, and closes when another page is chosen in it. Streamlit (seen in 1.67)
// closes it so on phones only, which it knows by their name, and not on a small tablet or in a narrow window; a press
// beside the sidebar closes it everywhere.

import { ADDRESS } from "./merge_history_entries.js"

let page = location.pathname

addEventListener(ADDRESS, () => {
  if (location.pathname === page) return
  page = location.pathname
  document.querySelector(".stMain")?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }))
})
