// Follows the files in which agents tell what they used, while they are written: found by the conversation that a hook told of,
// read from where they were read to. Whoever keeps the records keeps that place in the same commit.
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { minuteMs, secondMs } from '#base/time.ts'
import type { Environment } from '#platform/server/config/environment.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Timers } from '#platform/server/timers.ts'
import { readTranscript } from '#platform/server/transcripts/read-transcript.ts'
import { findTranscript, transcriptFolder, type TranscriptFile } from '#platform/server/transcripts/transcript-files.ts'
import { tokensSchema, type UsageBatch, type UsageRecord } from '../contract.ts'
import { readLines, sourceOfClient, type UsageClient } from '../core/usage-lines.ts'
import { findToldUsage } from './told-usage.ts'

/** How far a file was read, what is known of the lines before, and whose conversation it is. */
export const fileMarkSchema = z.object({
  client: z.enum(['code-agent', 'codex', 'gemini', 'opencode']),
  conversation: z.string(),
  cursor: z.string().nullable(),
  state: z
    .object({ conversation: z.string().nullable(), model: z.string().nullable(), total: tokensSchema })
    .nullable(),
})
/** The same, as it is parsed. */
export type FileMark = Readonly<z.infer<typeof fileMarkSchema>>

/** A conversation to be followed. `owner` is whose it is: nothing here knows what that means. */
export type FollowedAgent = {
  readonly owner: string
  readonly client: UsageClient
  readonly conversation: string
  /** Of the agent, which may keep its files elsewhere. */
  readonly environment: Environment
}

export type ReadBatch = UsageBatch & { readonly marks: ReadonlyMap<string, FileMark> }

export type FollowerParts = {
  readonly userHome: string
  /** What agents have as their SERVICE_HOME. */
  readonly home: string
  readonly timers: Timers
  readonly log: Pick<Log, 'warn'>
  /** Null for a file that was never read. */
  readonly markOf: (owner: string, path: string) => Promise<FileMark | null>
  /** Rejects when nothing could be kept: then it is read again. */
  readonly keep: (owner: string, batch: ReadBatch) => Promise<void>
}

export interface FileFollower extends AsyncDisposable {
  /** An agent was heard: its files are looked at from now on, until they have not grown for a while. */
  follow(followed: FollowedAgent): void
  /** Looks at all of them once, now. Never rejects. */
  look(): Promise<void>
}

/** Soon enough for a budget that stops within two seconds; a look at a file that did not grow is a look at its size. */
const lookMs = 500
/** A tool may run for long, and tells so by a hook when it is done. */
const quietMs = 10 * minuteMs
/** A file that is not there yet is looked for ever more rarely. */
const mostSearchMs = 30 * secondMs

export function createFileFollower(parts: FollowerParts): FileFollower {
  return new Follower(parts)
}

type Watched = {
  of: FollowedAgent
  readonly marks: Map<string, FileMark>
  readonly sizes: Map<string, string>
  file: TranscriptFile | null
  searchMs: number
  searchAtMs: number
  heardAtMs: number
}

class Follower implements FileFollower {
  readonly #parts: FollowerParts
  readonly #watched = new Map<string, Watched>()
  #stop: (() => void) | null = null
  #looking: Promise<void> | null = null
  #isOver = false

  constructor(parts: FollowerParts) {
    this.#parts = parts
  }

