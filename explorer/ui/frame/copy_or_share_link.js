// Giving an address to somebody: to the clipboard, or on a phone to the apps that it shares with.

/** This machine's address in its network, if the page was opened as "localhost" (base_url.py). */
const networkHost = () =>
  /** @type {HTMLElement | null} */ (document.querySelector("[data-network-host]"))?.dataset.networkHost ?? ""

/** An address of this app as others can open it. @param {string} address absolute */
export function forOthers(address) {
  const url = new URL(address)
  if (url.host === location.host) url.hostname = networkHost() || url.hostname
  return url.href
}

/** Where a link for others leads, if the page was opened as "localhost". */
export function where() {
  if (networkHost()) return `It carries this machine’s address in the network, ${networkHost()}.`
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname) ? "It works on this machine only." : ""
}

/** A message on a link that was copied. @param {string} words */
export const withWhere = (words) => (where() ? `${words}. ${where()}` : words)

/** The browser does not let a page write to the clipboard; `message` is the text to copy by hand. */
export class Refused extends Error {}

/** A field with what the browser does not copy. @param {Element} parent @param {string} text @returns {string} what to tell */
export function offer(parent, text) {
  parent.querySelector("textarea")?.remove()
  const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true, rows: 3 })
  field.setAttribute("aria-label", "To copy")
  parent.append(field)
  field.select()
  return "Copy it from here:"
}

/** @param {string} text */
export async function copy(text) {
  const refused = () => {
    throw new Refused(text)
  }
  if (navigator.clipboard) return navigator.clipboard.writeText(text).catch(refused)
  // Without HTTPS, as in school networks, browsers have only execCommand.
  const field = Object.assign(document.createElement("textarea"), { value: text })
  document.body.append(field)
  field.select()
  const done = document.execCommand("copy")
  field.remove()
  if (!done) refused()
}

/**
 * Words with an address, as one sends them to a friend.
 * @param {string} text
 * @param {string} address absolute; others get it as they can open it
 * @returns {Promise<string>} what to tell, "" where the phone tells it
 */
export async function share(text, address) {
  const url = forOthers(address)
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    const told = await navigator.share({ text, url }).catch((error) => error.name)
    if (told === undefined || told === "AbortError") return "" // shared, or thought better of it
  }
  await copy(`${text}\n${url}`)
  return withWhere("Copied, to be pasted where you like")
}
