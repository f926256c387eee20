// Which node holds the socket of a device: it alone writes the sessions there. A lease has a number that grows with each taking,
// so that who had it before is refused, also one that was only slow.
import { secondMs, toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { createReadOthers } from '#platform/server/db/read-others.ts'
import { statement, type Script } from '#platform/server/db/script.ts'
import { BehindError } from '#platform/server/db/storage-error.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Session } from '../../contract.ts'

export type Lease = {
  readonly node: string
  readonly fence: number
  /** Since when the device is connected there; null while it is not. */
  readonly connectedAt: string | null
  /** The process of the device that was greeted last, and another one that was before it; null where none is known. */
  readonly daemon: string | null
  readonly daemonBefore: string | null
}

/** `from`: the node that had it, null for nobody. `note` is to be called right after the commit. */
export type TakenLease = { readonly from: string | null; readonly note: () => void }

export interface DeviceLeases {
  /** Whether who writes a session is told by its device's lease: not where one service has the database for itself. */
  concerns(session: Pick<Session, 'origin' | 'device_id'>): boolean
  /** Null: nobody took it yet. */
  of(deviceId: string): Lease | null
  /** The other node that holds it; null for this one, and where nobody does. */
  elsewhere(deviceId: string): string | null
  /** A part of a write: what this process no longer holds is refused with `BehindError`, at the latest by the commit. */
  hold(deviceIds: Iterable<string>): Script
  /** A part of a write that takes it for this process. `daemon`: the process of the device that came; null where none did. */
  take(deviceId: string, daemon: string | null): Script<TakenLease>
  /** A part of a write that says that the device is not connected any more. */
  leave(deviceId: string): Script
  /** What was written of these is read into memory. */
  reread(deviceIds: readonly string[]): Promise<void>
  /** Whether this process holds it now, or did a moment ago: asked of PostgreSQL where that is longer ago. */
  confirm(deviceId: string): Promise<boolean>
  /**
   * Told from now on of those whose lease another node changed, one after the other, in the order of these calls; where one
   * rejects, all of them are told again.
   */
  follow(heard: (deviceId: string) => Promise<void>): void
}

/** The room of the news about leases; the ids are those of devices. */
export const leasesNews = 'device leases'
/** Writes that build on the sessions of devices: one that is refused takes along those planned after it. */
export const plannedOnDevices = 'sessions of devices'

/** The machine of a service is a device of that service alone. */
const localDeviceId = 'local'
/** A node that was stopped for longer than this asks before it goes on. */
const freshMs = 2 * secondMs

type Row = {
  readonly device_id: string
  readonly node: string
  readonly fence: number
  readonly connected_at: string | null
  readonly daemon: string | null
  readonly daemon_before: string | null
}

const claim = statement(
  `INSERT INTO device_leases (device_id, node, fence, taken_at) VALUES (?, ?, 0, ?) ON CONFLICT (device_id) DO NOTHING`,
)
const share = statement<Row>('SELECT * FROM device_leases WHERE device_id = ?', {
  postgres: 'SELECT * FROM device_leases WHERE device_id = ? FOR SHARE',
})
const lock = statement<Row>('SELECT * FROM device_leases WHERE device_id = ?', {
  postgres: 'SELECT * FROM device_leases WHERE device_id = ? FOR UPDATE',
})
const change = statement(
  `UPDATE device_leases SET node = ?, fence = fence + 1, taken_at = ?, connected_at = ?, daemon = ?, daemon_before = ?
    WHERE device_id = ?`,
)
const disconnect = statement(
  'UPDATE device_leases SET connected_at = NULL WHERE device_id = ? AND node = ? AND fence = ?',
)

type LeaseParts = {
  readonly database: Pick<Database, 'read' | 'others'>
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
  readonly passedMs: () => number
}

/** Reads them. Rejects when the database can't be read. */
export async function openLeases(parts: LeaseParts): Promise<DeviceLeases> {
  const leases = new Leases(parts)
  if (parts.database.others.node !== null) await leases.readAll()
  return leases
}

class Leases implements DeviceLeases {
  readonly #parts: LeaseParts
  readonly #node: string | null
  readonly #known = new Map<string, Lease>()
  readonly #heard: ((deviceId: string) => Promise<void>)[] = []
  /** When it was last seen that this process holds one. */
  readonly #seenMs = new Map<string, number>()

  constructor(parts: LeaseParts) {
    this.#parts = parts
    this.#node = parts.database.others.node
  }

  concerns({ origin, device_id: id }: Pick<Session, 'origin' | 'device_id'>): boolean {
    return this.#node !== null && origin === 'fabric' && id !== null && id !== localDeviceId
  }

  of(deviceId: string): Lease | null {
    return this.#known.get(deviceId) ?? null
  }

  elsewhere(deviceId: string): string | null {
    const node = this.#known.get(deviceId)?.node ?? null
    return node === this.#node ? null : node
  }

  *hold(deviceIds: Iterable<string>): Script {
    for (const id of new Set(deviceIds)) {
      const own = this.#known.get(id)
      // What runs on a device that nobody holds is its first writer's.
      if (own === undefined) yield* claim.run(id, this.#node, toIso(this.#parts.clock.now()))
      const row = yield* share.first(id)
      const isOurs = row?.node === this.#node && (own === undefined || own.fence === row?.fence)
      if (!isOurs) throw new BehindError([id])
    }
  }

  *take(deviceId: string, came: string | null): Script<TakenLease> {
    const startedMs = this.#parts.passedMs()
    const at = toIso(this.#parts.clock.now())
    yield* claim.run(deviceId, this.#node, at)
    const before = yield* lock.first(deviceId)
    const daemon = came ?? before?.daemon ?? null
    const daemonBefore = (daemon === before?.daemon ? before?.daemon_before : before?.daemon) ?? null
    yield* change.run(this.#node, at, at, daemon, daemonBefore, deviceId)
    const fence = (before?.fence ?? 0) + 1
    return {
      from: before === undefined || before.fence === 0 ? null : before.node,
      note: () => {
        this.#known.set(deviceId, { node: this.#node ?? '', fence, connectedAt: at, daemon, daemonBefore })
        this.#seenMs.set(deviceId, startedMs)
      },
    }
  }

  *leave(deviceId: string): Script {
    const own = this.#known.get(deviceId)
    if (own?.node === this.#node) yield* disconnect.run(deviceId, own.node, own.fence)
  }

  async readAll(): Promise<void> {
    this.#note(await this.#parts.database.read.selectFrom('device_leases').selectAll().execute())
  }

  async reread(deviceIds: readonly string[]): Promise<void> {
    if (deviceIds.length === 0) return
    const startedMs = this.#parts.passedMs()
    const rows = await this.#parts.database.read
      .selectFrom('device_leases')
      .selectAll()
      .where('device_id', 'in', deviceIds)
      .execute()
    this.#note(rows)
    for (const { device_id: id, node } of rows) if (node === this.#node) this.#seenMs.set(id, startedMs)
  }

  async confirm(deviceId: string): Promise<boolean> {
    if (this.#node === null || deviceId === localDeviceId) return true
    const before = this.#known.get(deviceId)
    if (before?.node !== this.#node) return false
    if (this.#parts.passedMs() - (this.#seenMs.get(deviceId) ?? -freshMs) < freshMs) return true
    await this.reread([deviceId])
    const now = this.#known.get(deviceId)
    return now?.node === this.#node && now.fence === before.fence
  }

  follow(heard: (deviceId: string) => Promise<void>): void {
    this.#heard.push(heard)
    if (this.#heard.length > 1) return
    const tell = async (id: string): Promise<void> => {
      for (const each of this.#heard) await each(id)
    }
    const hear = async (ids: readonly string[]): Promise<void> => {
      await this.reread(ids)
      for (const id of ids) await tell(id)
    }
    const readAll = async (): Promise<void> => {
      await this.readAll()
      for (const id of this.#known.keys()) await tell(id)
    }
    // Until it can be done: what is not let go stays ours on the board, and nobody tells of this lease again.
    const read = createReadOthers({ ...this.#parts, what: 'leases of devices' })
    this.#parts.database.others.follow(leasesNews, {
      hear: (ids) => read(() => hear(ids)),
      missed: () => read(readAll),
    })
  }

  #note(rows: readonly Row[]): void {
    for (const { device_id: id, node, fence, connected_at: connectedAt, daemon, daemon_before: daemonBefore } of rows) {
      const known = this.#known.get(id)
      // A read may be older than what was heard since.
      if (known === undefined || known.fence <= fence)
        this.#known.set(id, { node, fence, connectedAt, daemon, daemonBefore })
    }
  }
}
