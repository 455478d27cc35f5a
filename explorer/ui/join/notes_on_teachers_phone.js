// The lesson on the teacher's phone, and in a second window of the presenting browser: elapsed time against the plan, what
// to say, what answers tell, the list of steps; on the phone each with a button to go on there, and buttons to present from
// this device, if the laptop is lost, and to end the room.

import { node } from "../frame/dom.js"
import { time } from "../frame/lesson/lesson_clock.js"
import { notesOf, PHONE } from "../frame/lesson/send_notes_to_phone.js"
import { addressOf, AT, GO, isLesson, read, SHOWN, write } from "../frame/lesson/lesson_in_browser_storage.js"
import { pages, turns } from "../frame/step_navigation_keys.js"
import { forget, lastMembership, take } from "../room/seat_storage.js"
import { ask } from "./room_requests.js"

/**
 * @param {any} root @param {any} notes {} where no lesson is presented
 * @param {((step: number) => void) | undefined} go @param {{ code: string, secret: string }} me the teacher's rights
 * @param {(words: string) => void} say
 */
export function drawNotes(root, { say: note, answers, number, at, titles, began, planned }, go, me, say) {
  const open = root.querySelector("details")?.open ?? false // it is drawn anew at each reply
  root.replaceChildren()
  if (!at) return
  node("p", "", `Step ${at} of ${titles.length} · ${time(Date.now() - began, planned[0], planned[1])}`, root)
  node("h2", "", titles[at - 1], root)
  if (note) node("p", "", note, root)
  if (number?.length) node("p", "", `✓ ${number[2]}`, root)
  const tells = (answers ?? []).filter((/** @type {any[]} */ [, tell]) => tell)
  if (tells.length) node("p", "first", "What you may hear, and what it tells", root)
  for (const [text, tell, right] of tells) {
    const line = node("p", "", undefined, root)
    node("strong", "", `${right ? "✓ " : ""}${text}`, line)
    line.append(`: ${tell}`)
  }
  const list = node("details", "steps", undefined, root)
  list.open = open
  node("summary", "", at < titles.length ? `All steps; next: ${titles[at]}` : "All steps; this is the last one", list)
  const steps = node("ol", "", undefined, list)
  titles.forEach((/** @type {string} */ title, /** @type {number} */ before) => {
    const item = node("li", "", `${title} `, steps)
    if (before + 1 === at) item.setAttribute("aria-current", "step")
    else if (go) node("button", "", "Go on here", item, { type: "button" }).addEventListener("click", () => go(before + 1))
  })
  if (!go) return
  const there = node("button", "", "Present from this device instead", list, { type: "button" })
  there.addEventListener("click", async () => {
    const found = await ask("lesson", me).catch((error) => say(error.message))
    if (!found) return
    const { shown } = found
    write(SHOWN, shown)
    write(AT, { plan: shown.plan, step: at, began })
    write(PHONE, { code: me.code }) // which goes on getting the notes
    take(me)
    const url = new URL(addressOf(shown, at))
    url.searchParams.set("room", me.code)
    location.assign(url)
  })
}

/**
 * The notes of the step that this browser presents in another tab, with the keys of a presenter's remote; without a room,
 * whose answers stand above, with the question and buttons.
 * @param {any} root
 */
export function followLesson(root) {
  const now = () => {
    const [shown, at] = [read(SHOWN), read(AT)]
    return isLesson(shown) ? notesOf(shown, at.plan === shown.plan ? at.step : 1, at.plan === shown.plan ? at.began : Date.now()) : undefined
  }
  const turn = (/** @type {number} */ by) => write(GO, { by, from: now()?.at, time: Date.now() })
  const [ask, notes, row] = [node("h1", "", "", root), node("section", "remote", undefined, root), node("div", "row presses", undefined, root)]
  for (const [by, words] of /** @type {[number, string][]} */ ([[-1, "← Back"], [1, "Next →"]]))
    node("button", "button", words, row, { type: "button" }).addEventListener("click", () => turn(by))
  const draw = () => {
    const found = now()
    ask.textContent = found ? found.question : "No lesson is presented in this browser."
    for (const each of [ask, row]) each.style.display = lastMembership().secret ? "none" : ""
    drawNotes(notes, found ?? {}, undefined, /** @type {any} */ ({}), () => {})
  }
  draw()
  setInterval(draw, 1000)
  addEventListener("storage", draw)
  addEventListener("keydown", (event) => {
    const by = pages(event) || turns(event)
    if (by) turn(by)
  })
}

/** The end of the room, which offers its results first. @param {any} root @param {{ code: string, secret: string }} me @param {(words: string) => void} say */
export function drawEnd(root, me, say) {
  const box = node("details", "", undefined, root)
  node("summary", "", "End the lesson", box)
  node("p", "", "Ending deletes the room with all guesses.", box)
  const files = node("p", "row", undefined, box)
  const label = node("label", "choice", undefined, box)
  const sure = node("input", "", undefined, label, { type: "checkbox" })
  node("span", "", "I have kept what I need", label)
  const end = node("button", "main", "End it now", box, { type: "button" })
  end.disabled = true
  sure.addEventListener("change", () => (end.disabled = !sure.checked))
  box.addEventListener("toggle", async () => {
    files.replaceChildren()
    if (!box.open) return
    const now = new Date()
    const day = new Date(now.getTime() - 60_000 * now.getTimezoneOffset()).toISOString().slice(0, 10)
    const results = await ask("results", { ...me, day, locale: navigator.language }).catch((error) => say(error.message))
    for (const [name, text] of Object.entries(results?.files ?? {})) {
      const href = URL.createObjectURL(new Blob([text], { type: name.endsWith("csv") ? "text/csv" : "text/html" }))
      node("a", "button", name.endsWith("csv") ? "Download the table" : "Download the report", files, { href, download: name })
    }
  })
  end.addEventListener("click", () =>
    ask("end", me).then(
      () => (forget(me.code), location.replace("join?ended=1")),
      (error) => say(error.message),
    ),
  )
}
