// The backups of this service: one at a time, listed only when they are whole.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { err, ok, type Result } from '#base/result.ts'
import { toIso } from '#base/time.ts'
import { dialectOf } from '#platform/server/db/dialect.ts'
import type { Refusal } from '#platform/contract.ts'
import { makeOwnFolder } from '#platform/server/files/own-folder.ts'
import { removeLeftOvers } from '#platform/server/files/left-overs.ts'
import { unlessMissing } from '#platform/server/files/missing.ts'
import type { Backup, BackupList, Manifest } from '../../contract.ts'
import { archiveName, backupId, databaseName, idsToDrop, neededBytes } from '../../core/backup-plan.ts'
import { formatBytes } from '#base/bytes.ts'
import type { SystemGround } from '../context.ts'
import { schemaNumber } from '../schema-number.ts'
import { backupsFolder, idsIn, listArchives, readArchive, removeArchive } from './archives.ts'
import { freeBytes, runBackup, type BackupEnd, type BackupRun } from './run-backup.ts'
import { sizeToKeep } from './walk.ts'

export interface Backups {
  /** Resolves with the backup once it is done, or as it stands after a while; refuses while another one runs. */
  make(wish: { readonly outputs: boolean; readonly keep: number | null }): Promise<Result<Backup, Refusal>>
  list(): Promise<Omit<BackupList, 'elsewhere'>>
  /** Deletes one, or cancels it while it is under way. */
  remove(id: string): Promise<Result<null, Refusal>>
  /** Ends what is under way. May be called twice. */
  stop(): Promise<void>
}

/** A request may wait so long; whoever wants to know more asks for the list. */
const answerMs = 20_000

type Current = { readonly backup: Backup; readonly run: BackupRun; readonly ended: Promise<Result<Backup, Refusal>> }

type BackupGround = Pick<SystemGround, 'config' | 'database' | 'clock' | 'timers' | 'machine' | 'version' | 'log'>

export function createBackups(ground: BackupGround): Backups {
  return new OwnBackups(ground)
}

class OwnBackups implements Backups {
  readonly #ground: BackupGround
  readonly #folder: string
  #current: Current | null = null
  /** Begun, and not yet known whether there is room. */
  #isPreparing = false
  #failed: Backup | null = null

  constructor(ground: BackupGround) {
    this.#ground = ground
    this.#folder = backupsFolder(ground.config.home)
  }

