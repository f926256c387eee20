// Calls a route whose long answer is read while it comes; apart, since few pages have one.
import { err, ok, type Result } from '#base/result.ts'
import { addressOf, type Address, type Route } from '#platform/route.ts'
import { accessToken, dropToken } from '../auth/token.ts'
import { readJson } from './exchange.ts'
import { readProblem, unreachable, type Problem } from './problem.ts'

/** What is told of a long answer while it comes. */
export type LinesTold<T> = {
  /** Trusted to be of the route's type. */
  readonly onLines: (lines: readonly T[]) => void
  readonly signal: AbortSignal
}

/**
 * Reads an answer of a JSON object a line while it comes, some lines at a time. Refuses with the service's error body, with
 * `unreachable` when no answer came or it broke off.
 */
export async function callLines<T>(
  to: Route<{ answer: string }>,
  given: Address,
  { onLines, signal }: LinesTold<T>,
): Promise<Result<null, Problem>> {
  const answer = await exchangeStream(addressOf(to.path, given), signal)
  if (!answer.ok) return answer
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const bytes of answer.value) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      onLines(lines.filter((line) => line !== '').map((line): T => JSON.parse(line)))
    }
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
