// The refusals that the HTTP layer itself gives.
import type { Refusal } from '#platform/contract.ts'
import { mostLevels } from './json-depth.ts'

export const stopping: Refusal = {
  error: 'stopping',
  reason: 'The service is stopping.',
  hint: 'Try again once it has started anew.',
}

export function notFound(target: string): Refusal {
  const path = target.split(/[?#]/, 1)[0] ?? ''
  return { error: 'not_found', reason: `There is nothing at ${path.slice(0, 200)}.` }
}

export function tooLarge(bytes: number): Refusal {
  return { error: 'too_large', reason: `The body is larger than ${Math.floor(bytes / 1024)} KiB.` }
}

export const notJson: Refusal = {
  error: 'unsupported_media_type',
  reason: 'The body is not application/json.',
  hint: 'Send JSON with `Content-Type: application/json`.',
}

export const encodedBody: Refusal = {
  error: 'unsupported_media_type',
  reason: 'The body is compressed, and the service takes plain bodies only.',
  hint: 'Send it without Content-Encoding.',
}

export const brokenJson: Refusal = { error: 'invalid_request', reason: 'The body is not valid JSON.' }
export const deepJson: Refusal = {
  error: 'invalid_request',
  reason: `The body nests deeper than ${mostLevels} levels.`,
  hint: 'Flatten it, or put the deep part into a string.',
}
export const emptyBody: Refusal = { error: 'invalid_request', reason: 'The body is empty; this needs a JSON object.' }
export const unexpectedBody: Refusal = { error: 'invalid_request', reason: 'This takes no body.' }
export const badTarget: Refusal = { error: 'invalid_request', reason: "The address of the request can't be decoded." }

/** A bug of ours: the caller learns an id to report, the log the rest. */
export function internal(requestId: string): Refusal {
  return {
    error: 'internal',
    reason: 'The service met an error of its own; the request may not have been carried out.',
    hint: `The service's log has more under the request id ${requestId}.`,
    extra: { request_id: requestId },
  }
}
