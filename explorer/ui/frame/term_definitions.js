// Definitions of terms open on hover. Tap and keyboard work without a script (popovertarget). A definition closes when the
// pointer has left both the term and the definition.

const REST = 250 // ms
let waiting = 0

/** @param {PointerEvent} event @returns {HTMLElement | null} the definition that the pointer is about */
function definition(event) {
  const target = event.pointerType === "mouse" && event.target instanceof Element ? event.target : null
  const element = /** @type {HTMLElement | null} */ (target?.closest(".term, .definition") ?? null)
  if (!element?.matches(".term")) return element
  return document.getElementById(element.getAttribute("popovertarget") ?? "")
}

/** @param {HTMLElement} shown beside its term, the anchor, which is set by a click or by `source` */
function open(shown) {
  const source = /** @type {HTMLElement | null} */ (document.querySelector(`.term[popovertarget="${shown.id}"]`))
  // `source` is missing in TypeScript's types; browsers without it ignore it.
  const show = /** @type {(options: { source?: HTMLElement }) => void} */ (shown.showPopover)
  // React may have replaced the element meanwhile: then it is no popover.
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
