// Student screen: join, wait for the question, answer, see the result. Its content comes from the long poll `news`
// (student_screen_data.py); the seat is stored in the browser (seat_storage.js).

import { keep, kept, node } from "../frame/dom.js"
import { untilAsked } from "../room/until_asked.js"
import { forget, lastMembership, membershipOfTab, membershipToTake, take } from "../room/seat_storage.js"
import { ask, Refused } from "./room_requests.js"
import { drawMap } from "./class_map.js"
import { draw } from "./question_view.js"
import { look } from "./answer_review.js"
import { drawEnd, drawNotes, followLesson } from "./notes_on_teachers_phone.js"
import { has, remember, show as showMine } from "./own_answers.js"
import { SKETCH } from "./picture_sketch.js"

const PAUSES = [300, 1000, 2000, 4000] // ms before each retry of a lost connection
const IN = "Your answer is in. You can still change it."
const LATE = 30_000 // ms until a silent connection counts as lost: the server answers within 20 s
/** @type {any} */
const main = document.querySelector("#room")
/** @type {any} */
const status = document.querySelector("#said")
/** @type {any} */
const foot = document.querySelector("footer")
/** @type {{ code: string, seat: string } | undefined} */
let mine
let shown = { stamp: "", screen: /** @type {any} */ (undefined), result: /** @type {any} */ (null) }
/** Own answers, by question and round. @type {Map<string, any>} */
const given = new Map()
/** Pictures by their stamp. @type {Map<string, any>} */
const pictures = new Map()
/** @type {AbortController | undefined} */
let waiting
let entered = 0 // codes that were entered: a later one ends the tries of an earlier one
let last = Promise.resolve() // answers are sent one after the other, in order

/** @param {string} words */
function say(words) {
  if (status.textContent !== words) status.textContent = words
}

/** Link to the answers given so far, if there are any. */
function own() {
  if (has()) node("a", "button", "Your answers", foot, { href: mine ? `?room=${mine.code}&mine=1` : "?mine=1" })
}

/** The first screen: six letters. @param {string} typed @param {string} why */
function door(typed = "", why = "") {
  main.replaceChildren()
  foot.replaceChildren()
  const form = node("form", "", undefined, main)
  node("h1", "", "A class together", form)
  const label = node("label", "", undefined, form)
  node("p", "", "The six letters on the screen at the front", label)
  const field = node("input", "code", undefined, label, {
    autocapitalize: "characters", autocomplete: "off", spellcheck: "false", name: "room", value: typed,
  })
  node("button", "main", "Join", form)
  node("p", "", "No account, no name.", form)
  const { code } = lastMembership()
  if (code && !typed) node("button", "", `Back to room ${code}`, form, { type: "button" }).addEventListener("click", () => void enter(code))
  own()
  say(why)
  field.focus()
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault()
    void enter(field.value)
  })
}

