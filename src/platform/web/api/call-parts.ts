// Calls a route whose long answer is read while it comes; apart, since few pages have one.
import { err, ok, type Result } from '#base/result.ts'
import { addressOf, type Address, type Route } from '#platform/route.ts'
import { accessToken, dropToken } from '../auth/token.ts'
import { readJson } from './exchange.ts'
import { createPartsReader, type AnswerPart } from './parts-reader.ts'
import { readProblem, unreachable, type Problem } from './problem.ts'

/** How a long answer is read while it comes. */
export type PartsTold<T> = {
  /** How many bytes follow a line. */
  readonly lengthAfter: (line: T) => number
  /** Lines are trusted to be of the type that the caller names. */
  readonly onParts: (parts: readonly AnswerPart<T>[]) => void
  readonly signal: AbortSignal
}

/**
 * Reads an answer of a JSON object a line, with bytes behind some of them, while it comes. Refuses with the service's error
 * body, with `unreachable` when no answer came or it broke off.
 */
export async function callParts<T>(
  to: Route<{ answer: string }>,
  given: Address,
  { lengthAfter, onParts, signal }: PartsTold<T>,
): Promise<Result<null, Problem>> {
  const answer = await exchangeStream(addressOf(to.path, given), signal)
  if (!answer.ok) return answer
  const read = createPartsReader(lengthAfter)
  try {
    for await (const bytes of answer.value) onParts(read(bytes))
    return ok(null)
  } catch {
    // It broke off: what came is told.
    return err(unreachable)
  }
}

/** As `exchange`, for an answer that is read while it comes: it may be long, and takes the time that it takes. */
async function exchangeStream(path: string, signal: AbortSignal): Promise<Result<ReadableStream<Uint8Array>, Problem>> {
  const token = accessToken()
  const headers = new Headers(token === null ? {} : { authorization: `Bearer ${token}` })
  try {
    const { ok: isWell, status, body, headers: said } = await fetch(path, { headers, signal })
    if (isWell && body !== null) return ok(body)
    if (status === 401 && token !== null) dropToken(token)
    const bytes = new Uint8Array(await new Response(body).arrayBuffer())
    return err(readProblem({ status, body: readJson(bytes), requestId: said.get('x-request-id') }))
  } catch {
    // The network's own reason is not shown to pages.
    return err(unreachable)
  }
}
