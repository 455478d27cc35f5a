// A term's definition opens by tap and keyboard without any script (popovertarget). The pointer, resting on a term, opens
// it too, and closes it once it has left both the term and its definition.
if (!window.explorerTerms) {
  window.explorerTerms = true
  const REST = 250 // ms
  let waiting
  const of = (event) => event.pointerType === "mouse" && event.target.closest?.(".term, .definition")
  const definition = (element) =>
    element.matches(".term") ? document.getElementById(element.getAttribute("popovertarget")) : element
  document.addEventListener("pointerover", (event) => {
    const element = of(event)
    if (!element) return
    clearTimeout(waiting)
    const shown = definition(element)
    waiting = setTimeout(() => shown?.isConnected && !shown.matches(":popover-open") && shown.showPopover(), REST)
  })
  document.addEventListener("pointerout", (event) => {
    const element = of(event)
    if (!element) return
    clearTimeout(waiting)
    const shown = definition(element)
    waiting = setTimeout(() => shown?.matches(":popover-open") && shown.hidePopover(), REST)
  })
}
