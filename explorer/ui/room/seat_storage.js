// Where this browser sits in a room: its seat, or the teacher's secret. It is never in the address, which a projector shows
// and which is passed on. The tab keeps it (sessionStorage) for a reload; the browser (localStorage) for whoever closed
// the tab, for four hours at most: so long does a room last. Another tab takes it over only when no tab has it: two
// teacher's screens would pull the class to and fro, and two friends at one computer would share a guess.

import { keep, kept } from "../frame/dom.js"

/** @typedef {{ code?: string, secret?: string, seat?: string, until?: number, second?: boolean, alone?: boolean }} Place */

/** Event of the window: this browser has forgotten its place. */
export const FORGOTTEN = "explorer-room-forgotten"
const KEPT = "explorer-room"
const HOURS = 4
const PATIENCE = 250 // ms in which another tab of this browser says that it has the place
const ofTab = () => sessionStorage
const ofBrowser = () => localStorage
const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel(KEPT) : undefined
let here = "" // the code of the room that this document is in
let who = "" // its seat, or the teacher's secret
let second = false // whether another tab had the place of this browser when this one asked
/** @type {(() => void) | undefined} */
let taken

channel?.addEventListener("message", ({ data }) => {
  if (data.here) taken?.()
  else if (data.ask && data.ask === here && [undefined, who].includes(data.who)) channel.postMessage({ here })
})

/** The tab's own place; {} where there is none. @returns {Place} */
export const placeOfTab = () => kept(ofTab, KEPT)

/** The browser's place; {} where there is none, and where its four hours are over: then it is forgotten. */
export function lastPlace(now = Date.now()) {
  /** @type {Place} */
  const place = kept(ofBrowser, KEPT)
  if (place.code && !(Number(place.until) > now)) keep(ofBrowser, KEPT, undefined)
  return Number(place.until) > now ? place : {}
}

/** @param {Place} place */
const sits = ({ seat, secret }) => seat || secret || ""

/**
 * Whether no other tab of this browser is in this room now; with a place, whether none has that one.
 * @param {string} code @param {Place} [place] @returns {Promise<boolean>}
 */
export function isFree(code, place) {
  if (!channel) return Promise.resolve(true)
  return new Promise((resolve) => {
    taken = () => resolve(false)
    setTimeout(() => resolve(true), PATIENCE)
    channel.postMessage({ ask: code, who: place && sits(place) })
  })
}

/** The place that this tab may take: its own, else the browser's, {} where another tab has it. @returns {Promise<Place>} */
export async function placeToTake() {
  /** @type {Place} */
  const own = kept(ofTab, KEPT)
  const place = own.code ? own : lastPlace()
  if (!place.code) return {}
  const free = await isFree(place.code, place)
  // A second tab of this browser keeps its seat through a reload: then nobody else has it.
  second = own.second === true || !free
  if (!free && !own.second) return {}
  who = sits(place)
  here = place.code // from now on: what the server says to it may take seconds, in which another tab may ask
  return place
}

/** This tab is in a room; true where it was not in this one before. @param {Place} place @returns {boolean} */
export function take(place) {
  /** @type {Place} */
  const before = kept(ofTab, KEPT)
  here = place.code ?? ""
  who = sits(place)
  keep(ofTab, KEPT, second ? { ...place, second } : place)
  const last = lastPlace()
  const same = last.code === place.code && last.seat === place.seat && last.secret === place.secret
  if (!second && !same) keep(ofBrowser, KEPT, { ...place, alone: undefined, until: Date.now() + HOURS * 3_600_000 })
  return before.code !== place.code
}

/** Out of the room of this code, or the room has ended. @param {string} code */
export function forget(code) {
  here = ""
  keep(ofTab, KEPT, undefined)
  if (!second && lastPlace().code === code) keep(ofBrowser, KEPT, undefined)
  second = false
  dispatchEvent(new Event(FORGOTTEN))
}
