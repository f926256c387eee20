// Reads sessions.json: as one text where that is small, else line by line, as the service writes it.
import { isMissing } from '#platform/server/files/missing.ts'
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { wellFormedJson } from '#base/well-formed-json.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import {
  sessionsFileSchema,
  storedSessionSchema,
  type SessionsFile,
  type StoredSession,
} from '../../contract/stored.ts'
import { isOwnSession } from '../../core/restore/own-session.ts'

export type ReadFile =
  | { readonly kind: 'read'; readonly content: SessionsFile }
  | { readonly kind: 'missing' }
  /** No sessions.json, or one that was cut: the log has all that the service wrote to it. */
  | { readonly kind: 'damaged' }

/** What is larger is not held as one text: JavaScript has none beyond 512 MiB, and parsing takes several times as much. */
export const mostTextBytes = 64 * 1024 * 1024

/**
 * At once and not in turns, which take twice as long: nobody is served yet. Throws `CliError` for a file beyond `mostBytes`
 * that is not written as ours, a session a line: it may hold what no log knows, and is never taken for damaged.
 */
export function readSessionsFile(path: string, mostBytes = mostTextBytes): ReadFile {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    if (isMissing(error)) return { kind: 'missing' }
    return { kind: 'damaged' }
  }
  try {
    const stat = fstatSync(file)
    if (!stat.isFile()) return { kind: 'damaged' }
    const content =
      stat.size <= mostBytes ? toContent(parseJson(readFileSync(file, 'utf8'))) : readByLines(file, { path, mostBytes })
    return content === null ? { kind: 'damaged' } : { kind: 'read', content }
  } finally {
    closeSync(file)
  }
}

/** The schema reads what other programs and earlier versions wrote; of our own file it reads all but the sessions. */
function toContent(value: unknown): SessionsFile | null {
  if (hasOwnSessions(value)) {
    const around = sessionsFileSchema.safeParse({ ...value, sessions: [] }).data
    return around === undefined ? null : { ...around, sessions: value.sessions }
  }
  return sessionsFileSchema.safeParse(value).data ?? null
}

function hasOwnSessions(value: unknown): value is { readonly sessions: StoredSession[] } {
  if (typeof value !== 'object' || value === null || !('sessions' in value)) return false
  return Array.isArray(value.sessions) && value.sessions.every(isOwnSession)
}

type Large = { readonly path: string; readonly mostBytes: number }

/** Null for one that was cut or changed after its first line. */
function readByLines(file: number, large: Large): SessionsFile | null {
  const lines = linesOf(file, large)
  const head = lines.next().value ?? ''
  const around = sessionsFileSchema.safeParse(parseJson(`${head}]}`)).data
  if (!head.endsWith('"sessions":[') || around === undefined) throw tooLarge(large)
  const sessions: StoredSession[] = []
  for (const line of lines) {
    if (line === ']}') return { ...around, sessions }
    const session = toSession(parseJson(line.replace(/,$/, '')))
    if (session === null) return null
    sessions.push(session)
  }
  return null
}

function toSession(value: unknown): StoredSession | null {
  return isOwnSession(value) ? value : (storedSessionSchema.safeParse(value).data ?? null)
}

const chunkBytes = 1024 * 1024

/** Throws when a line alone is beyond the bound. */
function* linesOf(file: number, large: Large): Generator<string, void> {
  const chunk = Buffer.alloc(chunkBytes)
  let begun: Buffer[] = []
  let begunBytes = 0
  for (let count = readSync(file, chunk); count > 0; count = readSync(file, chunk)) {
    let from = 0
    for (let end = chunk.indexOf(newline); end !== -1 && end < count; end = chunk.indexOf(newline, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)]).toString()
      begun = []
      begunBytes = 0
      from = end + 1
    }
    // A copy, since the chunk is read into again.
    begun.push(Buffer.from(chunk.subarray(from, count)))
    begunBytes += count - from
    if (begunBytes > large.mostBytes) throw tooLarge(large)
  }
  if (begunBytes > 0) yield Buffer.concat(begun).toString()
}

const newline = 0x0a

function tooLarge({ path, mostBytes }: Large): CliError {
  const mebibytes = Math.ceil(mostBytes / 1024 / 1024)
  return new CliError('unavailable', `${path} is larger than ${mebibytes} MiB and is not written a session a line`, {
    hints: [
      'Write it as Orrery does: {"sessions":[ as the first line, then each session as a line, then ]} as the last.',
      'Or move it away: the service then starts with the sessions that its own log knows.',
    ],
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(wellFormedJson(text))
  } catch {
    return undefined
  }
}
