// DOM helpers of all components: elements with text (never markup), the server's data, listeners that are removed on
// redraw, and values in the browser's storage.

/** The scrolling element: the page without its sidebar. */
export const MAIN = "[data-testid=stMain]"

/** Whether this visitor wants no motion. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches

/** Whether no run of the page is in progress. */
export const isCalm = () => document.querySelector("[data-test-script-state=notRunning]") !== null

/**
 * Append a new element to `parent`. The text is set as textContent, so a visitor's words can't become markup.
 * @param {string} tag
 * @param {string} name class name, "" for none
 * @param {string | undefined} text
 * @param {Element} parent
 * @param {Record<string, string>} attributes
 * @returns {any} the element: callers know which kind they asked for
 */
export function node(tag, name, text, parent, attributes = {}) {
  const element = document.createElement(tag)
  if (name) element.className = name
  if (text !== undefined) element.textContent = text
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  parent.append(element)
  return element
}

/** Append a new SVG element to `parent`. @param {string} tag @param {Record<string, string | number>} attributes @param {Element} parent */
export function shape(tag, attributes, parent) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  parent.append(element)
  return element
}

/**
 * Parse the server's data, JSON as bytes (Streamlit sends a dictionary through pandas); undefined if there is none.
 * @param {Uint8Array | undefined | null} bytes
 * @returns {any}
 */
export const received = (bytes) => (bytes ? JSON.parse(new TextDecoder().decode(bytes)) : undefined)

/**
 * AbortController for a component's listeners, which aborts the previous drawing's: Streamlit (seen in 1.67) calls a
 * component's cleanup when it leaves the page, but not when it is redrawn.
 * @param {{ ends?: () => void }} root what stays from one drawing to the next
 * @param {() => () => void} begin returns what ends it; called once more, that must change nothing
 * @returns {() => void} for the component to return
 */
export function anew(root, begin) {
  root.ends?.()
  root.ends = begin()
  return root.ends
}

/**
 * A value from this browser's storage; {} without one, without storage, or if it is not ours.
 * @param {() => Storage} storage private windows throw when they are asked for it
 * @param {string} name
 * @returns {any}
 */
export function kept(storage, name) {
  try {
    return JSON.parse(storage().getItem(name) ?? "{}") ?? {}
  } catch {
    return {}
  }
}

/**
 * Store a value in this browser; a private window may refuse, and then it is not stored.
 * @param {() => Storage} storage
 * @param {string} name
 * @param {any} value undefined forgets it
 */
export function keep(storage, name, value) {
  try {
    if (value === undefined) storage().removeItem(name)
    else storage().setItem(name, JSON.stringify(value))
  } catch {
    // the caller works without storage
  }
}
