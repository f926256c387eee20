// The one place that turns a refusal into an HTTP answer.
import type { Result } from '#base/result.ts'
import { refusalStatus, type ErrorBody, type Refusal } from '#platform/contract.ts'
import { plainHeaders, plainPage } from './plain-page.ts'
import { dataHeaders } from './security-headers.ts'

/** The part of fastify's reply that an answer needs, whatever schema its route has. */
export type Reply = {
  readonly request: { readonly headers: { readonly accept?: string | undefined } }
  code(status: number): unknown
  headers(values: Record<string, string>): unknown
  send(payload: unknown): unknown
}

/** Answers `value` with `status` (200), or the refusal with its own. The answer is sent when this returns. */
export function sendResult<R extends Reply, T>(reply: R, result: Result<T, Refusal>, status: number = 200): R {
  if (!result.ok) return sendRefusal(reply, result.error)
  reply.code(status)
  reply.send(result.value)
  return reply
}

/** Answers a refusal: JSON, or a small page where a browser shows it to a person. */
export function sendRefusal<R extends Reply>(reply: R, refusal: Refusal, headers: Record<string, string> = {}): R {
  reply.code(refusalStatus[refusal.error])
  reply.headers({ ...dataHeaders, ...challenge(refusal), ...headers })
  if (prefersHtml(reply.request.headers.accept)) {
    reply.headers({ ...plainHeaders, 'content-type': 'text/html; charset=utf-8' })
    reply.send(plainPage({ title: titleOf(refusal), reason: refusal.reason, hint: refusal.hint }))
  } else {
    reply.headers({ 'content-type': 'application/json; charset=utf-8' })
    reply.send(JSON.stringify(errorBody(refusal)))
  }
  return reply
}

export function errorBody(refusal: Refusal): ErrorBody {
  const { error, reason, hint, details, extra } = refusal
  return {
    ok: false,
    error,
    reason,
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details: [...details] }),
    ...extra,
  }
}

function challenge(refusal: Refusal): Record<string, string> {
  return refusalStatus[refusal.error] === 401 ? { 'www-authenticate': 'Bearer realm="orrery"' } : {}
}

/** Browsers name text/html first when a person opens an address; fetch and programs do not. */
function prefersHtml(accept: string | undefined): boolean {
  return accept !== undefined && /^\s*text\/html\b/i.test(accept)
}

function titleOf(refusal: Refusal): string {
  return refusal.error === 'unauthenticated' ? 'Please log in' : `Not possible: ${refusal.error.replaceAll('_', ' ')}`
}
