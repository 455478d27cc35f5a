// Navigation keys for the steps of the path and of a lesson, from a keyboard or a presenter's remote.

/** @type {Record<string, 1 | -1>} */
const TURN = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }

// Keys navigate only if the focused element does not use them.
const WANTED = ["input", "textarea", "select", "button", "summary", "[contenteditable]"]
  .concat(["slider", "option", "listbox", "combobox", "radio", "tab", "switch", "region"].map((role) => `[role=${role}]`))
  .join(", ")
const TYPING = "textarea, select, [contenteditable=true], [role=listbox]"

/** @param {KeyboardEvent} event @param {string} names selector that the focused element or an ancestor matches */
function within(event, names) {
  const focused = event.composedPath()[0] ?? event.target // an event from before has no path any more
  return focused instanceof Element && focused.closest(names) !== null
}

/** @param {KeyboardEvent} event */
const alone = (event) => !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey

/** Steps that a key navigates if the focused element does not use it: 1, −1, or 0 for other keys. @param {KeyboardEvent} event */
export function turns(event) {
  return !event.defaultPrevented && alone(event) && !within(event, WANTED) ? (TURN[event.key] ?? 0) : 0
}

/** The same for Page Up and Page Down only, which a remote sends, with any focus except a text field. @param {KeyboardEvent} event */
export function pages(event) {
  return event.key.startsWith("Page") && alone(event) && !within(event, TYPING) ? (TURN[event.key] ?? 0) : 0
}

/** Whether a key without a modifier was pressed outside any field. @param {KeyboardEvent} event @param {string} key */
export const pressed = (event, key) => event.key === key && alone(event) && !within(event, `input, ${TYPING}`)
