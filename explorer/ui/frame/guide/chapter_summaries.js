// The visitor's own line on each chapter, and a page with all of them and with what was done. They are stored in this
// browser (localStorage); a link to the page has them in its fragment (after #), which browsers send to no server. All of
// it is inserted as textContent.

import { isStill, keep, kept, node, received } from "../dom.js"
import { carriedOver } from "./carry_over_progress.js"
import { forOthers, offer, Refused, share } from "../copy_or_share_link.js"

const KEPT = "explorer-lines"
const PATH = "explorer-guide" // of guide.js
const SCORES = "explorer-games"
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
  const label = node("label", "", `If you like, in a line of your own: ${ask.question}`, root)
  const field = node("textarea", "", undefined, label, { maxlength: String(LONGEST) })
  field.value = line(kept(storage, KEPT)[ask.name])
  const compare = node("button", "", "Compare", root, { type: "button" })
  const answer = node("div", "", undefined, root, { "aria-live": "polite" })
  const write = () => keep(storage, KEPT, { ...kept(storage, KEPT), [ask.name]: field.value.trim() || undefined })
  field.addEventListener("input", write)
  // The panel may end above it.
  const reveal = () => answer.scrollIntoView({ block: "nearest", behavior: isStill() ? "auto" : "smooth" })
  compare.addEventListener("click", () => {
    answer.replaceChildren()
    if (!field.value.trim()) {
      node("p", "", "Write yours first: a line that is not quite right teaches more than a good one that is read.", answer)
      field.focus({ preventScroll: true })
      reveal()
      return
    }
    node("p", "", "Here are two good ones. What do they say that yours doesn’t? And what do you say better?", answer)
    for (const good of ask.good) node("blockquote", "", good, answer)
    reveal()
  })
  node("p", "quiet", "Your browser keeps it, nobody else. At the path’s end all your lines make a page.", root)
}

/** @param {Element} parent @param {string} words @param {{ name: string, href: string }[]} goals */
function drawFolded(parent, words, goals) {
  if (!goals.length) return
  const folded = node("details", "later", undefined, parent)
  node("summary", "", words, folded)
  const list = node("ul", "", undefined, folded)
  for (const { name, href } of goals)
    node("a", "", name, node("li", "", undefined, list), { href: href.startsWith("./") ? href : "./" })
}

/** @param {any} data */
const openSteps = (data) => {
  const { done = [] } = carriedOver(kept(storage, PATH), data.steps)
  return data.steps.filter((/** @type {any} */ step) => !done.includes(step.title))
}

/** @param {string} href of a step @returns {string} its link, to send: there nothing is answered yet (FRIEND of guide/__init__.py) */
const stepLink = (href) => forOthers(`${new URL(href, location.href)}&path=friend`)
const FIRST = "./?guide=1a"

/** How many of the first guesses that this browser keeps were right (guide.js). @param {{ title: string }[]} steps of the path as it is now */
function firstScore(steps) {
  const first = kept(storage, PATH).first ?? {}
  const guesses = steps.map(({ title }) => first[title]).filter((guess) => guess !== undefined)
  return { right: guesses.filter(Boolean).length, of: guesses.length }
}

/**
 * A button that gives words with a link to somebody.
 * @param {Element} root @param {string} name @param {() => [string, string]} what the words and the link
 * @param {string} note stands there until then
 */
function drawShare(root, name, what, note = "") {
  const give = node("button", "", name, root, { type: "button" })
  const said = node("p", "quiet", note, root, { "aria-live": "polite" })
  give.addEventListener("click", async () => {
    const told = await share(...what()).catch((error) => {
      if (error instanceof Refused) return offer(root, error.message)
      throw error
    })
    said.textContent = told || said.textContent
  })
}

/** @param {any} data @returns {string} "" without a right guess: nobody sends that */
function scoreText({ steps }) {
  const { right, of } = firstScore(steps)
  return right ? `${right} of ${of} guesses right the first time` : ""
}

