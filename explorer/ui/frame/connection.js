// Reconnect: after a lost connection or a restart of the server, Streamlit requests no run, and the server does not have
// the values typed meanwhile, or the page's fragments. So the whole page is rerun once, with all its values.

import { node } from "./dom.js"

const STATE = "data-test-connection-state"
const WORDS = "No connection to the server. What you changed last is read when it is back."

/** @param {{ parentElement: Element, setTriggerValue: (name: string, value: boolean) => void }} component */
export default function watch({ parentElement, setTriggerValue }) {
  const line = node("p", "", "", parentElement, { role: "status" })
  let lost = false
  const look = () => {
    const app = document.querySelector(`[${STATE}]`)
    if (!app) return // other releases of Streamlit may lack this attribute
    const connected = app.getAttribute(STATE) === "CONNECTED"
    if (lost && connected) setTriggerValue("back", true)
    lost = !connected
    line.textContent = lost ? WORDS : ""
  }
  const states = new MutationObserver(look)
  states.observe(document.body, { attributes: true, attributeFilter: [STATE], subtree: true })
  return () => {
    states.disconnect()
    line.remove()
  }
}
