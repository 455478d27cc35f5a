// In one column the picture stays at the top of the screen, over what is scrolled. The options of a question go when its
// answer comes, so that what remains of the box can lie behind it: then the page moves until the answer is in sight.

import { isCalm, MAIN } from "./dom.js"

const COLUMN = "(max-width: 1099px)"
const AIR = 12 // px above the answer
const EVERY = 200 // ms between looks, until the answer and its picture are drawn
const LOOKS = 50

/** @param {Event} event */
function follow({ target }) {
  const box = target instanceof Element && target.closest("[role=radiogroup]")?.closest("[class*=_guess_box]")
  if (!box || !matchMedia(COLUMN).matches) return
  let looks = 0
  const timer = setInterval(() => {
    const answer = isCalm() && box.querySelector("[role=status] strong")
    if (answer || ++looks === LOOKS) clearInterval(timer)
    if (!answer) return
    const picture = document.querySelector(":has(> .st-key-stage-picture)")
    const covered = (picture?.getBoundingClientRect().bottom ?? 0) + AIR - answer.getBoundingClientRect().top
    if (covered > 0) document.querySelector(MAIN)?.scrollBy(0, -covered)
  }, EVERY)
}

addEventListener("click", follow, true) // Streamlit's options keep it from what is around them