/** Take a seat, or come back to it. @param {string} typed */
async function enter(typed) {
  if (!typed.trim()) return door("", "Type the six letters from the screen at the front.")
  const turn = ++entered
  say("Joining…")
  const code = (/[?&]room=([^&#\s]*)/.exec(typed)?.[1] ?? typed).toUpperCase().replace(/[^\p{L}\p{N}]/gu, "")
  const membership = await membershipToTake()
  if (membership.elsewhere && membership.code === code) return door("", `You teach in room ${code} in another tab.`)
  if (membership.secret && membership.code === code) return void location.assign(`./?room=${code}`)
  for (let tries = 0; ; tries++) {
    try {
      const before = [membership, kept(() => sessionStorage, LEFT)].find((one) => one.code === code)
      mine = await ask("seat", { code: typed, seat: before?.seat ?? "" })
      break
    } catch (error) {
      if (turn !== entered) return
      if (!(error instanceof Refused) || error.status === 503 || error.status === 429) {
        const again = error instanceof Refused && error.status === 429 ? " This page does so by itself." : ""
        say(error instanceof Refused ? error.message + again : "The line is broken. Trying again…")
        await pause(tries)
        if (turn !== entered) return
        continue
      }
      if (error.status === 404 && membership.code === code) forget(code)
      return door(typed, error.message)
    }
  }
  take(mine ?? {})
  history.replaceState(null, "", `?room=${mine?.code}`)
  shown = { stamp: "", screen: undefined, result: null }
  say("")
  void listen()
}

/** @param {number} tries @returns {Promise<void>} */
const pause = (tries) => new Promise((done) => setTimeout(done, PAUSES[Math.min(tries, PAUSES.length - 1)] * (0.7 + 0.6 * Math.random())))

/** Long polling until the room is left. */
async function listen() {
  const me = mine
  let [tries, broken, before] = [0, "", ""] // message on the lost connection, and the text that it replaced
  while (me && me === mine) {
    const asking = (waiting = new AbortController())
    const late = setTimeout(() => asking.abort(), LATE)
    try {
      // After a reconnect the server answers at once, so that the message is removed before the next change.
      const told = await ask("news", { ...me, known: tries ? "" : shown.stamp }, asking.signal)
      if (me !== mine) return
      if (broken && status.textContent === broken) say(before)
      tries = 0
      broken = ""
      hear(told)
    } catch (error) {
      if (me !== mine) return
      if (error instanceof Refused && error.status === 404) return farewell()
      if (error instanceof Refused && error.status === 403) return enter(me.code)
      if (tries++ && !document.hidden) {
        if (!broken || status.textContent !== broken) before = status.textContent
        say((broken = error instanceof Refused ? error.message : "The line is broken. Trying again…"))
      }
      await pause(tries)
    } finally {
      clearTimeout(late)
    }
  }
}

/** @param {any} told */
function hear({ stamp, screen, mine: answer, result }) {
  const { question } = screen
  if (question && answer !== null) given.set(`${question.key} ${question.round}`, answer)
  if (stamp === shown.stamp) return
  if (result && mine) remember(mine.code, screen, result)
  const before = shown.screen?.question
  const same = question?.key === before?.key && question?.round === before?.round && question?.revealed === before?.revealed && question?.closed === before?.closed
  shown = { stamp, screen, result }
  if (!same) say("")
  const answered = question && given.get(`${question.key} ${question.round}`)
  if (!same && answered !== undefined && question && !question.closed) say(IN)
  if (same && question?.map && !question.revealed) return drawMap(main.querySelector(".choices"), question, answered)
  show()
  if (!same) scrollTo(0, 0)
}

function show() {
  const { screen, result } = shown
  const { question } = screen
  main.replaceChildren()
  draw(main, screen, question && given.get(`${question.key} ${question.round}`), result, answer, picture)
  foot.replaceChildren()
  if (screen.link) node("a", "button", "Try it yourself", foot, { href: screen.link })
  own()
  node("span", "", `Room ${mine?.code}`, foot)
  const off = node("button", "", "Leave", foot, { type: "button" })
  off.addEventListener("click", () => (off.textContent === SURE ? leave() : (off.textContent = SURE)))
}

/** The picture in which a question is answered: asked for once, after the words are there. @param {any} question */
async function picture(question) {
  if (!pictures.has(question.picture)) {
    for (let tries = 0; tries < 4; tries++) {
      try {
        const { picture } = await ask("picture", { ...mine, question: question.key })
        pictures.set(question.picture, picture)
        break
      } catch (error) {
        if (error instanceof Refused && error.status !== 503) break
        await pause(tries)
      }
    }
  }
  return pictures.get(question.picture)
}

/** Give an answer to the question in sight. @param {any} value */
function answer(value) {
  const { question } = shown.screen
  const name = `${question.key} ${question.round}`
  last = last.then(() => hand(name, question, value))
}

/** @param {string} name @param {any} question @param {any} value */
async function hand(name, question, value) {
  for (let tries = 0; mine; tries++) {
    try {
      const taken = await ask("answer", { ...mine, question: question.key, round: question.round, value })
      given.set(name, taken.mine)
      tabs?.postMessage({ seat: mine.seat, name, value: taken.mine })
      if (question === shown.screen?.question && question.map) drawMap(main.querySelector(".choices"), question, taken.mine)
      return say(IN)
    } catch (error) {
      if (error instanceof Refused && error.status !== 503) return say(error.message)
      say("Your answer is not in yet. Trying again…")
      await pause(tries)
    }
  }
}

// All tabs of a browser have one seat, whose last answer counts: each shows that one.
const tabs = typeof BroadcastChannel === "function" ? new BroadcastChannel("explorer-answer") : undefined
tabs?.addEventListener("message", ({ data: { seat, name, value } }) => {
  if (seat !== mine?.seat) return
  given.set(name, value)
  const { question } = shown.screen ?? {}
  if (name !== `${question?.key} ${question?.round}` || question.closed) return
  show()
  say(IN)
})

/** Preview of a question that a teacher is writing: its data is in the URL, and no request is sent. */
function preview() {
  try {
    const question = JSON.parse(decodeURIComponent(location.hash.slice(1)))
    const bare = question.covered ? { lines: [], dots: [], words: [], marks: [] } : {}
    const sketch = async () => Object.assign(kept(() => localStorage, SKETCH), bare)
    draw(main, { question }, undefined, null, () => say("A preview: nothing is sent."), sketch)
  } catch {
    door()
  }
}

/** Who leaves a room that takes nobody in any more stays out of it, so it is asked. */
const SURE = "Leave the room?"
/** Key of the seat that was left in this tab: who comes back is not counted twice. */
const LEFT = "explorer-room-left"

function leave() {
  void ask("leave", mine).catch(() => {})
  keep(() => sessionStorage, LEFT, mine)
  out("You have left the room.")
}

/** @param {string} words */
function out(words) {
  forgetRoom()
  door("", words)
}

function forgetRoom() {
  const code = mine?.code ?? ""
  mine = undefined
  waiting?.abort()
  forget(code)
  history.replaceState(null, "", location.pathname)
}

/** After the end of the room. */
function farewell() {
  forgetRoom()
  main.replaceChildren()
  foot.replaceChildren()
  const lobby = node("section", "lobby", undefined, main)
  node("h1", "", "Good-bye!", lobby)
  node("p", "", "Your answers stay on this device.", lobby)
  own()
  node("button", "", "Join another room", foot, { type: "button" }).addEventListener("click", () => door())
  say("The room has ended. The server keeps nothing of it.")
}

// A phone that slept does not notice a lost connection.
document.addEventListener("visibilitychange", () => document.hidden || waiting?.abort())

/** The teacher's phone, which got its rights from the notes' window; stored for this tab. */
const PHONE = "explorer-room-phone"
const scanned = /^#teach=([A-Z]{6})\.([\w-]{1,40})$/.exec(location.hash)
const phone = scanned ? { code: scanned[1], secret: scanned[2] } : kept(() => sessionStorage, PHONE)
if (scanned) {
  keep(() => sessionStorage, PHONE, phone)
  history.replaceState(null, "", "?look=1")
}
const query = new URLSearchParams(location.search)
const code = query.get("room") ?? membershipOfTab().code
if (location.hash) preview()
else if (query.has("ended")) farewell()
else if (query.has("mine")) {
  showMine(main, () => location.assign(code ? `?room=${code}` : "join"))
  void untilAsked(() => {
    status.textContent = "A question is asked. "
    node("a", "button", "Back to the room", status, { href: `?room=${code}` })
  })
}
else if (query.has("look") && phone.secret) {
  const [answers, notes, end] = [0, 1, 2].map(() => node("section", "remote", undefined, main))
  drawEnd(end, phone, say)
  void look(answers, say, () => phone, {
    turns: true,
    heard(told, press) {
      if (told.ended) end.replaceChildren()
      drawNotes(notes, told.notes, (step) => press(`go ${step}`), phone, say)
    },
    end() {
      const box = end.querySelector("details")
      if (box) box.open = true
      box?.scrollIntoView()
    },
  })
} else if (query.has("look")) {
  const [answers, notes] = [0, 1].map(() => node("section", "remote", undefined, main))
  void look(answers, say, lastMembership, { turns: true })
  followLesson(notes)
}
else if (code) void enter(code)
else door()
