// Files of sessions on a device, followed there as at the hub; what was told of them lies beside their trees.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { secondMs, toIso } from '#base/time.ts'
import { readIfThere } from '#platform/server/files/missing.ts'
import { writeAtomic } from '#platform/server/files/write-atomic.ts'
import { diffQuerySchema, followedFileSchema, type DiffAnswer } from '../contract.ts'
import { withTold, type ToldFiles } from '../core/files-delta.ts'
import { followFiles, type FollowFilesParts, type LearnedFiles } from './follow-files.ts'

export type OnDeviceParts = Omit<FollowFilesParts, 'folder' | 'ownHome' | 'told' | 'learn' | 'limits'> & {
  /** The daemon's own. */
  readonly home: string
  /** Keeps it for the hub. False where the session ended meanwhile: then nothing was kept. */
  readonly learn: (sessionId: string, learned: LearnedFiles) => Promise<boolean>
  /** The sessions that are known here. */
  readonly known: () => ReadonlySet<string>
}

/** What a device knows of the files of its sessions. */
interface FilesOnDevice extends AsyncDisposable {
  /** Before a session's program starts. Never rejects. */
  begin(sessionId: string, directory: string): Promise<void>
  /** It did something. */
  happened(sessionId: string): void
  /** It ended: resolves when its files were looked at once more, or that took too long, which is told. Never rejects. */
  ended(sessionId: string): Promise<void>
  /** Answers the hub how a file differs; what is no such question is not ok. */
  answer(about: unknown): Promise<{ readonly ok: boolean; readonly value: unknown }>
}

/** The end of a run is told after it. */
const endWaitMs = 5 * secondMs

const aboutSchema = diffQuerySchema.extend({ session_id: z.string() })

/** Removes what is kept of sessions that nobody knows any more. */
export async function followOnDevice(parts: OnDeviceParts): Promise<FilesOnDevice> {
  const { home, learn, timers, clock, log } = parts
  const folder = join(home, 'trees')
  const told = new Map<string, ToldFiles>()
  const toldPath = (sessionId: string): string => join(folder, sessionId, 'told.json')
  const files = followFiles({
    ...parts,
    folder,
    ownHome: home,
    async told(sessionId) {
      const kept = await readTold(toldPath(sessionId))
      told.set(sessionId, withTold(new Map(), kept))
      return [{ source: 'git', files: kept, trouble: null }]
    },
    async learn(sessionId, _at, learned) {
      if (!(await learn(sessionId, learned)) || learned.files.length === 0) return
      const now = withTold(told.get(sessionId) ?? new Map(), learned.files)
      told.set(sessionId, now)
      // After it is on its way: what is told twice is the same twice.
      await writeAtomic(toldPath(sessionId), JSON.stringify([...now.values()]))
    },
  })
  await forgetOthers(folder, parts.known())
  return {
    begin: (sessionId, directory) => files.begin(sessionId, directory),
    happened: (sessionId) => files.happened(sessionId),
    async ended(sessionId) {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const stop = timers.after(endWaitMs, () => resolve(false))
      void files.ended(sessionId).then(() => resolve(true))
      const isSeen = await promise
      stop()
      told.delete(sessionId)
      if (isSeen) return
      try {
        await learn(sessionId, { source: 'git', files: [], trouble: tooLate })
      } catch (error) {
        log.warn({ err: error, session: sessionId, at: toIso(clock.now()) }, 'what is not known could not be kept')
      }
    },
    async answer(about) {
      const asked = aboutSchema.safeParse(about).data
      if (asked === undefined) return { ok: false, value: null }
      const diff: DiffAnswer['diff'] = await files.diff(asked.session_id, asked.path)
      return { ok: true, value: { diff } }
    },
    [Symbol.asyncDispose]: () => files[Symbol.asyncDispose](),
  }
}

const tooLate = 'What changed last: it ended before its files could be looked at.'

async function readTold(path: string): Promise<z.infer<typeof followedFileSchema>[]> {
  const text = await readIfThere(path)
  return text === null ? [] : z.array(followedFileSchema).parse(JSON.parse(text))
}

async function forgetOthers(folder: string, known: ReadonlySet<string>): Promise<void> {
  const kept = await readdir(folder).catch(() => [])
  for (const name of kept) if (!known.has(name)) await rm(join(folder, name), { recursive: true, force: true })
}
