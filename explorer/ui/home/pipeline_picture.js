// The pipeline as a table: a column per token, a row per stage. The visitor's text is inserted as textContent. Vectors are
// bytes, one per number (0 is the lower end of the scale, 255 the upper), painted 16 per line.

import { anew, isStill, node } from "../frame/dom.js"

const RAMP = [[0, 11, 79, 138], [64, 111, 168, 214], [128, 247, 247, 247], [191, 242, 165, 74], [255, 179, 88, 6]]
const WIDE = 16

const COLOURS = Array.from({ length: 256 }, (_, value) => {
  const upper = Math.max(1, RAMP.findIndex(([at]) => at >= value))
  const [a, b] = [RAMP[upper - 1], RAMP[upper]]
  const share = (value - a[0]) / (b[0] - a[0])
  return [1, 2, 3].map((i) => Math.round(a[i] + (b[i] - a[i]) * share))
})

/** @param {Uint8Array} values @param {Element} parent */
function patch(values, parent) {
  const canvas = node("canvas", "patch", undefined, parent)
  canvas.width = WIDE
  canvas.height = values.length / WIDE
  canvas.setAttribute("aria-hidden", "true")
  const context = canvas.getContext("2d")
  const image = context.createImageData(canvas.width, canvas.height)
  values.forEach((value, i) => image.data.set([...COLOURS[value], 255], 4 * i))
  context.putImageData(image, 0, 0)
}

/** @typedef {(cell: Element, token: any, data: any) => void} Draw */

/** @type {Record<string, Draw>} */
const CELLS = {
  bytes: (cell, token) => node("code", "", token.bytes, cell),
  token: (cell, token, data) => {
    const chip = node("button", "chip", undefined, cell)
    const text = node("span", "text", token.label, chip)
    text.dir = "auto"
    chip.type = "button"
    chip.dataset.n = token.n
    chip.title = `${token.label}\nid ${token.id}`
    chip.setAttribute("aria-pressed", String(token.n === data.selected))
    chip.setAttribute("aria-label", `token ${token.n}: ${token.label}, id ${token.id}`)
  },
  id: (cell, token) => node("span", "", String(token.id), cell),
  row: (cell, token) => patch(token.row, cell),
  position: (cell, token) => {
    if (token.position === null) return void node("span", "none", "none", cell)
    patch(token.positions, cell)
    node("span", "small", `pos ${token.position}`, cell)
  },
  sum: (cell, token) => patch(token.sum, cell),
  look: (cell, token) => {
    const bar = node("div", "look", undefined, cell)
    bar.style.height = `${Math.round(token.look * 100)}%`
    node("span", "small", token.lookText, cell)
  },
}

/** @type {Record<string, Draw>} */
const GUESSED = {
  bytes: (cell, token) => node("code", "", token.bytes, cell),
  token: (cell, token) => {
    const text = node("span", "chip hidden text", token.label, cell)
    text.dir = "auto"
    text.title = `${token.label}\nid ${token.id}`
  },
  id: (cell, token) => node("span", "", String(token.id), cell),
  row: (cell) => node("span", "small", "kept from the model: can it guess?", cell),
}

/** @param {Element} root @param {any} data */
function draw(root, data) {
  root.replaceChildren()
  const table = node("table", "", undefined, root)
  node("caption", "", data.label, table)
  const body = node("tbody", "", undefined, table)
  for (const step of data.steps) {
    const line = node("tr", `step-${step.kind}`, undefined, body)
    const head = node("th", "", undefined, line)
    head.scope = "row"
    if (step.kind === "row") node("span", "table", undefined, head).setAttribute("aria-hidden", "true")
    node("span", "name", step.name, head)
    if (step.note) node("span", "small", step.note, head)
    if (step.kind === "text") {
      for (const { tokens, text } of data.characters) {
        const cell = node("td", text && "whole", undefined, line)
        cell.colSpan = tokens
        cell.style.setProperty("--span", String(tokens)) // on a phone, where no table lays the cells out
        if (text) node("span", "", text, cell).dir = "auto"
      }
      continue
    }
    for (const token of data.tokens) {
      const cell = node("td", token.n === data.selected ? "selected" : "", undefined, line)
      cell.style.setProperty("--tint", token.color)
      if (token.changed) cell.classList.add("changed")
      CELLS[step.kind](cell, token, data)
    }
    if (!data.hidden || !(step.kind in GUESSED)) continue
    const cell = node("td", "guess", undefined, line)
    cell.style.setProperty("--tint", data.hidden.color)
    if (step.kind === "row") cell.rowSpan = data.steps.length - data.steps.indexOf(step)
    GUESSED[step.kind](cell, data.hidden, data)
  }
}

// Animation: a row moves from the table to its column, then row and position merge into the sum. Only new columns are
// animated, and those whose token is pressed. The numbers below do not wait for it.
const FLY = 420
const LATER = 45 // ms from column to column
const MOST = 12 // animated columns in turn; the others go with the last