  async make(wish: { readonly outputs: boolean; readonly keep: number | null }): Promise<Result<Backup, Refusal>> {
    if (this.#current !== null || this.#isPreparing) return err(inProgress(this.#current))
    this.#isPreparing = true
    try {
      const refusal = await this.#prepare(wish.outputs)
      if (refusal !== null) return err(refusal)
      this.#current = await this.#begin(wish)
    } finally {
      this.#isPreparing = false
    }
    return await Promise.race([this.#current.ended, this.#later()])
  }

  async list(): Promise<Omit<BackupList, 'elsewhere'>> {
    const done = await listArchives(this.#folder)
    const current = this.#current
    const shown = [...(current === null ? [] : [asItStands(current)]), ...(this.#failed === null ? [] : [this.#failed])]
    const backups = [...shown, ...done.filter(({ id }) => !shown.some((other) => other.id === id))]
    return { backups, folder: this.#folder, free_bytes: await freeBytes(this.#ground.config.home) }
  }

  async remove(id: string): Promise<Result<null, Refusal>> {
    const current = this.#current
    if (current?.backup.id === id) {
      current.run.cancel()
      await current.ended
      return ok(null)
    }
    if (this.#failed?.id === id) {
      this.#failed = null
      return ok(null)
    }
    return (await removeArchive(this.#folder, id)) ? ok(null) : err(unknownBackup(id))
  }

  async stop(): Promise<void> {
    this.#current?.run.cancel()
    await this.#current?.ended
  }

  /** Makes the folder, and looks for room: a backup must not be what fills the disk. */
  async #prepare(outputs: boolean): Promise<Refusal | null> {
    const { home } = this.#ground.config
    if (!tryToMake(this.#folder)) return notOurs(this.#folder)
    removeLeftOvers(this.#folder)
    const [database, wal, files, free] = await Promise.all([
      unlessMissing(stat(join(home, databaseName))),
      unlessMissing(stat(join(home, `${databaseName}-wal`))),
      sizeToKeep(home, outputs),
      freeBytes(this.#folder),
    ])
    const needed = neededBytes({ database: (database?.size ?? 0) + (wal?.size ?? 0), files })
    return free >= needed ? null : noRoom(needed, free)
  }

  async #begin({ outputs, keep }: { readonly outputs: boolean; readonly keep: number | null }): Promise<Current> {
    const { config, clock, database, machine, version, timers } = this.#ground
    const { home } = config
    const id = backupId(clock.now(), new Set(await idsIn(this.#folder)))
    const path = join(this.#folder, archiveName(id))
    const at = toIso(clock.now())
    const schema = schemaNumber
    const manifest: Manifest = {
      format: 1,
      product: 'orrery',
      made_at: at,
      version,
      schema,
      host: machine.hostName,
      home,
      outputs,
    }
    const run = runBackup({ home, path, manifest, hasTables: dialectOf(database.read) === 'sqlite' }, timers)
    const begun = { total_bytes: 0, step: 'database', problem: null, bytes: 0, version, schema, outputs } as const
    const backup: Backup = { id, state: 'running', at, path, ...begun }
    this.#failed = null
    const ended = run.ended.then(async (end) => {
      const result = await this.#settle({ backup, end, keep })
      this.#current = null
      return result
    })
    return { backup, run, ended }
  }

  async #settle(over: {
    readonly backup: Backup
    readonly end: BackupEnd
    readonly keep: number | null
  }): Promise<Result<Backup, Refusal>> {
    const { backup, end, keep } = over
    const done = end.kind === 'done' ? await readArchive(this.#folder, backup.id) : null
    if (done === null) {
      const refusal = endRefusal(end)
      if (end.kind === 'cancelled') return err(refusal)
      this.#ground.log.error({ backup_id: backup.id, reason: refusal.reason }, 'a backup failed')
      const problem = [refusal.reason, refusal.hint ?? ''].join(' ').trim()
      this.#failed = { ...backup, state: 'failed', total_bytes: null, step: null, problem }
      return err(refusal)
    }
    const { log } = this.#ground
    log.info({ backup_id: done.id, bytes: done.bytes }, 'a backup is done')
    for (const id of idsToDrop(await idsIn(this.#folder), keep)) await removeArchive(this.#folder, id)
    return ok(done)
  }

  /** What a request answers that has waited long enough. */
  #later(): Promise<Result<Backup, Refusal>> {
    return new Promise((resolve) => {
      this.#ground.timers.after(answerMs, () => {
        if (this.#current !== null) resolve(ok(asItStands(this.#current)))
      })
    })
  }
}

function asItStands({ backup, run }: Current): Backup {
  const { step, bytes, total } = run.progress()
  return { ...backup, step, bytes, total_bytes: Math.max(total, bytes) }
}

function inProgress(current: Current | null): Refusal {
  const which = current === null ? '' : ` (${current.backup.id})`
  return {
    error: 'conflict',
    reason: `A backup is under way${which}, and there is one at a time.`,
    hint: 'Wait for its end: orrery backup --list shows how far it is.',
  }
}

function tryToMake(folder: string): boolean {
  try {
    makeOwnFolder(folder)
    return true
  } catch {
    // Whatever is in its place, the refusal names the folder.
    return false
  }
}

function notOurs(folder: string): Refusal {
  return {
    error: 'storage_unavailable',
    reason: `${folder} can’t be written to, or is no folder: a symbolic link is not followed.`,
    hint: 'Move it away; the next backup makes a folder.',
  }
}

function noRoom(needed: number, free: number): Refusal {
  return {
    error: 'storage_unavailable',
    reason: `A backup may take ${formatBytes(needed)} for a while, and the disk of the home has ${formatBytes(free)} left.`,
    hint: 'Make room, delete older backups, or leave out what agents wrote: orrery backup --no-outputs',
  }
}

function endRefusal(end: BackupEnd): Refusal {
  switch (end.kind) {
    case 'cancelled':
      return { error: 'conflict', reason: 'The backup was cancelled, and nothing of it is left.' }
    case 'disk_full':
      return {
        error: 'storage_unavailable',
        reason: 'The disk of the home became full during the backup, and nothing of it is left.',
        hint: 'Make room, delete older backups, or leave out what agents wrote: orrery backup --no-outputs',
      }
    case 'failed':
      return {
        error: 'storage_unavailable',
        reason: `The backup was not made: ${end.reason}.`,
        hint: 'See what is wrong with: orrery doctor',
      }
    case 'done':
      return { error: 'conflict', reason: 'The backup was deleted as soon as it was done.' }
  }
}

export function unknownBackup(id: string): Refusal {
  return { error: 'not_found', reason: `There is no backup ${id}.`, hint: 'See which there are: orrery backup --list' }
}
