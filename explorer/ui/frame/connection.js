// When the connection is back, after a cut or a restart of the server, Streamlit asks for no run, and the server knows
// nothing of what was typed meanwhile, or of the page's fragments. So the whole page runs once, with all its values.

import { node } from "./dom.js"

const STATE = "data-test-connection-state"
const WORDS = "No connection to the server. What you changed last is read when it is back."

/** @param {{ parentElement: Element, setTriggerValue: (name: string, value: boolean) => void }} component */
export default function watch({ parentElement, setTriggerValue }) {
  const line = node("p", "", "", parentElement, { role: "status" })
  let lost = false
  const look = () => {
    const app = document.querySelector(`[${STATE}]`)
    if (!app) return // another release of Streamlit doesn't say it
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
