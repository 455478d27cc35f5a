// Membership of this browser in a room: its seat, or the teacher's secret. It is never in the URL, which is projected and
// shared. The tab stores it (sessionStorage) for a reload; the browser (localStorage) for a reopened tab, for at most four
// hours, the lifetime of a room. All tabs of a browser have one seat. The teacher's secret is taken over only if no open
// tab has it: two teacher's screens would move the class back and forth.

import { keep, kept } from "../frame/dom.js"

/** @typedef {{ code?: string, secret?: string, screen?: string, seat?: string, until?: number, elsewhere?: boolean }} Membership */

/** Event of the window: this browser has deleted its membership. */
export const FORGOTTEN = "explorer-room-forgotten"
const KEPT = "explorer-room"
const HOURS = 4
// ms for another tab of this browser to answer that it has the membership: a tab that draws, or is in the background,
// answers late. A reloaded tab waits less: only a copy of it could have its membership.
const PATIENCE = 2000
const RELOADED = 250
const ofTab = () => sessionStorage
const ofBrowser = () => localStorage
const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel(KEPT) : undefined
let teaches = "" // code of the room in which this document is the teacher's
/** @type {Set<() => void>} */
const waiting = new Set()

channel?.addEventListener("message", ({ data }) => {
  if (data.here) for (const taken of waiting) taken()
  else if (data.ask && data.ask === teaches) channel.postMessage({ here: teaches })
})

/** The tab's own membership; {} where there is none. @returns {Membership} */
export const membershipOfTab = () => kept(ofTab, KEPT)

/** The browser's membership; {} without one. An expired one is deleted. */
export function lastMembership(now = Date.now()) {
  /** @type {Membership} */
  const membership = kept(ofBrowser, KEPT)
  if (membership.code && !(Number(membership.until) > now)) keep(ofBrowser, KEPT, undefined)
  return Number(membership.until) > now ? membership : {}
}

/** Whether no other tab of this browser teaches in this room. @param {string} code @param {number} [patience] @returns {Promise<boolean>} */
export function isFree(code, patience = PATIENCE) {
  if (!channel) return Promise.resolve(true)
  return new Promise((resolve) => {
    const taken = () => resolve(false)
    waiting.add(taken)
    setTimeout(() => resolve(waiting.delete(taken)), patience)
    channel.postMessage({ ask: code })
  })
}

/** The membership that this tab may take: its own, else the browser's; only its code where another tab teaches. @returns {Promise<Membership>} */
export async function membershipToTake() {
  /** @type {Membership} */
  const own = kept(ofTab, KEPT)
  const membership = own.code ? own : lastMembership()
  const { code, secret } = membership
  if (!code || !secret) return membership
  if (!(await isFree(code, own.code ? RELOADED : PATIENCE))) return { code, elsewhere: true }
  teaches = code // set before the server's answer, which may take seconds, in which another tab may ask
  return membership
}

/** This tab is in a room. @param {Membership} membership */
export function take(membership) {
  teaches = membership.secret ? (membership.code ?? "") : ""
  keep(ofTab, KEPT, membership)
  const last = lastMembership()
  const same = last.code === membership.code && last.seat === membership.seat && last.secret === membership.secret
  if (!same) keep(ofBrowser, KEPT, { ...membership, until: Date.now() + HOURS * 3_600_000 })
}

/** Out of the room of this code, or the room has ended. @param {string} code */
export function forget(code) {
  teaches = ""
  keep(ofTab, KEPT, undefined)
  if (lastMembership().code === code) keep(ofBrowser, KEPT, undefined)
  dispatchEvent(new Event(FORGOTTEN))
}
