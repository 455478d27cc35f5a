// The visitor's own line on each chapter, and a page with all of them. They are stored in this browser (localStorage); a
// link has them in its fragment (after #), which browsers send to no server. All of it is inserted as textContent.

import { keep, kept, node, received } from "../dom.js"

const KEPT = "explorer-lines"
const LONGEST = 300
const MARK = "#lines="

const storage = () => localStorage

/** @param {unknown} text */
const line = (text) => (typeof text === "string" ? text.slice(0, LONGEST) : "")

/** @param {Record<string, string>} lines @returns {string} URL-safe characters */
export function packed(lines) {
  const bytes = new TextEncoder().encode(JSON.stringify(lines))
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")
}

/** @param {string} hash @returns {Record<string, string> | undefined} lines from a link; undefined without */
export function unpacked(hash) {
  if (!hash.startsWith(MARK)) return undefined
  try {
    const bytes = atob(hash.slice(MARK.length).replaceAll("-", "+").replaceAll("_", "/"))
    const found = JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (sign) => sign.charCodeAt(0))))
    return Object.fromEntries(Object.entries(found).map(([name, text]) => [name, line(text)]))
  } catch {
    return undefined
  }
}

/** @param {Element} root @param {any} ask */
function drawField(root, ask) {
  const label = node("label", "", `In a line of your own: ${ask.question}`, root)
  const field = node("textarea", "", undefined, label, { maxlength: String(LONGEST) })
  field.value = line(kept(storage, KEPT)[ask.name])
  const compare = node("button", "", "Compare", root, { type: "button" })
  const answer = node("div", "", undefined, root, { "aria-live": "polite" })
  const write = () => keep(storage, KEPT, { ...kept(storage, KEPT), [ask.name]: field.value.trim() || undefined })
  field.addEventListener("input", write)
  compare.addEventListener("click", () => {
    answer.replaceChildren()
    if (!field.value.trim()) {
      node("p", "", "Write yours first: a line that is not quite right teaches more than a good one that is read.", answer)
      field.focus()
      return
    }
    node("p", "", "Two that we find good. What has yours that they lack, and the other way round?", answer)
    for (const good of ask.good) node("blockquote", "", good, answer)
  })
  node("p", "quiet", "Your browser keeps it, nobody else. At the path’s end all your lines make a page.", root)
}

/** @param {Element} root @param {any[]} chapters */
function drawPage(root, chapters) {
  const brought = unpacked(location.hash)
  const lines = brought ?? kept(storage, KEPT)
  const written = chapters.filter((each) => line(lines[each.name]))
  node("h3", "", brought ? "Somebody’s lines, brought by this link" : "Your page", root)
  if (!written.length) {
    node("p", "", "You have written no line yet: each chapter asks for one at its end.", root)
    return
  }
  for (const { name, question, href } of written) {
    const head = node("h4", "", undefined, root)
    node("a", "", question, head, { href: href.startsWith("./") ? href : "./" })
    node("blockquote", "", line(lines[name]), root)
  }
  const print = node("button", "", "Print", root, { type: "button" })
  print.addEventListener("click", () => window.print())
  const copy = node("button", "", "Copy a link with these lines", root, { type: "button" })
  const said = node("p", "quiet", "The link holds your lines itself. They go to nobody but those you give it to.", root)
  said.setAttribute("aria-live", "polite")
  const own = Object.fromEntries(written.map(({ name }) => [name, line(lines[name])]))
  copy.addEventListener("click", async () => {
    const link = `${location.origin}${location.pathname}${location.search}${MARK}${packed(own)}`
    try {
      await navigator.clipboard.writeText(link)
      said.textContent = "Copied."
    } catch {
      said.textContent = link
    }
  })
}

/** @param {any} component */
export default function (component) {
  const { parentElement } = component
  const data = received(component.data)
  if (!data) return
  const drawing = JSON.stringify(data)
  const before = parentElement.querySelector(".lines")
  if (before?.drawing === drawing) return
  before?.remove()
  const root = node("div", "lines", undefined, parentElement)
  root.drawing = drawing
  if (data.ask) drawField(root, data.ask)
  else drawPage(root, data.all)
}
