// Shows the first words in the right colours, and takes them away when Streamlit has drawn the page.
// Presenter mode, a frame and the path look otherwise: there only the background stands until then.
const first = document.getElementById("explorer-first")
const asked = new URLSearchParams(location.search)
// A page that is typed, or opened from a link, in the tab of a class room stays in that room (ui/room/place.js).
try {
  const { code } = JSON.parse(sessionStorage.getItem("explorer-room") ?? "{}")
  if (code && !asked.has("room") && !asked.has("embed")) {
    asked.set("room", code)
    history.replaceState(history.state, "", `?${asked}${location.hash}`)
  }
} catch {
  // no storage, or not ours: the page opens as it was asked for
}
let kept = ""
try {
  kept = localStorage.getItem(`stActiveTheme-${location.pathname}-v2`) ?? ""
} catch {
  // Some browsers refuse to be asked: all cookies blocked, or a frame in another site's page.
}
const dark = /dark/i.test(kept) || (!/light/i.test(kept) && matchMedia("(prefers-color-scheme: dark)").matches)
first.classList.toggle("dark", dark)
if (["embed", "present", "guide", "lesson"].some((name) => asked.has(name))) first.replaceChildren()
// A remote that is pressed while a step of a lesson is loading: the line of steps takes the keys, and forgets this (lesson.js).
if (asked.has("lesson")) {
  window.explorerPressed = []
  addEventListener("keydown", (event) => event.repeat || window.explorerPressed?.push(event))
}
const drawn = () => document.querySelector("#root h1, #root [data-testid=stAlert], #root [data-testid=stException]")
const watch = new MutationObserver(() => { if (drawn()) { first.remove(); watch.disconnect() } })
watch.observe(document.getElementById("root"), { childList: true, subtree: true })
