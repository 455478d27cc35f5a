// Links of the pipeline's stages with the current text, token, tokenizer and room from the URL at the time of the click;
// the server rendered the links earlier. The link to the path takes Home's text along.

const KEPT = ["text", "token", "encoding", "room"]

/** @param {Event} event */
function keep(event) {
  const target = event.target
  const link = target instanceof Element && target.closest(".explorer-rail a, a.h-start")
  if (!(link instanceof HTMLAnchorElement)) return
  const goal = new URL(link.href)
  const now = new URLSearchParams(location.search)
  if (link.matches(".h-start")) {
    const field = /** @type {HTMLInputElement | HTMLTextAreaElement | null} */ (
      document.querySelector(".st-key-text :is(input, textarea)")
    )
    const typed = (now.has("text") && field?.value) || ""
    /** @type {string[]} */
    const suggested = JSON.parse(link.dataset.suggested ?? "[]")
    // A suggestion becomes the visitor's own text when it is written on.
    if (typed && !suggested.some((text) => text.startsWith(typed.trimEnd()))) goal.searchParams.set("own", typed)
    else goal.searchParams.delete("own")
    link.href = goal.href
    return
  }
  for (const key of KEPT) {
    const value = now.get(key)
    if (value === null) goal.searchParams.delete(key)
    else goal.searchParams.set(key, value)
  }
  link.href = goal.href
}

for (const name of ["pointerdown", "keydown", "focusin"]) document.addEventListener(name, keep, true)