/** @param {any} root @param {number} from the first column that is new @param {number} to the one after the last */
function move(root, from, to = Infinity) {
  if (isStill()) return
  for (const n of cells(root, "sum").keys()) {
    if (n < from || n >= to) continue
    const delay = LATER * Math.min(n - from, MOST)
    fly(root, n, delay)
    add(root, n, delay + FLY)
  }
}

/** @param {any} root @param {string} kind @returns {any[]} */
const cells = (root, kind) => [...root.querySelectorAll(`.step-${kind} td:not(.guess)`)]

/** A row moves from the table to its column. @param {any} root @param {number} n @param {number} delay */
function fly(root, n, delay) {
  const table = root.querySelector(".table").getBoundingClientRect()
  const row = cells(root, "row")[n].querySelector(".patch"), at = row.getBoundingClientRect()
  const start = `translate(${table.x - at.x}px, ${table.y - at.y}px) scale(${table.width / at.width}, .1)`
  row.style.transformOrigin = "0 0"
  row.animate([{ transform: start }, { transform: "none" }], { duration: FLY, delay, easing: "ease-out", fill: "backwards" })
}

/** Row and position merge into the sum. @param {any} root @param {number} n @param {number} delay */
function add(root, n, delay) {
  const cell = cells(root, "sum")[n]
  const parts = ["row", "position"].map((kind) => cells(root, kind)[n].querySelector(".patch"))
  const sum = cell.querySelector(".patch")
  const timing = { duration: FLY, delay, easing: "ease-in-out", fill: "backwards" }
  sum.animate([{ opacity: 0.15 }, { opacity: 0.15, offset: 0.7 }, { opacity: 1 }], timing)
  for (const part of parts.filter(Boolean)) {
    const ghost = part.cloneNode()
    ghost.getContext("2d").drawImage(part, 0, 0)
    ghost.classList.add("ghost")
    cell.append(ghost)
    const high = part.parentElement.offsetTop - cell.offsetTop
    const path = [{ transform: `translateY(${high}px)`, opacity: 0 }, { opacity: 0.8, offset: 0.2 }, { transform: "none", opacity: 0.3 }]
    ghost.animate(path, timing).onfinish = () => ghost.remove()
  }
}

/** @param {any} root */
function listen(root) {
  root.addEventListener("click", (/** @type {any} */ event) => {
    const chip = event.target.closest(".chip")
    if (!chip) return
    const n = Number(chip.dataset.n)
    if (n === root.selected) move(root, n, n + 1) // for another token the server's answer triggers it
    root.component.setTriggerValue("pick", n)
  })
}

/** What the model does with the last vector, below the table: words and boxes. @param {any} root @param {any[]} lines */
function drawLines(root, lines) {
  root.below.replaceChildren()
  for (const line of lines) {
    const all = node("div", "line", undefined, root.below)
    const head = node("div", "", undefined, all)
    node("span", "name", line.name, head)
    node("span", "small", line.note, head)
    const what = node("div", "what", undefined, all)
    if (line.begins) node("b", "begins", line.begins, what).dir = "auto"
    for (const [n, { label, color, share }] of line.boxes.entries()) {
      const one = node("span", "one", undefined, what)
      const box = node("span", "box", label, one)
      box.dir = "auto"
      box.style.setProperty("--tint", color)
      box.style.setProperty("--n", n)
      if (share) node("span", "small", share, one)
    }
    if (line.goes_on) node("span", "", line.goes_on, what)
    if (line.past) node("span", "past", line.past, what)
    if (line.lacks) node("span", "small", line.lacks, what)
  }
}

const SCENE = 1000, SLOW = 2600 // ms of each line of the film, and of those whose numbers and notes are looked at
const WRITE = 220 // and of each box that is written
const SLOWLY = ".step-row, .step-position, .step-sum, .step-look"

/**
 * Play the picture as a film, line by line; with `lines` alone, those below the table. Without motion all stays in sight.
 * @param {any} root @param {any[]} scenes
 */
function play(root, scenes) {
  if (isStill()) return
  stop(root)
  root.scrollLeft = 0 // from the sentence's beginning to the token at its end, which looks back
  for (const scene of scenes) scene.classList.add("waiting")
  root.film.textContent = "Show all at once"
  // The page follows, unless one has scrolled away.
  const next = (/** @type {any} */ before) => {
    const scene = scenes.shift()
    if (!scene) return end(root)
    scene.classList.replace("waiting", "playing")
    if (!before || isInSight(before)) (scene.querySelector("th") ?? scene).scrollIntoView({ block: "nearest", behavior: "smooth" })
    if (scene.matches(".step-look")) root.scrollTo({ left: root.scrollWidth, behavior: "smooth" }) // to the token that looks back
    if (scene.matches(".step-row")) cells(root, "row").forEach((_, n) => fly(root, n, LATER * Math.min(n, MOST)))
    if (scene.matches(".step-sum")) cells(root, "sum").forEach((_, n) => add(root, n, LATER * Math.min(n, MOST)))
    root.playing = setTimeout(() => next(scene), (scene.matches(SLOWLY) ? SLOW : SCENE) + WRITE * scene.querySelectorAll(".box").length)
  }
  next(undefined)
}

