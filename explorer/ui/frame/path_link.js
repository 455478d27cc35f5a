// Links back to the path and to a lesson whose tab was closed, in the sidebar and on Home, where a phone shows no sidebar; the step is in this browser's storage only (guide.js).

import { kept, node } from "./dom.js"
import { addressBack, read, SHOWN, stepNow } from "./lesson/lesson_in_browser_storage.js"
import "../room/rejoin.js"
import "./answer_in_sight.js"
import "./begin_page.js"
import "./pipeline_nav.js"

function fill() {
  const lines = [...document.querySelectorAll(".explorer-way-back:empty")]
  if (!lines.length) return
  const { href, at, title, end } = kept(() => localStorage, "explorer-guide")
  const [words, goal] = end ? ["Your film, at the path’s end →", end] : [`Go on with the path: ${at} ${title ?? ""} →`, href]
  if (typeof goal === "string" && goal.startsWith("./")) for (const line of lines) node("a", "", words, line, { href: goal })
  const shown = read(SHOWN)
  const step = stepNow(shown)
  if (step) for (const line of lines) node("a", "", `${line.firstChild ? " · " : ""}Go on with your lesson: step ${step} of ${shown.steps.length}`, line, { href: addressBack(shown, step) })
}

new MutationObserver(fill).observe(document.body, { childList: true, subtree: true })
fill()
