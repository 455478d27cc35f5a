// What Streamlit's server would not take is mended in the field, before Streamlit reads it (seen in Streamlit 1.67):
// half an emoji has no UTF-8 form, so the message would be dropped, and a message that is too large ends the connection;
// after either the page would wait forever.

/** Maximum number of characters: `text_limit.BROWSER_LIMIT`. Each has up to 16 bytes in a message, 12 of them in the
 * page's address; a text that no address holds may be as long as `word_corpus.LONGEST_PASTE`. */
const [LIMIT, UNBOUND] = [30_500, 120_001]

/** @param {Event} event an input event, in the capture phase */
export function mend(event) {
  const field = /** @type {any} */ (event.target)
  if (typeof field.value !== "string") return
  const limit = field.closest(".st-key-j_paste") ? UNBOUND : LIMIT
  let value = field.value
  if (value.length > limit) value = [...value].slice(0, limit).join("")
  if (value.isWellFormed?.() === false) value = value.toWellFormed()
  if (value !== field.value) field.setRangeText(value, 0, field.value.length, "preserve")
}
