// Progress of a quiz: marks of its questions, and replies in this browser's storage only.

import { keep, kept, node, received } from "../frame/dom.js"

const STORE = "explorer-quiz"
const MOST = 50 // stored quizzes; the oldest is evicted
/** @type {Record<string, [string, string]>} */
const SIGNS = { open: ["·", "not answered"], right: ["✓", "right"], wrong: ["✗", "not right"] }
const storage = () => localStorage

/** @param {string} name @param {Record<string, unknown>} replies */
function keepReplies(name, replies) {
  const others = { ...kept(storage, STORE) }
  delete others[name]
  const every = Object.entries(others).slice(1 - MOST)
  if (Object.keys(replies).length) every.push([name, replies])
  keep(storage, STORE, Object.fromEntries(every))
}

/** @param {Element} list @param {string[]} marks */
function draw(list, marks) {
  list.replaceChildren()
  marks.forEach((mark, index) => {
    const [sign, words] = SIGNS[mark]
    node("li", mark, `${index + 1} ${sign}`, list, { "aria-label": `Question ${index + 1}: ${words}` })
  })
}

/** @param {any} component */
export default function (component) {
  const { parentElement, setTriggerValue } = component
  const data = received(component.data)
  if (!data) return
  let list = parentElement.querySelector("ol")
  if (!list) {
    list = node("ol", "", undefined, parentElement, { "aria-label": "Progress" })
    list.cleared = data.cleared
  }
  draw(list, data.marks)
  const stored = kept(storage, STORE)[data.name] ?? {}
  const cleared = list.cleared !== data.cleared
  list.cleared = data.cleared
  const unknown = Object.keys(stored).some((number) => !(number in data.replies))
  if (unknown && !cleared && list.told !== data.name) {
    list.told = data.name // sent once per quiz
    setTriggerValue("kept", JSON.stringify({ name: data.name, replies: stored }))
    return
  }
  keepReplies(data.name, cleared ? data.replies : { ...stored, ...data.replies })
}
