// Maps of one table side by side, computed in the browser or given, with a common selection.

import { isStill, node } from "../../frame/dom.js"
import { onThemeChange, root as address, themeOf } from "../../plot/js/streamlit_internals.js"
import { unpack } from "../../plot/js/unpack_figure.js"
import { paint } from "./map_canvas.js"
import { around, isArrow, onwards, under, written } from "./map_geometry.js"
import { runs } from "./run_maps.js"

const REACH = 16 // CSS pixels between the pointer and a hit dot

/** @param {any} root @param {any} data what explorer/ui/projection/comparing/browser_maps.py sends */
function build(root, data) {
  root.work?.end()
  root.replaceChildren()
  root.data = data
  const those = (/** @type {(kind: number) => boolean} */ are) => [...data.words.keys()].filter((i) => are(data.kind[i]))
  const marked = data.kinds.map((/** @type {any} */ kind, /** @type {number} */ at) => ({ ...kind, ids: those((own) => own === at) }))
  root.drawn = {
    words: data.words,
    kinds: marked,
    plain: those((own) => own < 0),
    colours: data.colours,
    near: data.near,
  }
  Object.assign(root, { chosen: -1, pinned: false, kind: -1 })
  const bar = node("div", "bar", undefined, root)
  const asked = data.panels.flatMap((/** @type {any} */ panel, /** @type {number} */ at) => (panel.method ? [{ ...panel, at }] : []))
  if (asked.length) controls(root, bar)
  const label = node("label", "find", "Find a word", bar)
  const find = /** @type {HTMLInputElement} */ (node("input", "", undefined, label))
  find.type = "search"
  find.maxLength = 60
  find.addEventListener("change", () => sought(root, find.value.trim()))
  const grid = node("div", "grid", undefined, root)
  root.panels = data.panels.map((/** @type {any} */ panel) => figure(root, grid, panel))
  legend(root, marked)
  root.said = node("p", "said", data.hint, root)
  root.said.setAttribute("aria-live", "polite")
  if (!asked.length) return
  const points = { rows: data.rows, count: data.rows.length / data.width, width: data.width, of: data.of }
  const hire = () => new Worker(`${address()}/app/static/${data.worker}`, { type: "module" })
  root.work = runs(asked, points, hire, {
    moved: (job, number) => moved(root, job, asked[number].at),
    ended: () => ended(root, asked),
    failed: (problem) => {
      root.now.textContent = problem
      root.go.textContent = "Go on"
    },
  })
  root.asked = asked
  root.work.start()
  progress(root)
}

/** @param {any} root @param {Element} bar */
function controls(root, bar) {
  root.go = node("button", "go", "Stop", bar)
  root.go.type = "button"
  root.go.addEventListener("click", () => {
    if (root.work.going()) root.work.stop()
    else if (root.work.done()) root.work.start()
    else root.work.resume()
    progress(root)
  })
  root.again = node("button", "again", "Again from the start", bar)
  root.again.type = "button"
  root.again.addEventListener("click", () => {
    root.work.start()
    for (const { at } of root.asked) root.panels[at].positions = root.data.panels[at].positions
    progress(root)
    drawAll(root)
  })
  root.now = node("span", "now", "", bar)
  root.now.setAttribute("role", "status")
}

/** @param {any} root @param {Element} grid @param {any} panel */
function figure(root, grid, panel) {
  const frame = node("figure", "", undefined, grid)
  node("figcaption", "", panel.title, frame)
  const canvas = /** @type {HTMLCanvasElement} */ (node("canvas", "", undefined, frame))
  canvas.tabIndex = 0
  canvas.setAttribute("role", "img")
  canvas.setAttribute("aria-label", `${panel.title}. ${root.data.label} Arrow keys go from word to word, Escape lets go.`)
  if (panel.axes) node("div", "axes", panel.axes, frame)
  const own = { canvas, positions: panel.positions, placed: new Float32Array(), at: 0 }
  const spot = (/** @type {MouseEvent} */ event) => {
    const box = canvas.getBoundingClientRect()
    return under(own.placed, event.clientX - box.left, event.clientY - box.top, REACH)
  }
  canvas.addEventListener("pointermove", (event) => {
    if (!root.pinned) select(root, spot(event), false)
  })
  canvas.addEventListener("pointerleave", () => {
    if (!root.pinned) select(root, -1, false)
  })
  canvas.addEventListener("click", (event) => {
    const found = spot(event)
    select(root, found, found >= 0)
  })
  canvas.addEventListener("keydown", (event) => {
    if (event.key === "Escape") select(root, -1, false)
    else if (isArrow(event.key)) {
      const first = under(own.placed, canvas.clientWidth / 2, canvas.clientHeight / 2, Infinity)
      select(root, root.chosen < 0 ? first : onwards(own.placed, root.chosen, event.key), true)
    } else return
    event.preventDefault()
    event.stopPropagation()
  })
  return own
}

