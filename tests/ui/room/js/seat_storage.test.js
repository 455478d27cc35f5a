import assert from "node:assert/strict"
import { test } from "node:test"

/** A browser's storage. @param {Record<string, string>} held */
const storage = (held) => ({
  getItem: (/** @type {string} */ name) => held[name] ?? null,
  setItem: (/** @type {string} */ name, /** @type {string} */ value) => void (held[name] = value),
  removeItem: (/** @type {string} */ name) => void delete held[name],
})

/** @type {Line[]} */
const lines = []

/** What the tabs of a browser say to each other, which a busy one hears late; Node's own would keep the test from ending. */
class Line extends EventTarget {
  constructor() {
    super()
    lines.push(this)
  }

  /** @param {any} data */
  postMessage(data) {
    const hear = () => lines.filter((other) => other !== this).forEach((other) => other.dispatchEvent(message))
    const message = Object.assign(new Event("message"), { data })
    setTimeout(hear, 400)
  }
}

test("a teacher's tab about to come back is not overtaken by the next one", async () => {
  const text = JSON.stringify({ code: "ABCDEF", secret: "s", until: Date.now() + 60_000 })
  const browser = storage({ "explorer-room": text })
  const of = { localStorage: browser, sessionStorage: storage({ "explorer-room": text }), BroadcastChannel: Line }
  Object.assign(globalThis, of, { dispatchEvent: () => true })
  const module = "../../../../explorer/ui/room/seat_storage.js"
  const first = await import(`${module}?first`)
  const second = await import(`${module}?second`)
  assert.equal((await first.membershipToTake()).secret, "s") // its page is on its way from the server
  Object.assign(globalThis, { sessionStorage: storage({}) })
  assert.deepEqual(await second.membershipToTake(), { code: "ABCDEF", elsewhere: true })
  first.forget("ABCDEF")
  browser.setItem("explorer-room", text)
  assert.equal((await second.membershipToTake()).secret, "s")
})

test("all tabs of a browser have one seat", async () => {
  const browser = storage({ "explorer-room": JSON.stringify({ code: "ABCDEF", seat: "s", until: Date.now() + 60_000 }) })
  Object.assign(globalThis, { localStorage: browser, BroadcastChannel: Line, dispatchEvent: () => true })
  for (const tab of ["one", "two"]) {
    Object.assign(globalThis, { sessionStorage: storage({}) })
    const { membershipToTake, take, membershipOfTab } = await import(`../../../../explorer/ui/room/seat_storage.js?${tab}`)
    take(await membershipToTake())
    assert.equal(membershipOfTab().seat, "s")
  }
})
