// Half an emoji (a lone surrogate) can't be written as UTF-8: Streamlit's server would drop the message and the page would
// wait for ever (seen in Streamlit 1.67). So it becomes U+FFFD where it is typed, before Streamlit reads the field.

/** @param {Event} event of typing, seen before React sees it */
export function mend(event) {
  const field = /** @type {any} */ (event.target)
  if (typeof field.value !== "string" || field.value.isWellFormed?.() !== false) return
  field.setRangeText(field.value.toWellFormed(), 0, field.value.length, "preserve")
}
