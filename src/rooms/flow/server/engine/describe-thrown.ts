// Whatever a body threw, in words: an Error or anything else that JavaScript lets one throw.
import { cutText } from '#base/cut-text.ts'

/** A message is for a person; what is longer is in the output. */
const longest = 4000

export type Described = { readonly error: string; readonly stack: string | null }

export function describeThrown(thrown: unknown): Described {
  if (thrown instanceof Error) {
    const message = thrown.message.trim() === '' ? `${thrown.name} without a message` : thrown.message
    return { error: cut(withCause(message, thrown.cause)), stack: thrown.stack ?? null }
  }
  return { error: cut(`The step threw ${inWords(thrown)}, which is no Error.`), stack: null }
}

function withCause(message: string, cause: unknown): string {
  return cause instanceof Error && cause.message !== '' ? `${message} (${cause.message})` : message
}

function inWords(thrown: unknown): string {
  if (thrown === null || thrown === undefined) return String(thrown)
  if (typeof thrown === 'string') return `the text ${JSON.stringify(thrown)}`
  if (typeof thrown === 'object') return asJson(thrown)
  if (typeof thrown === 'number' || typeof thrown === 'boolean' || typeof thrown === 'bigint') return String(thrown)
  return `a ${typeof thrown}`
}

/** An object may refuse: a cycle, a toJSON that throws. */
function asJson(thrown: object): string {
  try {
    return `the object ${JSON.stringify(thrown)}`
  } catch {
    return 'an object that cannot be shown'
  }
}

function cut(text: string): string {
  return text.length <= longest ? text.toWellFormed() : `${cutText(text, longest).toWellFormed()}…`
}
