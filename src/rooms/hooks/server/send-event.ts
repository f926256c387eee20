// Sends one event to the service of this machine, for `orrery hook send`.
import { err, ok, type Result } from '#base/result.ts'
import { secondMs } from '#base/time.ts'
import { errorBodySchema } from '#platform/contract.ts'
import { hookKeyHeader, readHookKey } from '#platform/server/access/hook-key.ts'
import { readPrivateFile } from '#platform/server/files/private-file.ts'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ingestEvent } from '../api.ts'
import { ingestAnswerSchema, type IngestAnswer } from '../contract.ts'

export type SendProblem = {
  /** `not_running`: the service does not answer at the port in force; `refused`: it answered with a refusal. */
  readonly code: 'not_running' | 'refused'
  readonly reason: string
  readonly hint: string | null
}

/** A person waits for the answer. */
const sendTimeoutMs = 5 * secondMs

/** `body` as POST /api/hooks/ingest takes it. Rejects only for a home that cannot be read. */
export async function sendEvent(home: string, body: object): Promise<Result<IngestAnswer, SendProblem>> {
  const port = Number(readPrivateFile(join(home, 'hook-port')) ?? Number.NaN)
  if (!Number.isInteger(port)) return err(notRunning(`${home} names no hook port`))
  const url = `http://127.0.0.1:${port}${ingestEvent.path}`
  try {
    return readAnswer(url, await post({ url, key: readHookKey(home, port), body: JSON.stringify(body) }))
  } catch (error) {
    return err(notRunning(`${url} does not answer (${error instanceof Error ? error.message : String(error)})`))
  }
}

type Post = { readonly url: string; readonly key: string | null; readonly body: string }

/** Not by fetch, which refuses to speak to some ports. */
function post({ url, key, body }: Post): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...(key === null ? {} : { [hookKeyHeader]: key }),
    }
    const outgoing = request(url, { method: 'POST', headers, timeout: sendTimeoutMs, agent: false }, (incoming) => {
      text(incoming).then(resolve, reject)
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${sendTimeoutMs / secondMs} s`)))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

function readAnswer(url: string, answered: string): Result<IngestAnswer, SendProblem> {
  const value = parseJson(answered)
  const answer = ingestAnswerSchema.safeParse(value)
  if (answer.success) return ok(answer.data)
  const refusal = errorBodySchema.safeParse(value)
  if (!refusal.success) return err(notRunning(`what answers at ${url} is not Orrery`))
  return err({ code: 'refused', reason: refusal.data.reason, hint: refusal.data.hint ?? null })
}

function notRunning(why: string): SendProblem {
  return { code: 'not_running', reason: `The service can't be reached: ${why}.`, hint: 'Start it with: orrery start' }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