/** @param {Element} element */
function isInSight(element) {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

/** Begin the film once its button has come into the upper part of the window. @param {any} root */
function playWhenSeen(root) {
  root.seen?.disconnect()
  root.seen = new IntersectionObserver((found) => {
    if (!found.some((each) => each.isIntersecting)) return
    root.seen.disconnect()
    play(root, scenes(root))
  }, { rootMargin: "0px 0px -35% 0px" })
  root.seen.observe(root.film)
}

/** @param {any} root */
const scenes = (root) => [...root.querySelectorAll("tr"), ...root.below.children]

/** @param {any} root */
function stop(root) {
  end(root)
  follow(root)
}

/** @param {any} root */
function end(root) {
  clearTimeout(root.playing)
  root.playing = 0
  for (const scene of scenes(root)) scene.classList.remove("waiting", "playing")
  root.film.textContent = "▶ Play it as a film"
}

/** The selected token's column stands in the middle, to follow one word down. @param {any} root @param {ScrollBehavior} behavior */
function follow(root, behavior = "instant") {
  const line = root.querySelector(".step-token")
  const [column, head] = [".selected", "th"].map((which) => /** @type {HTMLElement} */ (line.querySelector(which)))
  const names = head.offsetTop < column.offsetTop ? 0 : head.offsetWidth // on a phone they stand above
  root.scrollTo({ left: column.offsetLeft - names - (root.clientWidth - names - column.offsetWidth) / 2, behavior })
}

/** A line below the table where not all of its columns are in sight. @param {any} root @returns {() => void} ends it */
function watchWidth(root) {
  const observer = new ResizeObserver(() => {
    root.hint.hidden = root.scrollWidth <= root.clientWidth + 1
    if (root.film && !root.playing) follow(root)
  })
  observer.observe(root)
  return () => {
    observer.disconnect()
    root.seen?.disconnect()
    clearTimeout(root.playing)
  }
}

/** @param {any} component */
export default function (component) {
  const { data, parentElement } = component
  if (!data) return
  const text = new TextDecoder().decode(data)
  let root = parentElement.querySelector(".flow")
  if (!root) {
    root = node("div", "flow", undefined, parentElement, { role: "region", tabindex: "0" })
    root.hint = node("p", "hint", "Swipe or scroll sideways for the other tokens", parentElement)
    root.hint.hidden = true
    root.below = node("div", "lines", undefined, parentElement)
    listen(root)
  }
  root.component = component
  if (root.drawing === text) return
  root.drawing = text
  const spec = JSON.parse(text)
  const bytes = Uint8Array.from(atob(spec.numbers), (c) => c.charCodeAt(0))
  const D = spec.width
  spec.tokens.forEach((/** @type {any} */ token, /** @type {number} */ t) => {
    const part = (/** @type {number} */ k) => bytes.subarray((3 * t + k) * D, (3 * t + k + 1) * D)
    Object.assign(token, { row: part(0), positions: part(1), sum: part(2) })
  })
  const focused = root.getRootNode().activeElement?.dataset?.n
  const scrolled = root.scrollLeft
  root.setAttribute("aria-label", spec.label)
  root.classList.toggle("few", spec.tokens.length <= 8)
  const before = root.ids ?? []
  root.ids = spec.tokens.map((/** @type {any} */ token) => (token.changed ? `${token.id} changed` : `${token.id}`))
  draw(root, spec)
  const from = root.ids.findIndex((/** @type {string} */ id, /** @type {number} */ n) => id !== before[n])
  if (from >= 0 && !spec.lines.length) move(root, from)
  else if (root.selected !== spec.selected) move(root, spec.selected, spec.selected + 1)
  root.selected = spec.selected
  root.scrollLeft = scrolled
  const chosen = root.querySelector(`.chip[data-n="${spec.selected}"]`)
  if (chosen && chosen.offsetLeft + chosen.offsetWidth > root.scrollLeft + root.clientWidth) {
    root.scrollLeft = chosen.offsetLeft - root.clientWidth / 2
  }
  if (focused !== undefined) root.querySelector(`.chip[data-n="${focused}"]`)?.focus()
  const lines = JSON.stringify(spec.lines)
  const [fresh, again] = [root.lines !== lines, root.lines !== undefined && from < 0]
  root.lines = lines
  if (fresh) drawLines(root, spec.lines)
  if (spec.lines.length && !root.film) {
    root.film = node("button", "film", undefined, parentElement, { type: "button" })
    root.before(root.film)
    root.film.hidden = isStill()
    root.film.addEventListener("click", () => (root.playing ? stop(root) : play(root, scenes(root))))
    stop(root)
  }
  anew(root, () => watchWidth(root))
  if (!root.film || !(fresh || from >= 0)) return
  if (again) play(root, [...root.below.children].slice(1))
  else playWhenSeen(root)
}
