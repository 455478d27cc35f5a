// Where this browser sits in a room: its seat, or the teacher's secret. It is never in the address, which a projector shows
// and which is passed on. The tab keeps it (sessionStorage) for a reload; the browser (localStorage) for whoever closed
// the tab, for four hours at most: so long does a room last. Another tab takes it over only when no tab has it: two
// teacher's screens would pull the class to and fro, and two friends at one computer would share a guess.

import { keep, kept } from "../frame/dom.js"

/** @typedef {{ code?: string, secret?: string, seat?: string, until?: number, second?: boolean, alone?: boolean }} Membership */

/** Event of the window: this browser has forgotten its membership. */
export const FORGOTTEN = "explorer-room-forgotten"
const KEPT = "explorer-room"
const HOURS = 4
const PATIENCE = 250 // ms in which another tab of this browser says that it has the membership
const ofTab = () => sessionStorage
const ofBrowser = () => localStorage
const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel(KEPT) : undefined
let here = "" // the code of the room that this document is in
let who = "" // its seat, or the teacher's secret
let second = false // whether another tab had the membership of this browser when this one asked
/** @type {(() => void) | undefined} */
let taken

channel?.addEventListener("message", ({ data }) => {
  if (data.here) taken?.()
  else if (data.ask && data.ask === here && [undefined, who].includes(data.who)) channel.postMessage({ here })
})

/** The tab's own membership; {} where there is none. @returns {Membership} */
export const membershipOfTab = () => kept(ofTab, KEPT)

/** The browser's membership; {} where there is none, and where its four hours are over: then it is forgotten. */
export function lastMembership(now = Date.now()) {
  /** @type {Membership} */
  const membership = kept(ofBrowser, KEPT)
  if (membership.code && !(Number(membership.until) > now)) keep(ofBrowser, KEPT, undefined)
  return Number(membership.until) > now ? membership : {}
}

/** @param {Membership} membership */
const sits = ({ seat, secret }) => seat || secret || ""

/**
 * Whether no other tab of this browser is in this room now; with a membership, whether none has that one.
 * @param {string} code @param {Membership} [membership] @returns {Promise<boolean>}
 */
export function isFree(code, membership) {
  if (!channel) return Promise.resolve(true)
  return new Promise((resolve) => {
    taken = () => resolve(false)
    setTimeout(() => resolve(true), PATIENCE)
    channel.postMessage({ ask: code, who: membership && sits(membership) })
  })
}

/** The membership that this tab may take: its own, else the browser's, {} where another tab has it. @returns {Promise<Membership>} */
export async function membershipToTake() {
  /** @type {Membership} */
  const own = kept(ofTab, KEPT)
  const membership = own.code ? own : lastMembership()
  if (!membership.code) return {}
  const free = await isFree(membership.code, membership)
  // A second tab of this browser keeps its seat through a reload: then nobody else has it.
  second = own.second === true || !free
  if (!free && !own.second) return {}
  who = sits(membership)
  here = membership.code // from now on: what the server says to it may take seconds, in which another tab may ask
  return membership
}

/** This tab is in a room; true where it was not in this one before. @param {Membership} membership @returns {boolean} */
export function take(membership) {
  /** @type {Membership} */
  const before = kept(ofTab, KEPT)
  here = membership.code ?? ""
  who = sits(membership)
  keep(ofTab, KEPT, second ? { ...membership, second } : membership)
  const last = lastMembership()
  const same = last.code === membership.code && last.seat === membership.seat && last.secret === membership.secret
  if (!second && !same) keep(ofBrowser, KEPT, { ...membership, alone: undefined, until: Date.now() + HOURS * 3_600_000 })
  return before.code !== membership.code
}

/** Out of the room of this code, or the room has ended. @param {string} code */
export function forget(code) {
  here = ""
  keep(ofTab, KEPT, undefined)
  if (!second && lastMembership().code === code) keep(ofBrowser, KEPT, undefined)
  second = false
  dispatchEvent(new Event(FORGOTTEN))
}
