// Calls a route of a service as any caller would, so that every rule of the route holds, and leaves the answer as its text.
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { err, ok, type Result } from '#base/result.ts'
import { agentHeader, errorBodySchema, refusalStatus, type Refusal, type RefusalCode } from '#platform/contract.ts'
import { addressOf, type Given, type RequestOf, type Route } from '#platform/route.ts'

export type AskRouteOptions = {
  /** Base URL of the service. */
  readonly url: () => string
  readonly token: string
}

/** Answers the body as text, or what the route refused. Rejects when the service does not answer. */
export type AskRoute = <R extends Route>(
  route: R,
  /** Told to the service as the agent that asks; null where none does. */
  who: string | null,
  ...given: Given<RequestOf<R>>
) => Promise<Result<string, Refusal>>

type Said = Parameters<typeof addressOf>[1] & { readonly body?: unknown }

/** A launch waits for tmux. */
const limitMs = 30_000

export function createAsk({ url, token }: AskRouteOptions): AskRoute {
  return async ({ method, path }, who, ...[given]) => {
    const said: Said = given ?? {}
    const payload = said.body === undefined ? null : JSON.stringify(said.body)
    const headers = {
      authorization: `Bearer ${token}`,
      ...(who === null ? {} : { [agentHeader]: who }),
      ...(payload === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
    }
    const target = new URL(addressOf(path, said), url())
    return new Promise((resolve, reject) => {
      const asked = request(target, { method, headers, agent: false, timeout: limitMs }, (incoming) => {
        const isGood = (incoming.statusCode ?? 500) < 300
        text(incoming).then((body) => resolve(isGood ? ok(body) : err(refusalOf(body))), reject)
      })
      asked.on('timeout', () => asked.destroy(new Error(`no answer within ${limitMs / 1000} s`)))
      asked.on('error', reject)
      asked.end(payload ?? undefined)
    })
  }
}

function refusalOf(body: string): Refusal {
  const parsed = errorBodySchema.safeParse(JSON.parse(body))
  if (!parsed.success) return { error: 'internal', reason: 'The service refused without a reason.' }
  const { error, reason, hint, details } = parsed.data
  return {
    error: isCode(error) ? error : 'internal',
    reason: [reason, ...(details ?? []).map((one) => `${one.field}: ${one.reason}`)].join(' '),
    ...(hint === undefined ? {} : { hint }),
  }
}

function isCode(error: string): error is RefusalCode {
  return error in refusalStatus
}
