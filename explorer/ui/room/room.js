// What a screen in a room does by itself: it keeps its place, leaves the sidebar when it has joined, says on its bar what
// waits out of sight, and brings the answer that the teacher has just shown into sight.

import { anew, node, received } from "../frame/dom.js"
import { forget, placeToTake, take } from "./place.js"
import { bring, look, toTop, watch } from "./sight.js"

const NARROW = 768 // px: Streamlit's sidebar then lies over the page
let page = "" // the path of the page that was drawn last
let brought = "" // the answer that was brought into sight last

/** On a phone the sidebar, where the code was typed, would go on covering the page. */
function closeSidebar() {
  if (innerWidth >= NARROW) return
  const sidebar = document.querySelector("[data-testid=stSidebar]")
  const close = sidebar?.querySelector("[data-testid=stSidebarCollapseButton] button")
  if (close instanceof HTMLElement && sidebar && sidebar.getBoundingClientRect().right > 0) close.click()
}

/** @param {any} component */
export default function ({ parentElement, data, setTriggerValue }) {
  const asked = received(data)
  if (asked.forget) forget(asked.forget)
  // Without storage this tab takes a new seat after a restart of the server.
  if (asked.ask) placeToTake().then((place) => setTriggerValue("kept", JSON.stringify(place)))
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
