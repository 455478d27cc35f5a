// The teacher's screen, which is projected, scrolls to the answer that has just been shown.

import { isCalm, isStill } from "../frame/dom.js"

const HEAD = 60 // px covered by the page's header
const EVERY = 200 // ms between polls
const PATIENCE = 10_000 // ms until an answer must be drawn

/** Pixels between the page's header and the room's bar. */
const free = () => innerHeight - HEAD - (document.querySelector(".st-key-room_bar")?.clientHeight ?? 0)

/** Scroll to a part; to its beginning where it is taller than what is free. @param {Element} part */
function show(part) {
  const behavior = isStill() ? "auto" : "smooth"
  const tall = part.getBoundingClientRect().height > free()
  if (part instanceof HTMLElement) part.style.scrollMarginTop = `${HEAD}px`
  part.scrollIntoView({ block: tall ? "start" : "center", behavior })
}

/** Scroll to the answer of a question once it is drawn, unless somebody acts first. @param {string} key of the question */
export function bring(key) {
  const stop = new AbortController()
  const begun = Date.now()
  for (const name of ["wheel", "keydown", "touchstart"]) addEventListener(name, () => stop.abort(), { signal: stop.signal })
  const name = CSS.escape(key)
  const timer = setInterval(() => {
    const late = stop.signal.aborted || Date.now() - begun > PATIENCE
    if (!late && !isCalm()) return
    const target = document.querySelector(`.st-key-${name}_box`) ?? document.querySelector(`.st-key-${name}`)
    if (!late && !target) return
    clearInterval(timer)
    if (late || !target) return
    stop.abort()
    const { top, bottom } = target.getBoundingClientRect()
    if (top < 0 || bottom > HEAD + free()) show(target)
  }, EVERY)
}
