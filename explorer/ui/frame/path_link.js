// Link in the sidebar back to the path; the step is in this browser's storage only (guide.js).

import { kept, node } from "./dom.js"
import "../room/rejoin.js"
import "./pipeline_nav.js"

function fill() {
  const line = document.querySelector(".explorer-way-back")
  if (!line || line.childElementCount) return
  const { href, at, title, end } = kept(() => localStorage, "explorer-guide")
  if (typeof end === "string" && end.startsWith("./")) node("a", "", "The path: what you can answer now", line, { href: end })
  else if (typeof href === "string" && href.startsWith("./"))
    node("a", "", `Go on with the path: ${at} ${title ?? ""}`, line, { href })
}

new MutationObserver(fill).observe(document.body, { childList: true, subtree: true })
fill()
