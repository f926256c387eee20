// One request to the service and its answer, as bytes; the login's token travels as Bearer.
import { err, ok, type Result } from '#base/result.ts'
import type { Method } from '#platform/route.ts'
import { accessToken, dropToken } from '../auth/token.ts'
import { readProblem, unreachable, type Problem } from './problem.ts'

export type Sent = {
  readonly method?: Method
  readonly body?: unknown
  /** Lets the request outlive the page. */
  readonly keepalive?: boolean
  /** For what takes longer than an answer usually does. */
  readonly timeoutMs?: number
  /** Instead of the login's, for this request alone: the ACCESS_TOKEN that a person just typed. */
  readonly token?: string
  /** The tag of the answer that is known: while that is still the one, the answer is 304 without a body. */
  readonly tag?: string | null
}

export type ExchangeAnswer = FileAnswer & { readonly status: number; readonly requestId: string | null }

export type FileAnswer = { readonly bytes: Uint8Array<ArrayBuffer>; readonly headers: Headers }

/** Long enough for a launch on a busy machine, short enough that a hung service is noticed. */
const requestTimeoutMs = 20_000

/** Refuses with the service's error body, with `unreachable` when no answer came. */
export async function exchange(path: string, options: Sent): Promise<Result<ExchangeAnswer, Problem>> {
  const token = options.token ?? accessToken()
  const answer = await send(path, options, token)
  if (answer === null) return err(unreachable)
  if (answer.status === 401 && token !== null && options.token === undefined) dropToken(token)
  const isWell = (answer.status >= 200 && answer.status <= 299) || answer.status === 304
  if (!isWell) return err(readProblem({ ...answer, body: readJson(answer.bytes) }))
  return ok(answer)
}

async function send(path: string, options: Sent, token: string | null): Promise<ExchangeAnswer | null> {
  const headers = new Headers({ accept: 'application/json' })
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (options.body !== undefined) headers.set('content-type', 'application/json')
  if (options.tag != null) headers.set('if-none-match', options.tag)
  try {
    const response = await fetch(path, {
      method: options.method ?? 'GET',
      headers,
      body: options.body === undefined ? null : JSON.stringify(options.body),
      keepalive: options.keepalive ?? false,
      signal: AbortSignal.timeout(options.timeoutMs ?? requestTimeoutMs),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return {
      status: response.status,
      bytes,
      headers: response.headers,
      requestId: response.headers.get('x-request-id'),
    }
  } catch {
    // The network's own reason is not shown to pages; 'no answer' is all there is to say.
    return null
  }
}

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

export function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(bytes))
  } catch {
    // Proxies answer in HTML; `readProblem` makes a sentence of what is no JSON.
    return null
  }
}
