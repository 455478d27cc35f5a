// What this browser tab knows of its room (sessionStorage: it goes with the tab): its seat, or the teacher's secret. It is
// never in the address, which a projector shows and which is passed on.

import { keep, kept, received } from "../frame/dom.js"

const KEPT = "explorer-room"
const storage = () => sessionStorage

/** @param {any} component */
export default function ({ data, setTriggerValue }) {
  const asked = received(data)
  if (asked.keep || asked.forget) keep(storage, KEPT, asked.keep || undefined)
  // Without storage this tab takes a new seat after a restart of the server.
  if (asked.ask) setTriggerValue("kept", JSON.stringify(kept(storage, KEPT)))
}
