// Tokens as chips in a listbox: arrow keys move, Enter or Space selects. The visitor's text is inserted as textContent.

import { node } from "../frame/dom.js"

/** @param {any} piece @param {boolean} split @param {number} selected @param {Element} parent */
function chip(piece, split, selected, parent) {
  const element = node("div", `chip${split ? " split" : ""}`, undefined, parent)
  element.style.setProperty("--tint", piece.color)
  element.setAttribute("role", "option")
  element.setAttribute("aria-selected", String(piece.n === selected))
  element.setAttribute("aria-label", `token ${piece.n}: ${piece.label}, id ${piece.id}`)
  element.title = `token ${piece.n}\nid ${piece.id}\nbytes ${piece.bytes}`
  element.dataset.n = piece.n
  element.tabIndex = -1
  const text = node("span", "text", split ? piece.bytes : piece.label, element)
  text.dir = "auto"
  node("span", "id", String(piece.id), element)
  return element
}

/** @param {Element} root @param {any} data what explorer/ui/tokens/tokenized_text.py describes */
function draw(root, data) {
  root.replaceChildren()
  root.setAttribute("role", "listbox")
  root.setAttribute("aria-label", data.label)
  root.setAttribute("aria-orientation", "horizontal")
  for (const line of data.lines) {
    const row = node("div", "line", undefined, root)
    row.setAttribute("role", "presentation")
    if (line.name) node("span", "name", line.name, row)
    for (const group of line.groups) {
      if (group.pieces.length === 1) {
        chip(group.pieces[0], false, data.selected, row)
        continue
      }
      const box = node("div", "group", undefined, row)
      box.setAttribute("role", "presentation")
      const whole = node("span", "whole", group.text, box)
      whole.dir = "auto"
      const parts = node("div", "parts", undefined, box)
      parts.setAttribute("role", "presentation")
      for (const piece of group.pieces) chip(piece, true, data.selected, parts)
    }
    if (line.padding) node("span", "padding", `padding × ${line.padding}`, row)
  }
}

/** A projector's boxes, all in sight: as large as they may be with one line per text, else as large as they may be, else without words in split ones. @param {HTMLElement} root */
function fit(root) {
  const lines = [...root.querySelectorAll(".line")]
  const torn = () => lines.some(({ firstElementChild: first, lastElementChild: last }) =>
    first && last && first.getBoundingClientRect().bottom < last.getBoundingClientRect().top)
  const fits = () => {
    let whole = ""
    for (let size = 2.6; size > 0.95; size -= 0.1) {
      root.style.zoom = String(size)
      if (root.getBoundingClientRect().height > 0.76 * innerHeight) continue
      if (!torn()) return true
      whole ||= root.style.zoom
      if (size < 1.5) break
    }
    root.style.zoom = whole || "1"
    return Boolean(whole)
  }
  root.classList.add("fit")
  root.classList.remove("blocks")
  if (fits()) return
  root.classList.add("blocks")
  fits()
}

// Says the number of boxes where not all of them are in sight.
/** @param {any} root */
function watchRoom(root) {
  const watch = () => {
    if (getComputedStyle(root).getPropertyValue("--explorer-fit")) fit(root)
    root.classList.toggle("more", root.scrollHeight > root.clientHeight + 4)
  }
  new ResizeObserver(watch).observe(root)
  return watch
}

/** @param {Element} root */
function focusable(root) {
  const chips = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".chip")])
  const current = chips.find((chip) => chip.tabIndex === 0)
  return { chips, current }
}

/** @param {any} root */
function listen(root) {
  const pick = (/** @type {HTMLElement | null | undefined} */ chip) => chip && root.component.setTriggerValue("pick", Number(chip.dataset.n))
  root.addEventListener("click", (/** @type {any} */ event) => pick(event.target.closest(".chip")))
  root.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const { chips, current } = focusable(root)
    const at = current ? chips.indexOf(current) : 0
    /** @type {Record<string, number>} */
    const targets = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + 10, ArrowUp: at - 10, Home: 0, End: chips.length - 1 }
    const next = targets[event.key]
    if (next !== undefined) {
      event.preventDefault()
      const target = chips[Math.min(Math.max(next, 0), chips.length - 1)]
      if (current) current.tabIndex = -1
      target.tabIndex = 0
      target.focus()
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault()
      pick(current)
    }
  })
}

/** @param {import("../plot/js/streamlit_internals.js").Component} component */
export default function (component) {
  const { parentElement } = component
  if (!component.data) return
  const drawing = new TextDecoder().decode(component.data)
  let root = /** @type {any} */ (parentElement.querySelector(".strip"))
  if (!root) {
    root = document.createElement("div")
    root.className = "strip"
    parentElement.append(root)
    root.count = node("div", "count", undefined, parentElement)
    root.watch = watchRoom(root)
    listen(root)
  }
  root.component = component
  const focused = root.getRootNode().activeElement?.closest?.(".chip")?.dataset.n
  if (root.drawing === drawing) return
  const data = JSON.parse(drawing)
  root.drawing = drawing
  const scrolled = root.scrollTop
  draw(root, data)
  root.getRootNode().host.dataset.drawn = "" // the path's outline waits for it
  root.count.textContent = data.count
  root.watch()
  root.scrollTop = scrolled
  const { chips } = focusable(root)
  const home = chips.find((chip) => chip.dataset.n === (focused ?? String(data.selected))) ?? chips[0]
  if (!home) return
  home.tabIndex = 0
  const shown = root.getBoundingClientRect()
  const at = home.getBoundingClientRect()
  if (at.bottom > shown.bottom || at.top < shown.top) root.scrollTop += at.top - shown.top - 8
  if (focused !== undefined) home.focus()
}
