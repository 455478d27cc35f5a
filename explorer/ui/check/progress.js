// The marks of a quiz, and its replies in this browser's storage alone: nobody else can read them.
const STORE = "explorer-quiz"
const MOST = 50 // quizzes kept; the oldest goes first
const SIGNS = { open: "·", right: "✓", wrong: "✗" }
const WORDS = { open: "not answered", right: "right", wrong: "not right" }

function kept() {
  try {
    return JSON.parse(localStorage.getItem(STORE)) ?? {}
  } catch {
    return {} // no storage, or not ours
  }
}

function keep(name, replies) {
  const others = { ...kept() }
  delete others[name]
  const every = Object.entries(others).slice(1 - MOST)
  if (Object.keys(replies).length) every.push([name, replies])
  try {
    localStorage.setItem(STORE, JSON.stringify(Object.fromEntries(every)))
  } catch {
    // private windows may have no storage: the session still knows
  }
}

function draw(list, marks) {
  list.replaceChildren(
    ...marks.map((mark, index) => {
      const item = document.createElement("li")
      item.className = mark
      item.textContent = `${index + 1} ${SIGNS[mark]}`
      item.setAttribute("aria-label", `Question ${index + 1}: ${WORDS[mark]}`)
      return item
    }),
  )
}

export default function (component) {
  const { parentElement, setTriggerValue } = component
  const data = component.data && JSON.parse(new TextDecoder().decode(component.data))
  if (!data) return
  let list = parentElement.querySelector("ol")
  if (!list) {
    list = document.createElement("ol")
    list.setAttribute("aria-label", "Progress")
    parentElement.append(list)
    list.cleared = data.cleared
  }
  draw(list, data.marks)
  const stored = kept()[data.name] ?? {}
  const cleared = list.cleared !== data.cleared
  list.cleared = data.cleared
  const unknown = Object.keys(stored).some((number) => !(number in data.replies))
  if (unknown && !cleared && list.told !== data.name) {
    list.told = data.name // once for each quiz: the server may not want all of it
    setTriggerValue("kept", JSON.stringify({ name: data.name, replies: stored }))
    return
  }
  keep(data.name, cleared ? data.replies : { ...stored, ...data.replies })
}
