// Calls the service by its routes. A refusal is a value, never an exception.
import { err, ok, type Result } from '#base/result.ts'
import { addressOf, type Address, type AnswerOf, type Given, type RequestOf, type Route } from '#platform/route.ts'
import { changes } from './changes.ts'
import { exchange, readJson, textOf, type FileAnswer, type ExchangeAnswer } from './exchange.ts'
import { isRecord, readProblem, type Problem } from './problem.ts'

/** How a request is sent, beside what it says. */
export type Manner = {
  /** Lets the request outlive the page. */
  readonly keepalive?: boolean
  /** For what takes longer than an answer usually does. */
  readonly timeoutMs?: number
  /** Instead of the login's, for this request alone. */
  readonly token?: string
}

/** What a caller may give: the request of the route, and the manner in the same object. */
type Call<R extends Route> = Given<RequestOf<R> & Manner>

/**
 * Sends one request and resolves with the answer's JSON object, trusted to be of the route's type. Refuses with the
 * service's error body, with `unreachable` when no answer came. A 401 that a token earned drops that token.
 */
export async function call<R extends Route>(to: R, ...[given]: Call<R>): Promise<Result<AnswerOf<R>, Problem>> {
  const answer = await send(to, given)
  if (!answer.ok) return answer
  const body = readJson(answer.value.bytes)
  return isRecord(body) ? ok(body as AnswerOf<R>) : err(readProblem({ ...answer.value, body }))
}

/** As `call`, for a route that answers plain text. */
export async function callText<R extends Route<{ answer: string }>>(
  to: R,
  ...[given]: Call<R>
): Promise<Result<string, Problem>> {
  const answer = await send(to, given)
  return answer.ok ? ok(textOf(answer.value.bytes)) : answer
}

/** As `call`, for a route whose answer is a file or a part of one. */
export function callBytes<R extends Route<{ answer: string }>>(
  to: R,
  ...[given]: Call<R>
): Promise<Result<FileAnswer, Problem>> {
  return send(to, given)
}

type Said = Address & Manner & { readonly body?: unknown }

function send(to: Route, given: Said = {}): Promise<Result<ExchangeAnswer, Problem>> {
  const { params, query, ...sent } = given
  const answer = exchange(addressOf(to.path, { params, query }), { ...sent, method: to.method })
  return to.method === 'GET' || given.timeoutMs !== undefined ? answer : changes.follow(answer)
}
