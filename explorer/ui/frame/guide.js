// The guide's own line: chapter, step, Back and Next (keys too), the list of steps, and the way out. Progress is kept in
// this browser (localStorage) and nowhere else; back.js reads it.

const KEPT = "explorer-guide"
const LOOK = 300 // ms between two looks at the address

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {}
  } catch {
    return {} // no storage, or not ours: the path works without it
  }
}

function keep(values) {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...kept(), ...values }))
  } catch {
    // Private windows may refuse: then progress lasts as long as the address.
  }
}

function node(tag, name, text, parent, attributes = {}) {
  const element = document.createElement(tag)
  if (name) element.className = name
  if (text) element.textContent = text
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  parent.append(element)
  return element
}

// The page that the address leads to belongs to this app: relative, so that it works below any path.
const here = (address) => (typeof address === "string" && address.startsWith("./") ? address : "./")

function drawSteps(root, data, done) {
  const list = node("details", "steps", undefined, root)
  node("summary", "", `${data.step} · all steps`, list)
  const items = node("ol", "", undefined, list)
  for (const place of data.places) {
    const item = node("li", "", undefined, items)
    const mark = done.includes(place.at) ? "✓ " : ""
    const link = node("a", "", `${mark}${place.at} ${place.title}`, item, { href: here(place.href) })
    if (place.at === data.at) link.setAttribute("aria-current", "step")
  }
}

function draw(root, data) {
  const open = root.querySelector("details")?.open
  root.replaceChildren()
  const done = kept().done ?? []
  const top = node("div", "top", undefined, root)
  node("span", "chapter", data.chapter, top)
  node("a", "leave", "Leave the path", top, { href: here(data.leave) })
  const bar = node("div", "bar", undefined, root, { "aria-hidden": "true" })
  for (const place of data.places) {
    const state = place.at === data.at ? "now" : done.includes(place.at) ? "done" : ""
    const first = place.at.endsWith(".1") ? " first" : ""
    node("span", `${state}${first}`, undefined, bar)
  }
  drawSteps(root, data, done)
  if (open) root.querySelector("details").open = true
  const row = node("nav", "row", undefined, root, { "aria-label": "Steps of the path" })
  if (data.back) node("a", "button", "← Back", row, { href: here(data.back), "data-go": "back" })
  const look = node("button", "button look", "Where to look", row, { type: "button" })
  look.addEventListener("click", () => show(data.mark))
  const next = data.last ? "Finish" : "Next →"
  node("a", `button next${data.finished ? " ready" : ""}`, next, row, { href: here(data.next), "data-go": "next" })
}

function show(mark) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches
  const target = mark && document.querySelector(`.st-key-${CSS.escape(mark)}`)
  target?.scrollIntoView({ block: "center", behavior: still ? "auto" : "smooth" })
}

// A key belongs to the path only where nothing that has the focus could want it.
const WANTED = ["input", "textarea", "select", "button", "summary", "[contenteditable]"]
  .concat(["slider", "option", "listbox", "combobox", "radio", "tab", "switch"].map((role) => `[role=${role}]`))
  .join(", ")

function isFree(event) {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false
  const focused = event.composedPath()[0]
  return !(focused instanceof Element && focused.closest(WANTED))
}

const KEYS = { ArrowRight: "next", PageDown: "next", ArrowLeft: "back", PageUp: "back" }

export default function (component) {
  const { parentElement, setTriggerValue } = component
  const data = component.data && JSON.parse(new TextDecoder().decode(component.data))
  let root = parentElement.querySelector(".guide")
  if (!root) root = node("div", "guide", undefined, parentElement)
  if (!data) return
  const place = data.places.find((each) => each.at === data.at)
  const done = new Set(kept().done ?? [])
  if (data.finished) done.add(data.at)
  keep({ at: data.at, title: place.title, href: place.href, done: [...done] })
  const drawing = JSON.stringify(data)
  if (root.drawing !== drawing) {
    root.drawing = drawing
    draw(root, data)
  }
  const press = (event) => {
    const go = KEYS[event.key]
    const link = go && isFree(event) && root.querySelector(`[data-go=${go}]`)
    if (!link) return
    event.preventDefault()
    link.click()
  }
  document.addEventListener("keydown", press)
  root.seen ??= location.search // once: this runs again whenever the step is drawn anew
  const watch = setInterval(() => {
    const calm = document.querySelector("[data-testid=stApp][data-test-script-state=notRunning]")
    if (location.search !== root.seen) {
      root.seen = location.search
      root.left = 2 // tell it twice: the first may overtake what changed the address
    }
    if (!root.left || !calm) return
    root.left -= 1
    setTriggerValue("moved", `${root.left}${root.seen}`)
  }, LOOK)
  return () => {
    document.removeEventListener("keydown", press)
    clearInterval(watch)
  }
}
