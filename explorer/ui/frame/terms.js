// A term's definition opens by tap and keyboard without any script (popovertarget). The pointer, resting on a term, opens
// it too, and closes it once it has left both the term and its definition.

const REST = 250 // ms
let waiting = 0

/** @param {PointerEvent} event @returns {HTMLElement | null} the definition that the pointer is about */
function definition(event) {
  const target = event.pointerType === "mouse" && event.target instanceof Element ? event.target : null
  const element = /** @type {HTMLElement | null} */ (target?.closest(".term, .definition") ?? null)
  if (!element?.matches(".term")) return element
  return document.getElementById(element.getAttribute("popovertarget") ?? "")
}

/** @param {HTMLElement} shown beside its term: the browser knows which one only from a click, or by `source` */
function open(shown) {
  const source = /** @type {HTMLElement | null} */ (document.querySelector(`.term[popovertarget="${shown.id}"]`))
  // `source` is younger than TypeScript's description of browsers; one that doesn't know it leaves it aside.
  const show = /** @type {(options: { source?: HTMLElement }) => void} */ (shown.showPopover)
  // React may have made another text of it since the pointer came: then it is no popover any more.
  if (shown.isConnected && shown.hasAttribute("popover") && !shown.matches(":popover-open")) show.call(shown, source ? { source } : {})
}

/** @param {"pointerover" | "pointerout"} name @param {(shown: HTMLElement) => void} then */
function after(name, then) {
  document.addEventListener(name, (event) => {
    const shown = definition(event)
    if (!shown) return
    clearTimeout(waiting)
    waiting = window.setTimeout(() => then(shown), REST)
  })
}

after("pointerover", open)
after("pointerout", (shown) => shown.matches(":popover-open") && shown.hidePopover())
