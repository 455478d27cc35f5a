// In the sidebar, the way back to the path for those who have been on it: only their browser knows where (guide.js).
if (!window.explorerBack) {
  window.explorerBack = true
  const fill = () => {
    const place = document.querySelector(".explorer-way-back")
    if (!place || place.childElementCount) return
    let kept = {}
    try {
      kept = JSON.parse(localStorage.getItem("explorer-guide")) ?? {}
    } catch {
      // no storage, or not ours
    }
    if (typeof kept.href !== "string" || !kept.href.startsWith("./")) return
    const link = document.createElement("a")
    link.href = kept.href
    link.textContent = `Go on with the path: ${kept.at} ${kept.title ?? ""}`
    place.append(link)
  }
  new MutationObserver(fill).observe(document.body, { childList: true, subtree: true })
  fill()
}
