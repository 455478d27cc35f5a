// Giving an address to somebody: to the clipboard, or on a phone to the apps that it shares with.

/** Warning about a link to localhost (the same hosts as in base_url.py). */
export const onlyHere = () =>
  /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname) ? "; this link works on this machine only" : ""

/** The browser does not let a page write to the clipboard; `message` is the text to copy by hand. */
export class Refused extends Error {}

/**
 * A field with what the browser does not copy.
 * @param {Element} parent @param {string} text
 * @returns {string} what to tell
 */
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
 * @param {string} address absolute
 * @returns {Promise<string>} what to tell, "" where the phone tells it
 */
export async function share(text, address) {
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    const told = await navigator.share({ text, url: address }).catch((error) => error.name)
    if (told === undefined || told === "AbortError") return "" // shared, or thought better of it
  }
  await copy(`${text}\n${address}`)
  return `Copied, to be pasted where you like${onlyHere()}`
}
