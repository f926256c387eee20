// What config.json held when the service last took it, so that the next start sees what was changed while it was down.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { fileOf } from '#platform/server/config/plan-change.ts'
import { keysInFile } from '#platform/server/config/setting-keys.ts'
import type { SettingsState } from '#platform/server/config/settings-store.ts'
import { readIfThere } from '#platform/server/files/missing.ts'
import { writeAtomic } from '#platform/server/files/write-atomic.ts'
import type { Log } from '#platform/server/log/log.ts'
import { keysThatDiffer, type KnownKeys } from '../core/known-keys.ts'

const knownSchema = z.object({ revision: z.string(), keys: z.record(z.string(), z.string()) })

export type KnownOptions = {
  readonly home: string
  readonly log: Pick<Log, 'warn'>
  readonly look: () => Promise<SettingsState>
}

export interface KnownSettings {
  /** The keys that differ from those that were kept last; none where nothing was kept. Never rejects: a start goes on. */
  missed(): Promise<readonly string[]>
  /** Keeps what stands there now. Never rejects: the next start would tell of a change once more. */
  keep(): Promise<void>
}

/** The file has a digest of each value, never the value. */
export function openKnownSettings({ home, log, look }: KnownOptions): KnownSettings {
  const path = join(home, 'config-known.json')

  async function now(): Promise<{ readonly revision: string; readonly keys: KnownKeys }> {
    const { revision, path: file } = await look()
    const text = (await readIfThere(file)) ?? ''
    const keys = [...keysInFile(fileOf(text))].map(([key, value]) => [key, digestOf(key, value)])
    return { revision, keys: Object.fromEntries(keys) as KnownKeys }
  }

  return {
    async missed() {
      try {
        const text = await readIfThere(path)
        const known = text === null ? null : readKnown(text)
        if (known === null) return []
        const { revision, keys } = await now()
        return revision === known.revision ? [] : keysThatDiffer(known.keys, keys)
      } catch (error) {
        log.warn({ err: error }, 'which settings were changed meanwhile could not be looked up')
        return []
      }
    },
    async keep() {
      try {
        await writeAtomic(path, `${JSON.stringify(await now())}\n`)
      } catch (error) {
        log.warn({ err: error }, 'which settings are known could not be kept')
      }
    },
  }
}

function digestOf(key: string, value: unknown): string {
  return createHash('sha256')
    .update(`${key}\0${JSON.stringify(value)}`)
    .digest('base64url')
    .slice(0, 22)
}

/** A file that somebody wrote into tells nothing. */
function readKnown(text: string): z.infer<typeof knownSchema> | null {
  try {
    return knownSchema.safeParse(JSON.parse(text)).data ?? null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
