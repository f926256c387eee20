// Takes a backup apart beside the home, whole and checked, before anything of the home is touched.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { temporaryName } from '#platform/server/files/write-atomic.ts'
import type { Manifest } from '../../contract.ts'
import { mayRestore } from '../../core/may-restore.ts'
import { asideName, stagedName, stagedBy } from '../../core/restore-plan.ts'
import { schemaNumber } from '../schema-number.ts'
import { BadArchiveError } from './tar.ts'
import { tellUnwritten } from './tell-unwritten.ts'
import { unpack } from './unpack.ts'

type RestorePlace = {
  /** A new, empty folder. */
  readonly staged: string
  /** Where the old files may go; nothing is there yet. */
  readonly aside: string
}

/**
 * Beside the home; inside where files can't be moved between the two, as in a container whose home is a mount. What a killed
 * restore left in either place goes first.
 */
export function placeFor(home: string, now: string): RestorePlace {
  const outside = { folder: dirname(home), prefix: `${basename(home)}.` }
  const inside = { folder: home, prefix: '' }
  for (const { folder, prefix } of existsSync(home) ? [outside, inside] : [outside]) clearStaged(folder, prefix)
  const { folder, prefix } = canMoveBetween(outside, home) ? outside : inside
  const staged = join(folder, prefix + stagedName(process.pid))
  try {
    mkdirSync(staged, { mode: 0o700 })
  } catch (error) {
    throw tellUnwritten(error, home)
  }
  return { staged, aside: join(folder, asideName(prefix, now, new Set(readdirSync(folder)))) }
}

type Place = { readonly folder: string; readonly prefix: string }

function clearStaged(folder: string, prefix: string): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const pid = name.startsWith(prefix) ? stagedBy(name.slice(prefix.length)) : null
    if (pid !== null && (pid === process.pid || !isAlive(pid))) rmSync(join(folder, name), { recursive: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs and belongs to somebody else.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

/** Tried, since neither the number of a disk nor rights tell it for a bind mount. */
function canMoveBetween({ folder, prefix }: Place, home: string): boolean {
  if (!existsSync(home)) {
    mkdirSync(folder, { recursive: true })
    return true
  }
  const probe = temporaryName(join(folder, `${prefix}probe`))
  const arrived = temporaryName(join(home, 'probe'))
  try {
    writeFileSync(probe, '', { mode: 0o600 })
    renameSync(probe, arrived)
    return true
  } catch {
    // Whatever is in the way: it then lies in the home, or the home says what is wrong.
    return false
  } finally {
    for (const path of [probe, arrived]) rmSync(path, { force: true })
  }
}

type Staging = {
  readonly archive: string
  readonly staged: string
  readonly home: string
  readonly onBytes: (bytes: number) => void
}

/** Rejects with `CliError`, and then nothing of it is left. */
export async function stage({ archive, staged, home, onBytes }: Staging): Promise<Manifest> {
  try {
    return await unpack({ archive, folder: staged, onBytes }, (manifest) => {
      const refusal = mayRestore(manifest, schemaNumber)
      if (refusal !== null) throw new CliError('refused', refusal.reason, { hints: [refusal.hint] })
    })
  } catch (error) {
    await rm(staged, { recursive: true, force: true })
    if (!(error instanceof BadArchiveError)) throw tellUnwritten(error, home)
    throw new CliError('refused', `${archive} can't be restored: ${error.message}`, {
      hints: ['Nothing was changed. Take another backup.'],
      cause: error,
    })
  }
}
