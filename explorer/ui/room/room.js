// Client side of a screen in a room: stores the membership, closes the sidebar after joining, announces an open question
// that is out of sight, and scrolls to the answer that the teacher has just shown.

import { anew, node, received } from "../frame/dom.js"
import { forget, membershipToTake, take } from "./seat_storage.js"
import { bring, look, toTop, watch } from "./scroll_to_answer.js"

const NARROW = 768 // px: below this width Streamlit's sidebar covers the page
let page = "" // path of the page that was drawn last
let turned = 0 // last step change requested in another window
let brought = "" // last answer that was scrolled into view

/** Close the sidebar, where the code was typed; on a phone it would keep covering the page. */
function closeSidebar() {
  if (innerWidth >= NARROW) return
  const sidebar = document.querySelector("[data-testid=stSidebar]")
  const close = sidebar?.querySelector("[data-testid=stSidebarCollapseButton] button")
  if (close instanceof HTMLElement && sidebar && sidebar.getBoundingClientRect().right > 0) close.click()
}

/** @param {any} component */
export default function ({ parentElement, data, setTriggerValue }) {
  const asked = received(data)
  if (asked.turn && asked.id !== turned) {
    turned = asked.id
    document.dispatchEvent(new CustomEvent("explorer-lesson-next", { detail: asked.turn }))
  }
  if (asked.next) {
    const root = parentElement.querySelector(".room") ?? node("div", "room", undefined, parentElement)
    if (root.firstChild) return
    const button = node("button", "", asked.next, root, { type: "button", title: "Page Down presses this button" })
    button.addEventListener("click", () => document.dispatchEvent(new Event("explorer-lesson-next")))
    return
  }
  if (asked.forget) forget(asked.forget)
  // Without storage this tab takes a new seat after a restart of the server.
  if (asked.ask) membershipToTake().then((membership) => setTriggerValue("kept", JSON.stringify(membership)))
  if (!asked.keep) return
  if (take(asked.keep)) closeSidebar()
  const shown = asked.bring ?? ""
  if (shown && shown !== brought) bring(shown.split(" ")[0])
  brought = shown || brought
  const root = parentElement.querySelector(".room") ?? node("div", "room", undefined, parentElement)
  if (page && page !== location.pathname && !asked.keep.secret) toTop()
  page = location.pathname
  if (asked.keep.secret) return
  look(root)
  return anew(root, () => watch(root))
}
