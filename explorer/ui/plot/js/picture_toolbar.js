// Client-side actions under a picture: copy the page's link, save the picture, show it in full screen. The chart does the
// last two (chart.js). The buttons are plain HTML (explorer/ui/frame/picture_toolbar.py), with one listener for the whole page.

import { copy, forOthers, offer, Refused, share, withWhere } from "../../frame/copy_or_share_link.js"
import { isCalm } from "../../frame/dom.js"

/** @type {Record<string, (chart: Element | null, row: HTMLElement, button: HTMLElement) => Promise<string>>} actions, which return a message */
const ACTIONS = {
  link: async (_, row) => {
    const { address, guessed } = prepared(false)
    await copy(forOthers(address))
    for (const more of /** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll("[data-act=whole], [data-act=frame]")))
      more.hidden = more.dataset.act === "whole" && !guessed
    return withWhere(guessed ? "Copied, without your guess" : "Copied")
  },
  whole: async () => {
    await copy(forOthers(prepared(true).address))
    return withWhere("Copied, with your guess")
  },
  frame: async () => {
    const address = forOthers(prepared(false).address)
    const inside = `${address}${address.includes("?") ? "&" : "?"}embed=true`
    const [frame, link, title] = [inside, address, document.querySelector("h1")?.textContent ?? ""].map(quoted)
    await copy(
      `<iframe src="${frame}" title="${title}" width="1000" height="620"></iframe>\n` +
        `<p><a href="${link}">Open in the Embedding Explorer: ${title}</a></p>`,
    )
    return withWhere("Copied, for your page’s HTML")
  },
  share: async (_, __, { dataset }) =>
    share(dataset.text ?? "", dataset.address ? new URL(dataset.address, document.baseURI).href : offPath(prepared(false).address)),
  lesson: async () => addToLesson(prepared(false).address),
  paper: async () => {
    // The page Teach, below the same base URL, makes the sheet: picture, question, and the URL as a QR code.
    const { address } = prepared(false)
    const folder = new URL(".", address).href
    window.open(`${folder}teach?${new URLSearchParams({ l_part: "Handout", screen: address })}`, "_blank")
    return "The sheet opens in a tab of its own."
  },
  png: async (chart) => saved(chart, "png"),
  svg: async (chart) => saved(chart, "svg"),
  full: async (chart) => {
    chart?.dispatchEvent(new CustomEvent("explorer-full"))
    return ""
  },
}

/**
 * URL of the current screen, with the view of each zoomed or rotated picture; the visitor's predictions only with
 * `whole`, since they reveal answers (layout.py names their boxes).
 * @param {boolean} whole
 */
function prepared(whole) {
  const { searchParams: query, pathname } = new URL(window.location.href)
  const boxes = [...document.querySelectorAll("[class*=_guess_box]")].flatMap((box) => [...box.classList])
  const guesses = boxes.map((name) => /^st-key-(.+)_guess_box$/.exec(name)?.[1] ?? "").filter((name) => query.has(name))
  if (!whole) guesses.forEach((name) => query.delete(name))
  if (query.has("path")) ["path", "own"].forEach((name) => query.delete(name)) // one's own way back to the path
  for (const own of ["view", "lesson"]) query.delete(own) // without the lesson's step
  for (const chart of /** @type {NodeListOf<any>} */ (document.querySelectorAll(".explorer-chart"))) {
    const view = chart.viewText?.()
    if (view) query.append("view", view)
  }
  const asked = query.toString()
  return { address: window.location.origin + pathname + (asked && `?${asked}`), guessed: guesses.length > 0 }
}

/** @param {string} text */
const quoted = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")

/** @param {string} address */
function offPath(address) {
  const url = new URL(address)
  for (const name of ["guide", "own"]) url.searchParams.delete(name)
  return url.href
}

/** Add a screen to the teacher's lesson: stored in this browser until the page Teach takes it (lesson_storage.js). @param {string} address */
function addToLesson(address) {
  const key = "explorer-lesson-added"
  try {
    const waiting = JSON.parse(localStorage.getItem(key) ?? "[]")
    const title = document.querySelector("h1")?.textContent ?? ""
    waiting.push({ id: `${Date.now()}-${waiting.length}`, address, title })
    localStorage.setItem(key, JSON.stringify(waiting))
    return `Added: ${waiting.length} to be found on the page Teach`
  } catch {
    return "This browser keeps nothing for this page: copy the link, and add it on the page Teach"
  }
}

/** @param {Element | null} chart @param {string} format */
function saved(chart, format) {
  chart?.dispatchEvent(new CustomEvent("explorer-save", { detail: format }))
  return chart ? "Saved" : "There is no picture yet."
}

/** @param {Event} event */
async function answer(event) {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest?.(".explorer-actions button"))
  const row = /** @type {HTMLElement | null} */ (button?.closest(".explorer-actions"))
  const act = ACTIONS[button?.dataset.act ?? ""]
  if (!button || !row || !act) return
  const key = row.dataset.chart
  const chart = key ? document.querySelector(`.st-key-${CSS.escape(key)} .explorer-chart`) : null
  row.querySelector("textarea")?.remove()
  const said = await act(chart, row, button).catch((error) =>
    error instanceof Refused ? offer(row, error.message) : "That did not work in this browser.",
  )
  const status = row.querySelector("[role=status]")
  if (!status) return
  status.textContent = said
  window.clearTimeout(Number(row.dataset.clears)) // else that of the click before empties this message early
  row.dataset.clears = String(window.setTimeout(() => (status.textContent = ""), 10_000))
}

const DOWNLOAD = "[data-testid=stDownloadButton] button"
const BEGINS = 500 // milliseconds until a run that a field's last change triggers has begun
let typing = false

/** @param {Event} event */
const download = (event) => /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest?.(DOWNLOAD))

/** A mouse press blurs the field, which only then sends its text to the server. @param {Event} event */
function pressed(event) {
  typing = download(event) !== null && document.activeElement?.matches("textarea, input") === true
}

/** A download must match the page: during a run, a click waits for its end. @param {Event} event */
async function current(event) {
  const button = download(event)
  if (!button || !event.isTrusted || (isCalm() && !typing)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  const key = [...(button.closest("[class*=st-key-]")?.classList ?? [])].find((name) => name.startsWith("st-key-"))
  const until = Date.now() + (typing ? BEGINS : 0)
  typing = false
  const pause = () => new Promise((go) => window.setTimeout(go, 30))
  while (isCalm() && Date.now() < until) await pause()
  while (!isCalm()) await pause()
  await pause() // until the end of the run is on the page
  const now = /** @type {HTMLElement | null} */ (key ? document.querySelector(`.${CSS.escape(key)} button`) : null)
  const fresh = now ?? button
  fresh.click()
}

if (!document.getElementById("explorer-actions")) {
  const full = document.fullscreenEnabled ? "" : ".explorer-actions [data-act=full] { display: none; }"
  document.head.append(Object.assign(document.createElement("style"), { id: "explorer-actions", textContent: full }))
  document.addEventListener("click", answer)
  document.addEventListener("pointerdown", pressed, true)
  document.addEventListener("click", current, true)
  // Printed pages end with the URL of their screen ("Print" also gives a QR code).
  window.addEventListener("beforeprint", () => {
    const sheet = document.getElementById("explorer-address") ?? document.createElement("p")
    Object.assign(sheet, { id: "explorer-address", textContent: forOthers(prepared(false).address) })
    document.body.append(sheet)
  })
  // In an embedding page: the link to the full app has the frame's current state (navigation.py).
  document.addEventListener("click", (event) => {
    const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest?.(".explorer-whole"))
    if (link) link.href = prepared(false).address.replace(/([?&])embed=[^&]*&?/, "$1").replace(/[?&]$/, "")
  }, true)
}
