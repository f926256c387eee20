// `orrery start` from the settings to the last signal: the private home, its lock, the ready line, an orderly end.
import { join } from 'node:path'
import type { LoadedConfig } from '../config/load-config.ts'
import type { Config } from '../config/config.ts'
import { EmptiedDatabaseError } from '../db/emptied-database.ts'
import { copiesOf, NewerDatabaseError } from '../db/migrate.ts'
import { StorageError, storageRefusals } from '../db/storage-error.ts'
import { lockHome, type HomeLock } from '../files/home-lock.ts'
import { removeLeftOvers } from '../files/left-overs.ts'
import { makePrivateHome } from '../files/private-home.ts'
import { readServiceInfo, removeServiceInfo, writeServiceInfo } from '../files/service-info.ts'
import { CliError } from './cli-error.ts'
import { clearedFolders } from './doctor/home-repairs.ts'
import type { TextStream } from './output.ts'

/** A started service, as the composition root hands it over. */
export type RunningService = {
  /** Base URL for callers on this machine. */
  readonly url: string
  /** Port on which local callers reach the hook routes. */
  readonly hookPort: number
  /** A new one-time login link. */
  readonly loginUrl: () => Promise<string>
  /** Flushes and closes everything. */
  readonly close: () => Promise<void>
}

export type RunOptions = {
  readonly loaded: LoadedConfig
  readonly stdout: TextStream
  /** Called once the home is private and locked. */
  readonly start: (config: Config) => Promise<RunningService>
  /** Aborted when the service is asked to end; also while it starts. */
  readonly stopRequested: AbortSignal
  readonly nowMs: () => number
}

/** A service that can't end in this time is stuck: everything that was answered is committed, so it may be cut off. */
const closeDeadlineMs = 10_000

/** Resolves after an orderly end. Throws `CliError` when the service can't start, or can't end in time. */
export async function runService(options: RunOptions): Promise<void> {
  const { loaded, stopRequested } = options
  const { home } = loaded.config
  const made = makePrivateHome(home)
  if (!made.ok) throw new CliError('no_permission', made.error.reason, { hints: [made.error.hint] })
  const lock = takeLock(home)
  try {
    for (const folder of clearedFolders) removeLeftOvers(join(home, folder))
    const startedAtMs = options.nowMs()
    writeServiceInfo(home, { pid: process.pid, url: null, hook_port: null, started_at_ms: startedAtMs })
    const service = await startOrExplain(options)
    const { url, hookPort } = service
    writeServiceInfo(home, { pid: process.pid, url, hook_port: hookPort, started_at_ms: startedAtMs })
    await announce(service, options)
    await aborted(stopRequested)
    await closeInTime(service)
  } catch (error) {
    throw explainStorage(error, home)
  } finally {
    removeServiceInfo(home)
    lock[Symbol.dispose]()
  }
}

/** What the system says of a disk that takes no data; below SQLite's codes for that and for damage. */
const fullDiskCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS'])
const sqliteFull = 13
const sqliteDamaged: ReadonlySet<unknown> = new Set([11, 26])

/** The cause that a person can do something about, or else the error itself. */
function explainStorage(error: unknown, home: string): unknown {
  if (!(error instanceof Error)) return error
  if (error instanceof StorageError) {
    const { reason, hint } = storageRefusals[error.trouble]
    return new CliError('unavailable', `${home} takes no data: ${reason}`, {
      hints: hint === undefined ? [] : [hint],
      cause: error,
    })
  }
  if (error instanceof NewerDatabaseError) {
    const back = error.copy === null ? [] : [`Or put its copy back, which this one can read: ${putBack(error.copy)}`]
    return new CliError('unavailable', error.message, { hints: ['Start the newer Orrery.', ...back], cause: error })
  }
  const code = 'code' in error ? error.code : null
  const sqliteCode = 'errcode' in error ? Number(error.errcode) & 0xff : null
  if (fullDiskCodes.has(code) || sqliteCode === sqliteFull) {
    const hints = ['Make room on its disk, or start with another SERVICE_HOME.']
    return new CliError('unavailable', `${home} takes no data: ${error.message}`, { hints, cause: error })
  }
  if (!sqliteDamaged.has(sqliteCode) && !(error instanceof EmptiedDatabaseError)) return error
  const [copy] = copiesOf(join(home, 'service.db'))
  const hints = [
    'Put a backup back: orrery backup --list, then orrery restore <id>.',
    ...(copy === undefined ? [] : [`Or the copy from before the last upgrade: ${putBack(copy.file)}`]),
    'Or move service.db* away: sessions then come from sessions.json, their history and the tasks are lost.',
  ]
  return new CliError('unavailable', `${home}/service.db is damaged: ${error.message}`, { hints, cause: error })
}

/** What stands beside a database belongs to it alone and goes with it; sessions then come from the log in the copy. */
const putBack = (copy: string): string =>
  `move sessions.json, service.db, service.db-wal and service.db-shm away, then name ${copy} service.db.`

function takeLock(home: string): HomeLock {
  const lock = lockHome(home)
  if (lock !== null) return lock
  const first = readServiceInfo(home)
  const who = first === null ? 'another service or a restore' : `the service with pid ${first.pid}`
  const where = first?.url == null ? '' : `, which listens on ${first.url}`
  throw new CliError('already_running', `${home} is in use by ${who}${where}`, {
    hints: ['Use that one, stop it first, or start this one with another SERVICE_HOME.'],
  })
}

async function startOrExplain({ loaded, start }: RunOptions): Promise<RunningService> {
  const { host, port } = loaded.config
  try {
    return await start(loaded.config)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'EADDRINUSE') {
      throw new CliError('unavailable', `port ${port} on ${host} is taken by another program`, {
        hints: ['Choose another one: PORT=7421 npm start', 'Or let the system choose: PORT=0 npm start'],
        cause: error,
      })
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
      throw new CliError('no_permission', `port ${port} on ${host} can't be opened: ${code}`, {
        hints: ['Ports below 1024 need more rights; HOST must be an address of this machine.'],
        cause: error,
      })
    }
    throw error
  }
}

/** The ready line, then a login link for the person at the terminal: a file or a journal has other readers. */
async function announce(service: RunningService, { stdout }: RunOptions): Promise<void> {
  stdout.write(`listening on ${service.url}\n`)
  if (stdout.isTTY === true) {
    stdout.write(`log in with ${await service.loginUrl()} (once, within ten minutes; 'orrery login' makes another)\n`)
  } else {
    stdout.write("'orrery login' makes a login link: none is printed where it would be kept\n")
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

async function closeInTime(service: RunningService): Promise<void> {
  const deadline = Promise.withResolvers<never>()
  const late = new CliError('internal', `the service did not end within ${closeDeadlineMs / 1000} s and was cut off`)
  const timer = setTimeout(() => deadline.reject(late), closeDeadlineMs)
  try {
    await Promise.race([service.close(), deadline.promise])
  } finally {
    clearTimeout(timer)
  }
}
