// The small actions under a picture that need no server: copy the page's link, save the picture, show it on the whole
// screen. The chart does the last two itself (chart.js). The buttons are plain HTML (explorer/ui/frame/panels.py); one
// listener for the whole page answers them all.

const STYLE = `
.explorer-actions { display: flex; flex-wrap: wrap; gap: .1rem .9rem; align-items: center; min-height: 1.75rem; font-size: .875rem; }
.explorer-actions button { all: unset; box-sizing: border-box; line-height: 1.5; padding: .15rem 0; color: var(--st-link-color, inherit); cursor: pointer; }
.explorer-actions button:hover { text-decoration: underline; }
.explorer-actions button:focus-visible { outline: 3px solid; outline-offset: 2px; }
`

/** @type {Record<string, (chart: Element | null) => Promise<string>>} what a button does, and what it says then */
const ACTIONS = {
  link: async () => {
    await copy(window.location.href)
    return "Copied"
  },
  png: async (chart) => saved(chart, "png"),
  svg: async (chart) => saved(chart, "svg"),
  full: async (chart) => {
    chart?.dispatchEvent(new CustomEvent("explorer-full"))
    return ""
  },
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
  const said = await act(chart).catch(() => "That did not work in this browser.")
  const place = row.querySelector("[role=status]")
  if (!place) return
  place.textContent = said
  window.setTimeout(() => (place.textContent = ""), 3000)
}

if (!document.getElementById("explorer-actions")) {
  const full = document.fullscreenEnabled ? "" : ".explorer-actions [data-act=full] { display: none; }"
  document.head.append(Object.assign(document.createElement("style"), { id: "explorer-actions", textContent: STYLE + full }))
  document.addEventListener("click", answer)
}
