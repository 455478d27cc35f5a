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

/** @param {"pointerover" | "pointerout"} name @param {(shown: HTMLElement) => void} then */
function after(name, then) {
  document.addEventListener(name, (event) => {
    const shown = definition(event)
    if (!shown) return
    clearTimeout(waiting)
    waiting = window.setTimeout(() => then(shown), REST)
  })
}

after("pointerover", (shown) => shown.isConnected && !shown.matches(":popover-open") && shown.showPopover())
after("pointerout", (shown) => shown.matches(":popover-open") && shown.hidePopover())
