// The parts of a page as the browser's own list, for narrow screens, where a row of tabs does not fit (style.py shows one
// of the two). The names are the app's own.

/** @param {string} tag @param {Element} parent @param {Record<string, string>} attributes */
function node(tag, parent, attributes = {}) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  parent.append(element)
  return element
}

/**
 * The list anew: the names in sight first, the deeper ones as a group of their own.
 * @param {HTMLSelectElement} list
 * @param {{ label: string, names: string[], deeper: string[], chosen: string }} data
 */
function fill(list, { label, names, deeper, chosen }) {
  list.replaceChildren()
  list.setAttribute("aria-label", label)
  const group = deeper.length ? node("optgroup", list, { label: "Deeper" }) : list
  for (const [parent, members] of /** @type {[Element, string[]][]} */ ([[list, names], [group, deeper]])) {
    for (const name of members) node("option", parent, { value: name }).textContent = name
  }
  if (deeper.length) list.append(group)
  list.value = chosen
}

/** @param {import("../plot/js/streamlit.js").Component} component */
export default function (component) {
  const { parentElement, data } = component
  if (!data) return
  const told = new TextDecoder().decode(data)
  let list = /** @type {any} */ (parentElement.querySelector("select"))
  if (!list) {
    list = node("select", parentElement)
    list.addEventListener("change", () => list.component.setTriggerValue("pick", list.value))
  }
  list.component = component
  if (list.told === told) return
  list.told = told
  fill(list, JSON.parse(told))
}
