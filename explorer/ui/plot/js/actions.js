// The small actions under a picture that need no server: copy the page's link, save the picture, show it on the whole
// screen. The chart does the last two itself (chart.js). The buttons are plain HTML (explorer/ui/frame/panels.py); one
// listener for the whole page answers them all.

const STYLE = `
.explorer-actions { display: flex; flex-wrap: wrap; gap: .1rem .9rem; align-items: center; min-height: 1.75rem; font-size: .875rem; }
.explorer-actions button { all: unset; box-sizing: border-box; line-height: 1.5; padding: .15rem 0; color: var(--st-link-color, inherit); cursor: pointer; }
.explorer-actions button[hidden] { display: none; }
.explorer-actions button:hover { text-decoration: underline; }
.explorer-actions button:focus-visible { outline: 3px solid; outline-offset: 2px; }
#explorer-address { display: none; }
@media print { #explorer-address { display: block; overflow-wrap: anywhere; font-size: .8rem; } }
`

/** @type {Record<string, (chart: Element | null, row: HTMLElement) => Promise<string>>} what a button does, and says then */
const ACTIONS = {
  link: async (_, row) => {
    const { address, guessed } = prepared(false)
    await copy(address)
    const whole = /** @type {HTMLElement | null} */ (row.querySelector("[data-act=whole]"))
    if (whole) whole.hidden = !guessed
    return (guessed ? "Copied, without your guess" : "Copied") + onlyHere()
  },
  whole: async () => {
    await copy(prepared(true).address)
    return `Copied, with your guess${onlyHere()}`
  },
  lesson: async () => addToLesson(prepared(false).address),
  paper: async () => {
    // The page Teach makes the sheet: the picture, the question, the address as a QR code. It lies beside every other page.
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

/** What is said of a link that leads every machine to itself (base_url.py names the same hosts). */
const onlyHere = () => (/^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname) ? "; this link works on this machine only" : "")

/**
 * The address of what is on the screen: with the window of each picture that was zoomed or turned, and with the visitor's
 * guesses only if asked for, since with them it shows the answers (layout.py names their boxes).
 * @param {boolean} whole
 */
function prepared(whole) {
  const { searchParams: query, pathname } = new URL(window.location.href)
  const boxes = [...document.querySelectorAll("[class*=_guess_box]")].flatMap((box) => [...box.classList])
  const guesses = boxes.map((name) => /^st-key-(.+)_guess_box$/.exec(name)?.[1] ?? "").filter((name) => query.has(name))
  if (!whole) guesses.forEach((name) => query.delete(name))
  for (const own of ["view", "lesson"]) query.delete(own) // which step of a lesson is the teacher's affair
  for (const chart of /** @type {NodeListOf<any>} */ (document.querySelectorAll(".explorer-chart"))) {
    const view = chart.viewText?.()
    if (view) query.append("view", view)
  }
  const asked = query.toString()
  return { address: window.location.origin + pathname + (asked && `?${asked}`), guessed: guesses.length > 0 }
}

/**
 * One more screen for the teacher's own lesson: this browser keeps it until the page Teach takes it (lesson_storage.js).
 * @param {string} address
 */
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

/** @param {string} text */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  // Without HTTPS, as in a school's own network, browsers offer the old way only.
  const field = Object.assign(document.createElement("textarea"), { value: text })
  document.body.append(field)
  field.select()
  document.execCommand("copy")
  field.remove()
}

/** @param {Event} event */
async function answer(event) {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest?.(".explorer-actions button"))
  const row = /** @type {HTMLElement | null} */ (button?.closest(".explorer-actions"))
  const act = ACTIONS[button?.dataset.act ?? ""]
  if (!row || !act) return
  const key = row.dataset.chart
  const chart = key ? document.querySelector(`.st-key-${CSS.escape(key)} .explorer-chart`) : null
  const said = await act(chart, row).catch(() => "That did not work in this browser.")
  const status = row.querySelector("[role=status]")
  if (!status) return
  status.textContent = said
  window.setTimeout(() => (status.textContent = ""), 3000)
}

const DOWNLOAD = "[data-testid=stDownloadButton] button"
const BEGINS = 500 // milliseconds within which a run begins that a field's last word asks for
let typing = false

/** @param {Event} event */
const download = (event) => /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest?.(DOWNLOAD))
const idle = () => document.querySelector("[data-testid=stApp]")?.getAttribute("data-test-script-state") === "notRunning"

/** A press of the mouse takes the focus from the field, whose text only then goes to the server. @param {Event} event */
function pressed(event) {
  typing = download(event) !== null && document.activeElement?.matches("textarea, input") === true
}

/** A file holds what the page shows: while that is being made anew, a click waits for it. @param {Event} event */
async function current(event) {
  const button = download(event)
  if (!button || !event.isTrusted || (idle() && !typing)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  const key = [...(button.closest("[class*=st-key-]")?.classList ?? [])].find((name) => name.startsWith("st-key-"))
  const until = Date.now() + (typing ? BEGINS : 0)
  typing = false
  const pause = () => new Promise((go) => window.setTimeout(go, 30))
  while (idle() && Date.now() < until) await pause()
  while (!idle()) await pause()
  await pause() // what the run sent last is on the page
  const now = /** @type {HTMLElement | null} */ (key ? document.querySelector(`.${CSS.escape(key)} button`) : null)
  const fresh = now ?? button
  fresh.click()
}

if (!document.getElementById("explorer-actions")) {
  const full = document.fullscreenEnabled ? "" : ".explorer-actions [data-act=full] { display: none; }"
  document.head.append(Object.assign(document.createElement("style"), { id: "explorer-actions", textContent: STYLE + full }))
  document.addEventListener("click", answer)
  document.addEventListener("pointerdown", pressed, true)
  document.addEventListener("click", current, true)
  // On paper the address stands at the end, so that a sheet leads back to its screen ("Print" gives it as a QR code too).
  window.addEventListener("beforeprint", () => {
    const sheet = document.getElementById("explorer-address") ?? document.createElement("p")
    Object.assign(sheet, { id: "explorer-address", textContent: prepared(false).address })
    document.body.append(sheet)
  })
  // In another page's frame: the link to the whole leads to what the frame shows now (navigation.py).
  document.addEventListener("click", (event) => {
    const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest?.(".explorer-whole"))
    if (link) link.href = prepared(false).address.replace(/([?&])embed=[^&]*&?/, "$1").replace(/[?&]$/, "")
  }, true)
}