/** @param {Element} root @param {any} data */
function drawPraise(root, data) {
  const open = openSteps(data).length
  const all = data.steps.length
  const behind = open ? `${all - open} of ${all} steps behind you` : `Well done! All ${all} steps are behind you`
  const score = scoreText(data)
  node("p", "", `${behind}.${score && ` ${score}.`}`, root)
  const words = `How does a language model read? I had ${score}. Now you: ${data.riddle}`
  // The step that opens with this riddle.
  if (score) drawShare(root, "Challenge a friend", () => [words, stepLink(FIRST)])
}

/** @param {Element} root */
function drawDone(root) {
  const scores = Object.values(kept(storage, SCORES))
  const told = scores.map((/** @type {any} */ { game, right, of }) => `${game} ${right} of ${of}`).join(", ")
  if (told) node("p", "", `Best scores: ${told}.`, root)
}

/** @param {Element} root @param {string} now the sentence that the page shows */
function drawChoice(root, now) {
  const texts = (kept(storage, PATH).texts ?? []).filter((/** @type {string} */ text) => text !== now)
  const goals = texts.map((/** @type {string} */ text) => ({ name: text, href: `./?${new URLSearchParams({ guide: "end", text })}` }))
  drawFolded(root, "Another sentence of yours", goals)
}

/** @param {Element} root @param {any} data @param {boolean} whole whether the link's lines could be read */
function drawStart(root, data, whole) {
  const walked = `Somebody walked a path of ${data.all.length} short chapters, and wrote`
  const damaged = "some lines. This link is damaged: they can’t be read from it."
  node("p", "", `${walked} ${whole ? "these lines." : damaged} Walk it too:`, root)
  node("a", "start", "Start the path →", root, { href: data.start.startsWith("./") ? data.start : "./" })
}

/** @param {Element} root @param {any} data */
function drawPage(root, data) {
  const brought = unpacked(location.hash)
  const lines = brought ?? kept(storage, KEPT)
  const written = data.all.filter((/** @type {any} */ each) => line(lines[each.name]))
  const unwritten = data.all.filter((/** @type {any} */ each) => !written.includes(each))
  if (brought || data.shared) drawStart(root, data, Boolean(brought))
  if (brought === undefined && data.shared) return
  if (written.length) drawLines(root, lines, written, Boolean(brought))
  if (brought) return
  const later = node("div", "progress", undefined, root)
  const open = openSteps(data)
  drawFolded(later, `Steps still open: ${open.length}`, open)
  drawFolded(
    later,
    `Lines still to write: ${unwritten.length} of ${data.all.length}`,
    unwritten.map((/** @type {any} */ { question, href }) => ({ name: question, href })),
  )
}

/** @param {Element} root @param {Record<string, string>} lines @param {any[]} written @param {boolean} brought */
function drawLines(root, lines, written, brought) {
  node("h3", "", brought ? "The lines" : "Your page", root)
  for (const { name, question, href } of written) {
    const head = node("h4", "", undefined, root)
    node("a", "", question, head, { href: href.startsWith("./") ? href : "./" })
    node("blockquote", "", line(lines[name]), root)
  }
  if (brought) return
  const print = node("button", "", "Print", root, { type: "button" })
  print.addEventListener("click", () => window.print())
  const own = Object.fromEntries(written.map((/** @type {any} */ { name }) => [name, line(lines[name])]))
  const link = () => `${location.origin}${location.pathname}?guide=end&shared=lines${MARK}${packed(own)}` // without one's own sentence
  drawShare(root, "Send a link to this page", () => ["How a model reads a text, in lines of my own:", link()], "The link holds the lines, no server does.")
}

/** @param {{ game: string, right: number, of: number }} score */
function keepScore(score) {
  const best = kept(storage, SCORES)
  if (score.right >= (best[score.game]?.right ?? 0)) keep(storage, SCORES, { ...best, [score.game]: score })
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
  if (data.score) keepScore(data.score)
  else if ("now" in data) drawChoice(root, data.now)
  else if (data.ask) drawField(root, data.ask)
  else if (data.start) drawPage(root, data)
  else if (unpacked(location.hash)) return // somebody else's
  else if (data.praise) drawPraise(root, data)
  else drawDone(node("div", "progress", undefined, root))
}
