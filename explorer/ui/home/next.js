// The next token as bars with percentages; a second, thinner bar where something was changed. The tokens are text only.

function node(tag, name, text, parent) {
  const element = document.createElement(tag)
  if (name) element.className = name
  if (text !== undefined) element.textContent = text
  parent.append(element)
  return element
}

function bar(kind, share, said, parent) {
  const line = node("div", `line ${kind}`, undefined, parent)
  const track = node("div", "track", undefined, line)
  const fill = node("div", "fill", undefined, track)
  fill.style.width = `${100 * share}%`
  node("span", "percent", said, line)
}

function draw(root, spec) {
  root.replaceChildren()
  if (spec.names.length > 1) {
    const legend = node("div", "legend", undefined, root)
    node("span", "key before", spec.names[0], legend)
    node("span", "key after", spec.names[1], legend)
  }
  const list = node("ol", "", undefined, root)
  list.setAttribute("aria-label", spec.label)
  for (const token of spec.tokens) {
    const item = node("li", token.came ? "came" : "", undefined, list)
    const name = node("span", "token", token.came ? `✓ ${token.label}` : token.label, item)
    name.dir = "auto"
    if (token.came) item.title = "what your text goes on with"
    const bars = node("div", "bars", undefined, item)
    token.shares.forEach((share, i) => {
      const kind = spec.names.length === 1 ? "only" : ["before", "after"][i]
      bar(kind, share / spec.most, token.said[i], bars)
    })
  }
}

export default function ({ data, parentElement }) {
  if (!data) return
  const text = new TextDecoder().decode(data)
  let root = parentElement.querySelector(".next")
  if (!root) {
    root = document.createElement("div")
    root.className = "next"
    parentElement.append(root)
  }
  if (root.drawing === text) return
  root.drawing = text
  draw(root, JSON.parse(text))
}
