// Asks again and again for what changes seldom: an answer that is known is not sent twice.
import { err, ok, type Result } from '#base/result.ts'
import { addressOf, type AnswerOf, type Route } from '#platform/route.ts'
import { exchange, readJson } from './exchange.ts'
import { isRecord, readProblem, type Problem } from './problem.ts'

/** An answer with the tag by which it is known. */
export type Tagged<A> = { readonly value: A; readonly tag: string | null }

/** Resolves with null while the answer is still the one that bears `tag`. */
export async function callIfChanged<R extends Route>(
  to: R,
  tag: string | null,
): Promise<Result<Tagged<AnswerOf<R>> | null, Problem>> {
  const answer = await exchange(addressOf(to.path, {}), { method: to.method, tag })
  if (!answer.ok) return answer
  if (answer.value.status === 304) return ok(null)
  const body = readJson(answer.value.bytes)
  if (!isRecord(body)) return err(readProblem({ ...answer.value, body }))
  return ok({ value: body as AnswerOf<R>, tag: answer.value.headers.get('etag') })
}
