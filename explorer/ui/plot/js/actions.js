// The small actions under a picture that need no server: copy the page's link, save the picture, show it on the whole
// screen. The chart does the last two itself (chart.js). The buttons are plain HTML (explorer/ui/frame/panels.py); one
// listener for the whole page answers them all.

const STYLE = `
.explorer-actions { display: flex; flex-wrap: wrap; gap: .1rem .9rem; align-items: center; min-height: 1.75rem; font-size: .875rem; }
.explorer-actions button { all: unset; box-sizing: border-box; line-height: 1.5; padding: .15rem 0; color: var(--st-link-color, inherit); cursor: pointer; }
.explorer-actions button[hidden] { display: none; }
.explorer-actions button:hover { text-decoration: underline; }
.explorer-actions button:focus-visible { outline: 3px solid; outline-offset: 2px; }
`

/** @type {Record<string, (chart: Element | null, row: HTMLElement) => Promise<string>>} what a button does, and says then */
const ACTIONS = {
  link: async (_, row) => {
    const { address, guessed } = prepared(false)
    await copy(address)
    const whole = /** @type {HTMLElement | null} */ (row.querySelector("[data-act=whole]"))
    if (whole) whole.hidden = !guessed
    return guessed ? "Copied, without your guess" : "Copied"
  },
  whole: async () => {
    await copy(prepared(true).address)
    return "Copied, with your guess"
  },
  png: async (chart) => saved(chart, "png"),
  svg: async (chart) => saved(chart, "svg"),
  full: async (chart) => {
    chart?.dispatchEvent(new CustomEvent("explorer-full"))
    return ""
  },
}

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
  query.delete("view")
  for (const chart of /** @type {NodeListOf<any>} */ (document.querySelectorAll(".explorer-chart"))) {
    const view = chart.viewText?.()
    if (view) query.append("view", view)
  }
  const asked = query.toString()
  return { address: window.location.origin + pathname + (asked && `?${asked}`), guessed: guesses.length > 0 }
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
  const place = row.querySelector("[role=status]")
  if (!place) return
  place.textContent = said
  window.setTimeout(() => (place.textContent = ""), 3000)
}

if (!document.getElementById("explorer-actions")) {
  const full = document.fullscreenEnabled ? "" : ".explorer-actions [data-act=full] { display: none; }"
  document.head.append(Object.assign(document.createElement("style"), { id: "explorer-actions", textContent: STYLE + full }))
  document.addEventListener("click", answer)
  // In another page's frame: the link to the whole leads to what the frame shows now (navigation.py).
  document.addEventListener("click", (event) => {
    const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest?.(".explorer-whole"))
    if (link) link.href = prepared(false).address.replace(/([?&])embed=[^&]*&?/, "$1").replace(/[?&]$/, "")
  }, true)
}
