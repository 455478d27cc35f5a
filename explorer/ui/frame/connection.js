// Says what a visitor waits for: a connection that is gone, or a server that computes longer than a moment.
// Reconnect: after a lost connection or a restart of the server, Streamlit requests no run, and the server does not have
// the values typed meanwhile, or the page's fragments. So the whole page is rerun once, with all its values.

import { anew, isCalm, node } from "./dom.js"
import { mend } from "./typed_text.js"

const [CONNECTION, RUN] = ["data-test-connection-state", "data-test-script-state"]
const LOST = "No connection to the server. What you changed last is read when it is back."
/** In place of Streamlit's message on a command line, which nobody knows who only uses this page. */
const GONE = `The server does not answer now.
  Wait: this page goes on by itself when the server is back.
  A lesson is safe: this browser keeps it, and the server keeps its room and answers.
  If it lasts: start the server again, or tell whoever runs it.`
/** Milliseconds of a run without a word. */
const MOMENT = 1500

/** @param {{ parentElement: any, data: Uint8Array, setTriggerValue: (name: string, value: boolean) => void }} component */
export default function watch({ parentElement, data, setTriggerValue }) {
  document.addEventListener("input", mend, true) // adding the same function again changes nothing
  parentElement.what = new TextDecoder().decode(data)
  return anew(parentElement, () => {
    const line = node("p", "", "", parentElement, { role: "status" })
    let [lost, timer] = [false, 0]
    const notice = node("div", "", GONE, parentElement, { role: "alertdialog", popover: "manual" })
    const say = (text = "") => {
      if (line.textContent !== text) line.textContent = text
      line.classList.toggle("lost", lost)
    }
    const look = () => {
      const app = document.querySelector(`[${CONNECTION}]`)
      if (!app) return // other releases of Streamlit may lack this attribute
      const connected = app.getAttribute(CONNECTION) === "CONNECTED"
      if (lost && connected) setTriggerValue("back", true)
      lost = !connected
      // Popovers are above every other element, so also above a dialog of Streamlit's.
      if (notice.isConnected) notice.togglePopover(lost && Boolean(document.querySelector("[role=dialog]")))
      const works = connected && !isCalm()
      if (!works) {
        clearTimeout(timer)
        timer = 0
        say(lost ? LOST : "")
      } else if (!timer) {
        timer = setTimeout(() => say(`The server is still computing: ${parentElement.what}`), MOMENT)
      }
    }
    const states = new MutationObserver(look)
    states.observe(document.body, { attributes: true, attributeFilter: [CONNECTION, RUN], childList: true, subtree: true })
    look()
    return () => {
      states.disconnect()
      clearTimeout(timer)
      line.remove()
      notice.remove()
    }
  })
}
