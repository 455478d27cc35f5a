// What every component needs of the browser: elements made from text (never from markup), the data that the server
// sent, listeners that end, and values kept in the browser's own storage.

/** What scrolls: the page without its sidebar. */
export const MAIN = "[data-testid=stMain]"

/** Whether no run of the page is under way. */
export const isCalm = () => document.querySelector("[data-test-script-state=notRunning]") !== null

/**
 * A new element at the end of `parent`. The text is only ever textContent: a visitor's words can't become markup.
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

/**
 * A new element of an SVG picture at the end of `parent`.
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {Element} parent
 */
export function shape(tag, attributes, parent) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  parent.append(element)
  return element
}

/**
 * What the server sent as JSON in bytes (a dictionary would travel through pandas); undefined if it sent nothing.
 * @param {Uint8Array | undefined | null} bytes
 * @returns {any}
 */
export const received = (bytes) => (bytes ? JSON.parse(new TextDecoder().decode(bytes)) : undefined)

/**
 * Begin what a component listens to, and end what it began when it was drawn before: Streamlit (seen in 1.67) calls what
 * a component returns when it leaves the page, and not when it is drawn once more.
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
 * A value kept in this browser, {} where there is none, where there is no storage, or where it isn't ours.
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
 * Keep a value in this browser; private windows may refuse, then it lasts as long as the page.
 * @param {() => Storage} storage
 * @param {string} name
 * @param {any} value undefined forgets it
 */
export function keep(storage, name, value) {
  try {
    if (value === undefined) storage().removeItem(name)
    else storage().setItem(name, JSON.stringify(value))
  } catch {
    // the caller goes on without
  }
}
