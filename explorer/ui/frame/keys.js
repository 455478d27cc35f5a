// Keys that turn the steps of the path and of a lesson, from a keyboard or a presenter's remote.

/** @type {Record<string, 1 | -1>} */
const TURN = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }

// A key belongs to the steps only where nothing that has the focus could want it.
const WANTED = ["input", "textarea", "select", "button", "summary", "[contenteditable]"]
  .concat(["slider", "option", "listbox", "combobox", "radio", "tab", "switch", "region"].map((role) => `[role=${role}]`))
  .join(", ")
const TYPING = "textarea, select, [contenteditable=true], [role=listbox]"

/** @param {KeyboardEvent} event @param {string} names whether what has the focus is, or lies in, one of these */
function within(event, names) {
  const focused = event.composedPath()[0] ?? event.target // a key that was pressed earlier has no path any more
  return focused instanceof Element && focused.closest(names) !== null
}

/** @param {KeyboardEvent} event */
const alone = (event) => !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey

/**
 * How many steps a key turns where nothing that has the focus could want it: 1, −1, or 0 for any other key.
 * @param {KeyboardEvent} event
 */
export function turns(event) {
  return !event.defaultPrevented && alone(event) && !within(event, WANTED) ? (TURN[event.key] ?? 0) : 0
}

/**
 * The same for Page Up and Page Down alone, which a remote sends: whatever has the focus, but for a text being typed.
 * @param {KeyboardEvent} event
 */
export function pages(event) {
  return event.key.startsWith("Page") && alone(event) && !within(event, TYPING) ? (TURN[event.key] ?? 0) : 0
}
