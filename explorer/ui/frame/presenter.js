// The line of presenter mode says which table the picture is about: it is drawn anew when a control has moved.

import { follow } from "./address.js"
import { anew, node } from "./dom.js"

/** @param {any} component */
export default function ({ parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".follows") ?? node("span", "follows", undefined, parentElement)
  return anew(root, () => follow(root, setTriggerValue))
}