  follow(followed: FollowedAgent): void {
    if (this.#isOver) return
    const nowMs = this.#parts.timers.passedMs()
    const key = JSON.stringify([followed.client, followed.conversation])
    const known = this.#watched.get(key)
    if (known === undefined) {
      const fresh = { file: null, searchMs: secondMs, searchAtMs: nowMs, heardAtMs: nowMs }
      this.#watched.set(key, { of: followed, marks: new Map(), sizes: new Map(), ...fresh })
    } else {
      // Who took the conversation up again pays from here on.
      known.of = followed
      known.heardAtMs = nowMs
      known.searchAtMs = nowMs
    }
    this.#stop ??= this.#parts.timers.every(lookMs, () => void this.look())
  }

  look(): Promise<void> {
    this.#looking ??= this.#lookAtAll().finally(() => (this.#looking = null))
    return this.#looking
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop?.()
    await this.#looking
    // What was written since the last look.
    await this.look()
    this.#isOver = true
    this.#stop?.()
  }

  async #lookAtAll(): Promise<void> {
    for (const [key, watched] of this.#watched) {
      try {
        await this.#lookAt(watched)
      } catch (error) {
        this.#parts.log.warn({ err: error, owner: watched.of.owner }, 'usage of an agent could not be read yet')
      }
      if (this.#parts.timers.passedMs() - watched.heardAtMs > quietMs) this.#watched.delete(key)
    }
    if (this.#watched.size > 0) return
    this.#stop?.()
    this.#stop = null
  }

  async #lookAt(watched: Watched): Promise<void> {
    const { of } = watched
    const file = await this.#find(watched)
    if (file === null) return
    const records = new Map<string, UsageRecord>()
    const marks = new Map<string, FileMark>()
    const sizes = new Map<string, string>()
    // The closing of a conversation stands behind all that its inner agents used: they are read after it.
    for (const each of [file, ...(await innerFiles(of.client, file))]) {
      const size = await sizeOf(each.path)
      if (size === null || size === watched.sizes.get(each.path)) continue
      const read = await this.#readAll(watched, each)
      if (read === null) continue
      sizes.set(each.path, size)
      marks.set(each.path, read.mark)
      for (const record of read.records) records.set(record.key, record)
    }
    if (marks.size === 0) return
    watched.heardAtMs = this.#parts.timers.passedMs()
    await this.#parts.keep(of.owner, { source: sourceOfClient[of.client], records: [...records.values()], marks })
    for (const [path, mark] of marks) watched.marks.set(path, mark)
    for (const [path, size] of sizes) watched.sizes.set(path, size)
  }

  async #find(watched: Watched): Promise<TranscriptFile | null> {
    const { of, searchAtMs } = watched
    const nowMs = this.#parts.timers.passedMs()
    if (watched.file !== null || nowMs < searchAtMs) return watched.file
    watched.searchMs = Math.min(watched.searchMs * 2, mostSearchMs)
    watched.searchAtMs = nowMs + watched.searchMs
    watched.file = await this.#fileOf(of)
    return watched.file
  }

  #fileOf({ client, conversation, environment }: FollowedAgent): Promise<TranscriptFile | null> {
    const { userHome, home } = this.#parts
    if (client === 'opencode') return findToldUsage(home, conversation)
    return findTranscript(client, { folder: transcriptFolder(client, { userHome, environment }), conversation })
  }

  /** To its end, so that what it says of one key comes together. */
  async #readAll({ of, marks }: Watched, file: TranscriptFile) {
    const known = marks.get(file.path) ?? (await this.#parts.markOf(of.owner, file.path))
    const { client, conversation } = of
    let mark: FileMark = known ?? { client, conversation, cursor: null, state: null }
    const records = new Map<string, UsageRecord>()
    for (let isEnd = false; !isEnd;) {
      const part = await readTranscript(file, mark.cursor)
      if (part === null) return null
      const lines = part.lines.flatMap(({ text }) => text ?? [])
      const state = part.isAnew ? null : mark.state
      const read = readLines(lines, { client, conversation, state })
      for (const record of read.records) records.set(record.key, record)
      mark = { client, conversation, cursor: part.cursor, state: read.state }
      isEnd = part.isEnd
    }
    return { mark, records: records.values() }
  }
}

async function innerFiles(client: UsageClient, { root, path }: TranscriptFile): Promise<TranscriptFile[]> {
  if (client !== 'code-agent') return []
  const folder = join(dirname(path), basename(path, '.jsonl'), 'subagents')
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => /^agent-[\w-]+\.jsonl$/.test(name)).map((name) => ({ root, path: join(folder, name) }))
}

/** Null where there is no such file. */
async function sizeOf(path: string): Promise<string | null> {
  try {
    const { ino, size, mtimeMs } = await stat(path)
    return `${ino}:${size}:${mtimeMs}`
  } catch {
    // Gone, or not made yet.
    return null
  }
}
