// One backup from its order to its end: the process that makes it, watched for progress, for room and for its end.
import { fork, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unlessMissing } from '#platform/server/files/missing.ts'
import type { Timers } from '#platform/server/timers.ts'
import { spareBytes } from '../../core/backup-plan.ts'
import { workFiles, type BackupOrder, type FromBackup } from './messages.ts'

/** `cancelled`: somebody deleted it, or the service ends. */
export type BackupEnd =
  { readonly kind: 'done' | 'cancelled' | 'disk_full' } | { readonly kind: 'failed'; readonly reason: string }

export type BackupProgress = {
  readonly step: 'database' | 'archive'
  readonly bytes: number
  readonly total: number
}

export type BackupRun = {
  readonly progress: () => BackupProgress
  /** Never rejects. Nothing of a backup that is not done is left then. */
  readonly ended: Promise<BackupEnd>
  readonly cancel: () => void
}

/** Often enough to be ahead of a disk that fills up, and to be seen going on. */
const lookMs = 250

export function runBackup(order: BackupOrder, timers: Pick<Timers, 'every'>): BackupRun {
  const child = fork(processFile, [JSON.stringify(order)], {
    env: { MALLOC_ARENA_MAX: '1' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // A Ctrl+C meant for the service does not reach it.
    detached: true,
  })
  const work = workFiles(order.path, child.pid ?? 0)
  let progress: BackupProgress = { step: 'database', bytes: 0, total: 0 }
  let outcome: BackupEnd | null = null
  const settle = (end: BackupEnd) => (outcome ??= end)
  const kill = (end: BackupEnd) => {
    settle(end)
    child.kill('SIGKILL')
  }
  child.on('message', (message) => {
    const told = message as FromBackup
    if (told.kind === 'step') progress = { step: told.step, bytes: 0, total: told.total }
    else if (told.kind === 'copied') progress = { ...progress, bytes: told.bytes }
    else if (told.kind === 'done') settle({ kind: 'done' })
    else settle(told.isDiskFull ? { kind: 'disk_full' } : { kind: 'failed', reason: told.reason })
  })
  const look = async () => {
    const copied = (await unlessMissing(stat(work.database)))?.size ?? 0
    if (progress.step === 'database') progress = { ...progress, bytes: copied }
    if ((await freeBytes(dirname(order.path))) < spareBytes / 2) kill({ kind: 'disk_full' })
  }
  const stopLooking = timers.every(lookMs, () => void look().catch(() => kill({ kind: 'failed', reason: gone })))
  const ended = exitOf(child).then(async (how): Promise<BackupEnd> => {
    stopLooking()
    for (const path of [work.database, work.archive]) await rm(path, { force: true })
    return outcome ?? { kind: 'failed', reason: how }
  })
  return { progress: () => progress, ended, cancel: () => kill({ kind: 'cancelled' }) }
}

const gone = 'its folder went away'

function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`its process could not start: ${error.message}`))
    child.once('exit', (code, signal) => resolve(`its process ended early (${signal ?? `exit code ${code}`})`))
  })
}

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** In the bundle it lies beside every chunk; in the sources beside this file. */
const processFile =
  ['backup-process.js', 'backup-process.ts']
    .map((name) => join(import.meta.dirname, name))
    .find((path) => existsSync(path)) ?? 'backup-process.js'
