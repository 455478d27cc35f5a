// Lone surrogates (half an emoji) have no UTF-8 form: Streamlit's server would drop the message, and the page would wait
// forever (seen in Streamlit 1.67). So they become U+FFFD in the field, before Streamlit reads it.

/** @param {Event} event an input event, in the capture phase */
export function mend(event) {
  const field = /** @type {any} */ (event.target)
  if (typeof field.value !== "string" || field.value.isWellFormed?.() !== false) return
  field.setRangeText(field.value.toWellFormed(), 0, field.value.length, "preserve")
}
