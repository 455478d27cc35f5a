// Requests of the student screen: JSON by POST, below its own URL.

/** A refused request: HTTP status and reason. */
export class Refused extends Error {
  /** @param {number} status @param {string} words */
  constructor(status, words) {
    super(words)
    this.status = status
  }
}

/** @param {string} what "seat", "news", "picture", "answer" or "leave" @param {any} told @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function ask(what, told, signal) {
  const how = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(told), signal }
  const reply = await fetch(`join/${what}`, how)
  if (reply.ok) return reply.json()
  const { error } = await reply.json().catch(() => ({}))
  if (typeof error !== "string") throw new Error(`${reply.status}`) // an error page of a proxy
  throw new Refused(reply.status, error)
}
