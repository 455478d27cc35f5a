// What this browser tab knows of its room (sessionStorage: it goes with the tab): its seat, or the teacher's secret. It is
// never in the address, which a projector shows and which is passed on.

const KEPT = "explorer-room"

function kept() {
  try {
    return sessionStorage.getItem(KEPT) ?? ""
  } catch {
    return "" // no storage: after a restart of the server this tab takes a new seat
  }
}

export default function ({ data, setTriggerValue }) {
  const { keep, forget, ask } = JSON.parse(new TextDecoder().decode(data))
  try {
    if (keep) sessionStorage.setItem(KEPT, JSON.stringify(keep))
    if (forget) sessionStorage.removeItem(KEPT)
  } catch {
    // as above
  }
  if (ask) setTriggerValue("kept", kept() || "{}")
}
