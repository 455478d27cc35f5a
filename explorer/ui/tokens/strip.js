// Tokens as chips. A listbox: arrow keys move, Enter or the space bar selects. The visitor's text is only ever textContent.

function node(tag, name, text, parent) {
  const element = document.createElement(tag)
  element.className = name
  if (text !== undefined) element.textContent = text
  parent.append(element)
  return element
}

function chip(piece, split, selected, parent) {
  const element = node("div", `chip tint${piece.n % 6}${split ? " split" : ""}`, undefined, parent)
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

function focusable(root) {
  const chips = [...root.querySelectorAll(".chip")]
  const current = chips.find((chip) => chip.tabIndex === 0)
  return { chips, current }
}

function listen(root) {
  const pick = (chip) => chip && root.component.setTriggerValue("pick", Number(chip.dataset.n))
  root.addEventListener("click", (event) => pick(event.target.closest(".chip")))
  root.addEventListener("keydown", (event) => {
    const { chips, current } = focusable(root)
    const at = chips.indexOf(current)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + 10, ArrowUp: at - 10, Home: 0, End: chips.length - 1 }[event.key]
    if (next !== undefined) {
      event.preventDefault()
      const target = chips[Math.min(Math.max(next, 0), chips.length - 1)]
      current.tabIndex = -1
      target.tabIndex = 0
      target.focus()
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault()
      pick(current)
    }
  })
}

// Half an emoji (a lone surrogate) can't be written as UTF-8: the server would drop the message and the page would wait
// for ever. So it becomes U+FFFD where it is typed, before Streamlit reads the field.
function mend(event) {
  const field = event.target
  if (typeof field.value !== "string" || field.value.isWellFormed?.() !== false) return
  const at = field.selectionStart
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, field.value.toWellFormed())
  field.setSelectionRange(at, at)
}

export default function (component) {
  document.addEventListener("input", mend, true) // adding the same function again changes nothing
  const { data, parentElement } = component
  if (!data) return
  let root = parentElement.querySelector(".strip")
  if (!root) {
    root = document.createElement("div")
    root.className = "strip"
    parentElement.append(root)
    listen(root)
  }
  root.component = component
  const focused = root.getRootNode().activeElement?.closest?.(".chip")?.dataset.n
  const drawing = JSON.stringify(data)
  if (root.drawing === drawing) return
  root.drawing = drawing
  const scrolled = root.scrollTop
  draw(root, data)
  root.scrollTop = scrolled
  const chips = [...root.querySelectorAll(".chip")]
  const home = chips.find((chip) => chip.dataset.n === (focused ?? String(data.selected))) ?? chips[0]
  if (!home) return
  home.tabIndex = 0
  const shown = root.getBoundingClientRect()
  const at = home.getBoundingClientRect()
  if (at.bottom > shown.bottom || at.top < shown.top) root.scrollTop += at.top - shown.top - 8
  if (focused !== undefined) home.focus()
}
