// `orrery restore`: puts a backup in the place of what the home holds. The old files are kept aside.
import { existsSync, realpathSync } from 'node:fs'
import { rename, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { toIso } from '#base/time.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { systemClock } from '#platform/server/clock.ts'
import { lockHome, type HomeLock } from '#platform/server/files/home-lock.ts'
import { finishSwap, swapInto } from '#platform/server/files/home-swap.ts'
import { backupIdSchema } from '../../contract.ts'
import { archiveName, databaseName } from '../../core/backup-plan.ts'
import { formatBytes } from '#base/bytes.ts'
import { staysInHome } from '../../core/restore-plan.ts'
import { backupsFolder } from '../backup/archives.ts'
import { placeFor, stage } from '../backup/stage.ts'

/** How often it says how far it is. */
const tellEveryMs = 1000

export async function restore(cli: Cli, given: string): Promise<void> {
  const archive = findArchive(cli, given)
  const isNew = !existsSync(cli.home)
  // A link to the home stays one.
  const home = isNew ? cli.home : realpathSync(cli.home)
  using lock = isNew ? null : takeLock(home)
  if (lock !== null) tellFinished(cli, finishSwap(home)?.aside)
  const { staged, aside } = placeFor(home, toIso(systemClock.now()))
  const manifest = await stage({ archive, staged, home, onBytes: await progress(cli, archive) })
  const hasTables = existsSync(join(staged, databaseName))
  if (isNew) await rename(staged, home)
  else swapInto(home, { staged, aside }, (name) => !staysInHome(name))
  const old = isNew ? null : aside
  const text = `Restored the backup of ${manifest.made_at}, made by Orrery ${manifest.version}.`
  cli.output.result({ home: cli.home, manifest, kept_aside: old }, text)
  if (old !== null) cli.output.note(`What was there is kept in ${old}: delete it once you miss nothing.`)
  if (!hasTables)
    cli.output.note('It holds no tables: they are in PostgreSQL, and in the copies that pg_dump made of it.')
  cli.output.note('Start the service with: orrery start')
}

function findArchive({ home, process: around }: Cli, given: string): string {
  const isId = backupIdSchema.safeParse(given).success
  const path = isId ? join(backupsFolder(home), archiveName(given)) : resolve(around.workingDir, given)
  if (existsSync(path)) return path
  throw new CliError('refused', `there is no backup ${isId ? given : path}`, {
    hints: ['See which there are with: orrery backup --list', 'Or give the path of an archive.'],
  })
}

/** From the first look at the home to the last move in it, so that neither a service nor another restore comes between. */
function takeLock(home: string): HomeLock {
  const lock = lockHome(home)
  if (lock !== null) return lock
  throw new CliError(
    'already_running',
    `a service runs for ${home}, or another restore, and this one would take its files away`,
    {
      hints: ['Stop it first, or restore into another home: SERVICE_HOME=… orrery restore <archive>'],
    },
  )
}

function tellFinished(cli: Cli, aside: string | undefined): void {
  if (aside === undefined) return
  cli.output.note(`A restore that was cut off is finished first; what was there before it is kept in ${aside}.`)
}

/** Says at once what it does, and then each second how far it is. */
async function progress(cli: Cli, archive: string): Promise<(bytes: number) => void> {
  const total = (await stat(archive)).size
  cli.output.note(`Unpacking and checking ${archive} (${formatBytes(total)})`)
  let toldAtMs = systemClock.now()
  return (bytes) => {
    if (systemClock.now() - toldAtMs < tellEveryMs) return
    toldAtMs = systemClock.now()
    cli.output.note(`unpacking: ${formatBytes(bytes)} of ${formatBytes(total)}`)
  }
}