/** @param {any} root @param {any[]} kinds */
function legend(root, kinds) {
  const list = node("div", "kinds", undefined, root)
  list.setAttribute("role", "group")
  list.setAttribute("aria-label", "Kinds of words: show one alone")
  root.buttons = kinds.map((kind, number) => {
    const button = /** @type {HTMLButtonElement} */ (node("button", "kind", undefined, list))
    button.type = "button"
    button.hidden = !kind.ids.length
    button.setAttribute("aria-pressed", "false")
    const sign = node("span", "sign", root.data.signs[kind.symbol], button)
    sign.style.color = kind.color
    sign.setAttribute("aria-hidden", "true")
    button.append(kind.name)
    button.addEventListener("click", () => {
      root.kind = root.kind === number ? -1 : number
      root.buttons.forEach((/** @type {Element} */ each, /** @type {number} */ at) => each.setAttribute("aria-pressed", String(at === root.kind)))
      select(root, -1, false)
    })
    return button
  })
}

/** @param {any} root @param {string} text */
function sought(root, text) {
  if (!text) return select(root, -1, false)
  const found = root.data.words.findIndex((/** @type {string} */ word) => word.toLowerCase() === text.toLowerCase())
  select(root, found, found >= 0)
  if (found < 0) root.said.textContent = `“${text}” is not among the ${root.data.words.length.toLocaleString("en")} words drawn.`
}

/** One selection for all maps. @param {any} root @param {number} word its number, −1 for none @param {boolean} pinned */
function select(root, word, pinned) {
  root.pinned = pinned
  if (word !== root.chosen || word < 0) {
    root.chosen = word
    root.dataset.chosen = word < 0 ? "" : root.data.words[word]
    say(root)
  }
  drawAll(root)
}

/** Sentence on the selected word's neighbours, in the table and in each map. @param {any} root */
function say(root) {
  const { data, chosen } = root
  if (chosen < 0) {
    root.said.textContent = data.hint
    return
  }
  const listed = (/** @type {Iterable<number>} */ ids) => [...ids].map((i) => data.words[i]).join(", ")
  const true5 = [...data.near[chosen]]
  const kind = data.kind[chosen] < 0 ? "" : ` (${data.kinds[data.kind[chosen]].name})`
  const maps = root.panels.map((/** @type {any} */ own, /** @type {number} */ at) => {
    const near = around(own.positions, chosen, true5.length)
    const both = near.filter((i) => true5.includes(i)).length
    return `Nearest in ${data.panels[at].title}: ${listed(near)} (${both} of ${true5.length})`
  })
  root.said.textContent = `${data.words[chosen]}${kind}. Nearest in all numbers: ${listed(true5)}. ${maps.join(". ")}.`
}

/** @param {any} root @param {any} job @param {number} at */
function moved(root, job, at) {
  if (!isStill() || job.iteration >= job.settings.total) {
    root.panels[at].positions = job.positions
    drawAll(root)
  }
  progress(root)
}

/** @param {any} root @param {any[]} asked */
function ended(root, asked) {
  const jobs = root.work.jobs()
  jobs.forEach((/** @type {any} */ job, /** @type {number} */ number) => {
    if (job.positions) root.panels[asked[number].at].positions = job.positions
  })
  drawAll(root)
  progress(root)
  if (root.chosen >= 0) say(root)
  if (jobs.some((/** @type {any} */ job) => !job.positions)) return
  root.component.setStateValue("maps", {
    key: root.data.key,
    steps: jobs.map((/** @type {any} */ job) => job.iteration),
    coordinates: jobs.map((/** @type {any} */ job) => written(job.positions)),
  })
}

/** @param {any} root */
function progress(root) {
  const jobs = root.work.jobs()
  const [going, done] = [root.work.going(), root.work.done()]
  const sum = (/** @type {string} */ name) => jobs.reduce((/** @type {number} */ all, /** @type {any} */ job) => all + job[name], 0)
  const total = jobs.reduce((/** @type {number} */ all, /** @type {any} */ job) => all + job.settings.total, 0)
  const text = `Iteration ${sum("iteration").toLocaleString("en")} of ${total.toLocaleString("en")}${done ? ": done" : going ? "" : ": stopped"}`
  root.now.textContent = text
  root.go.textContent = going ? "Stop" : "Go on"
  root.go.hidden = done
  root.dataset.state = done ? "done" : going ? "going" : "stopped"
}

/** Schedule a redraw of all maps for the next frame. @param {any} root */
function drawAll(root) {
  root.frame ??= requestAnimationFrame(() => {
    root.frame = undefined
    const theme = themeOf(root)
    const letter = 14 * root.data.scale
    for (const own of root.panels) {
      if (!own.canvas.clientWidth) continue
      own.placed = paint(own.canvas, own.positions, root.drawn, { chosen: root.chosen, kind: root.kind, theme, letter })
    }
  })
}

/** @param {import("../../plot/js/streamlit_internals.js").Component} component */
export default function (component) {
  const data = unpack(component.data)
  const { parentElement } = component
  /** @type {any} */
  let root = parentElement.querySelector(".ways")
  if (!root) {
    root = document.createElement("div")
    root.className = "ways"
    parentElement.append(root)
    root.watch = new ResizeObserver(() => root.panels && drawAll(root))
    root.watch.observe(root)
    root.unthemed = onThemeChange(root, () => drawAll(root))
  }
  root.component = component
  if (root.data?.key !== data.key) build(root, data)
  if (data.chosen && root.shown !== data.key + data.chosen) {
    root.shown = data.key + data.chosen
    select(root, data.words.indexOf(data.chosen), true)
  } else drawAll(root)
  return () => {
    setTimeout(() => {
      if (root.isConnected) return
      root.work?.end()
      root.watch.disconnect()
    }, 0)
  }
}
