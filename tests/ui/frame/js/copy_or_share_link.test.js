import assert from "node:assert/strict"
import { test } from "node:test"

const opened = { hostname: "localhost", host: "localhost:8501" }
/** @type {any} */
let mark = null
Object.assign(globalThis, { location: opened, document: { querySelector: () => mark } })
const { forOthers, where } = await import("../../../../explorer/ui/frame/copy_or_share_link.js")
const LINK = "http://localhost:8501/teach?screen=http%3A%2F%2Flocalhost%3A8501%2F#teach=A.b"

test("a link for others carries the network address if the server named one, and says so", () => {
  assert.equal(forOthers(LINK), LINK)
  assert.match(where(), /machine only/)
  mark = { dataset: { networkHost: "10.0.0.7" } }
  assert.equal(forOthers(LINK), LINK.replace("localhost:8501/teach", "10.0.0.7:8501/teach"))
  assert.equal(forOthers("https://elsewhere.org/"), "https://elsewhere.org/")
  assert.match(where(), /10\.0\.0\.7/)
})

test("a page with a real host name adds nothing", () => {
  mark = null
  Object.assign(opened, { hostname: "explorer.school", host: "explorer.school" })
  assert.equal(where(), "")
  assert.equal(forOthers("https://explorer.school/teach"), "https://explorer.school/teach")
})
