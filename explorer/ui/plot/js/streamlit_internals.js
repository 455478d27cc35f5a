// Uses of Streamlit beyond its documented component interface (seen in 1.67); tests/browser/test_chart.py fails if a new
// version changes it.

/**
 * Streamlit's argument to a component: data, element, and two functions that send values to the server.
 * @typedef {{ data: any, parentElement: HTMLElement, key: string,
 *   setTriggerValue: (name: string, value: any) => void, setStateValue: (name: string, value: any) => void }} Component
 */

/** Base URL of the app: the part of Streamlit's script URL before /static/js/. */
export function root() {
  const own = /** @type {HTMLScriptElement | null} */ (document.querySelector("script[src*='/static/js/']"))
  return own ? own.src.split("/static/js/")[0] : window.location.origin
}

/** The visitor's theme, from custom properties that Streamlit sets around every component. @param {Element} element */
export function themeOf(element) {
  const style = getComputedStyle(element)
  const read = (/** @type {string} */ name, /** @type {string} */ fallback) => style.getPropertyValue(name).trim() || fallback
  return {
    ink: read("--st-text-color", style.color),
    paper: read("--st-background-color", "#ffffff"),
    line: read("--st-border-color", "#888888"),
    font: style.fontFamily,
  }
}

/**
 * Call `changed` when the theme changes, which happens without a run of the page. Without polling: an empty box has the
 * theme's colours with a CSS transition, whose end is an event.
 * @param {HTMLElement} element
 * @param {() => void} changed
 * @returns {() => void}
 */
export function onThemeChange(element, changed) {
  const probe = document.createElement("div")
  probe.setAttribute("aria-hidden", "true")
  probe.style.cssText =
    "position:absolute;width:0;height:0;background-color:var(--st-background-color);color:var(--st-text-color);transition:background-color 1ms step-end,color 1ms step-end !important"
  probe.addEventListener("transitionend", changed)
  element.append(probe)
  return () => probe.remove()
}
