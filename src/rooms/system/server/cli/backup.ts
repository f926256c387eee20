// `orrery backup`: makes a backup and waits for its end, lists the backups, deletes one.
import { setTimeout as delay } from 'node:timers/promises'
import { formatDuration } from '#base/duration.ts'
import { fromIso } from '#base/time.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { formatTable } from '#platform/server/cli/table.ts'
import { systemClock } from '#platform/server/clock.ts'
import type { Backup, BackupList } from '../../contract.ts'
import { backupWords } from '../../core/backup-plan.ts'
import { formatBytes } from '#base/bytes.ts'
import { systemRoutes } from '../bound-routes.ts'

export type BackupOptions = {
  readonly outputs: boolean
  readonly keep?: number
  readonly list?: boolean
  readonly delete?: string
}

/** How often a backup that takes long is asked about. */
const askMs = 1000

export async function backUp(cli: Cli, options: BackupOptions): Promise<void> {
  if (options.list === true) return listBackups(cli)
  if (options.delete !== undefined) return removeBackup(cli, options.delete)
  await makeBackup(cli, options)
}

async function makeBackup(cli: Cli, { outputs, keep }: BackupOptions): Promise<void> {
  const body = { outputs: outputs ? 'kept' : 'left_out', keep: keep ?? null } as const
  const { backup, elsewhere } = await tellMeanwhile(cli, cli.api.ask(systemRoutes.makeBackup, { body }))
  const done = await whenDone(cli, backup)
  cli.output.result({ backup: done }, done.path)
  cli.output.note(`${formatBytes(done.bytes)}. Copy it to another machine; put it back with: orrery restore ${done.id}`)
  if (elsewhere !== null) cli.output.note(elsewhere)
}

/** The answer comes when the backup is done, or after a while: until then how far it is stands in the list. */
async function tellMeanwhile<T>(cli: Cli, asked: Promise<T>): Promise<T> {
  const answered = new AbortController()
  const telling = tellProgress(cli, answered.signal)
  try {
    return await asked
  } finally {
    answered.abort()
    await telling
  }
}

async function tellProgress(cli: Cli, answered: AbortSignal): Promise<void> {
  try {
    while (!answered.aborted) {
      await delay(askMs, undefined, { signal: answered })
      const { backups } = await cli.api.ask(systemRoutes.listBackups)
      const running = backups.find(({ state }) => state === 'running')
      if (running !== undefined && !answered.aborted) cli.output.note(backupWords(running, formatBytes))
    }
  } catch {
    // Answered meanwhile, or the service is gone: the request itself tells that.
  }
}

async function whenDone(cli: Cli, backup: Backup): Promise<Backup> {
  let now: Backup | undefined = backup
  while (now?.state === 'running') {
    cli.output.note(backupWords(now, formatBytes))
    await delay(askMs)
    const { backups } = await cli.api.ask(systemRoutes.listBackups)
    now = backups.find(({ id }) => id === backup.id)
  }
  if (now?.state === 'done') return now
  throw new CliError('refused', now?.problem ?? 'the backup was cancelled, and nothing of it is left')
}

async function listBackups(cli: Cli): Promise<void> {
  const list = await cli.api.ask(systemRoutes.listBackups)
  cli.output.result(list, list.backups.length === 0 ? '' : table(list, cli.output.width))
  const none = list.backups.length === 0 ? 'There are no backups yet. ' : ''
  cli.output.note(`${none}They lie in ${list.folder}, with ${formatBytes(list.free_bytes)} free.`)
  if (list.elsewhere !== null) cli.output.note(list.elsewhere)
}

function table({ backups }: BackupList, width: number | null): string {
  return formatTable(
    backups,
    [
      { title: 'ID', text: ({ id }) => id },
      { title: 'AGE', text: ({ at }) => formatDuration(systemClock.now() - fromIso(at)) },
      { title: 'SIZE', text: (backup) => backupWords(backup, formatBytes), shrinks: { minimum: 12 } },
      { title: 'MADE BY', text: ({ version }) => version ?? '-' },
      { title: 'OUTPUTS', text: ({ outputs }) => (outputs === null ? '-' : outputs ? 'yes' : 'left out') },
    ],
    width,
  )
}

async function removeBackup(cli: Cli, id: string): Promise<void> {
  const removed = await cli.api.ask(systemRoutes.removeBackup, { params: { id } })
  cli.output.result(removed, `${id}: deleted`)
}
