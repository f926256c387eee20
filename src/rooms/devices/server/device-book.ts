// The devices in memory, with how each is connected now. What is stored of them changes by commits alone.
import { fromIso, toIso } from '#base/time.ts'
import type { Alongside } from '#platform/server/db/alongside.ts'
import type { News } from '#platform/server/db/news.ts'
import type { Publish } from '#platform/server/live/kinds.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { Script } from '#platform/server/db/script.ts'
import type { Timers } from '#platform/server/timers.ts'
import { localDeviceId, type Device, type OutdatedSide } from '../contract.ts'
import type { DeviceNodes } from './ports.ts'
import type { HostFacts } from '../contract/from-device.ts'
import { isOffline } from '../core/channel/liveness.ts'
import { viewOf, type Presence } from '../core/device-view.ts'
import { fieldsIn, type DeviceField, type DeviceRecord, type DeviceStore } from './device-store.ts'

export interface DeviceBook {
  get(id: string): DeviceRecord | null
  byKey(publicKey: string): DeviceRecord | null
  byCode(codeSha256: string): DeviceRecord | null
  /** As everybody sees it; null for an unknown id. */
  view(id: string): Device | null
  /** Revoked ones too, in the order of their pairing. */
  all(): Device[]
  /** How long ago its last heartbeat of this life of the hub came; null before one. */
  heartbeatAgeMs(id: string): number | null
  /** How many are connected. */
  present(): number
  /** Commits a new one, then tells of it. Rejects with `StorageError`; then there is none. */
  add(record: DeviceRecord): Promise<void>
  /** Commits a change of one that is known, then tells of it. Rejects with `StorageError`; then nothing changed. */
  change(id: string, fields: Partial<DeviceRecord>): Promise<void>
  /** A connection was welcomed. */
  connect(id: string, version: string): void
  /** It proved what its secrets are encrypted to. */
  prove(id: string, recipient: string, proof: NonNullable<DeviceRecord['recipientProof']>): void
  heartbeat(id: string, facts: HostFacts): void
  /** It dialed, and the two speak no common protocol: `side` is the older one. */
  misunderstood(id: string, side: OutdatedSide): void
  /** It sent a frame that is about no session of its own. */
  dropped(id: string): void
  /** It said goodbye, or was sent away: it is offline at once. */
  disconnect(id: string): void
  /** Another node holds it from now on. */
  moved(id: string): void
  /** Another node changed what is known of these, or which it holds. Rejects when they can't be read. */
  reread(ids: readonly string[]): Promise<void>
  /** Tells of those that fell silent since the last look. */
  tellSilent(): void
  /** Stores the last heartbeats that are not stored yet. Never rejects. */
  storeHeartbeats(): Promise<void>
}

export type DeviceBookParts = {
  readonly records: readonly DeviceRecord[]
  readonly store: DeviceStore
  readonly commits: Database['commits']
  readonly publish: Publish<Device>
  readonly clock: Clock
  readonly timers: Timers
  /** Of all devices at once: there may be a thousand sessions. */
  readonly activeOn: () => ReadonlyMap<string, number>
  /** The services that share the database; null where there are none. */
  readonly nodes: DeviceNodes | null
}

export function createDeviceBook(parts: DeviceBookParts): DeviceBook {
  return new Book(parts)
}

class Book implements DeviceBook {
  readonly #parts: DeviceBookParts
  readonly #records: Map<string, DeviceRecord>
  readonly #presence = new Map<string, Presence>()
  /** Those that are away without a goodbye. */
  readonly #silent = new Set<string>()
  /** Those that dialed last in a protocol that is not the hub's. */
  readonly #outdated = new Map<string, OutdatedSide>()
  /** Whose last heartbeat is newer than what is stored. */
  readonly #unstored = new Set<string>()
  readonly #dropped = new Map<string, number>()

  constructor(parts: DeviceBookParts) {
    this.#parts = parts
    this.#records = new Map(parts.records.map((record) => [record.id, record]))
  }

  get(id: string): DeviceRecord | null {
    return this.#records.get(id) ?? null
  }

  byKey(publicKey: string): DeviceRecord | null {
    return this.#find((record) => record.public_key === publicKey)
  }

  byCode(codeSha256: string): DeviceRecord | null {
    return this.#find((record) => record.codeSha256 === codeSha256)
  }

  view(id: string): Device | null {
    const record = this.#records.get(id)
    return record === undefined ? null : this.#viewOf(record, this.#parts.activeOn())
  }

  #viewOf(record: DeviceRecord, active: ReadonlyMap<string, number>): Device {
    const { id } = record
    const held = this.#heldBy(id)
    const view = viewOf(record, {
      presence: this.#presence.get(id) ?? this.#presenceElsewhere(id),
      isSilent: this.#silent.has(id),
      outdated: this.#outdated.get(id) ?? null,
      activeSessions: active.get(id) ?? 0,
      droppedFrames: this.#dropped.get(id) ?? 0,
      passedMs: this.#parts.timers.passedMs(),
    })
    return held === null ? view : { ...view, node: held }
  }

  #heldBy(id: string): string | null {
    return id === localDeviceId ? null : (this.#parts.nodes?.holderOf(id) ?? null)
  }

  /** The node that holds it counts its heartbeats, and says when they end. */
  #presenceElsewhere(id: string): Presence | null {
    const connectedAt = this.#parts.nodes?.connectedElsewhere(id) ?? null
    if (connectedAt === null) return null
    const { clock, timers } = this.#parts
    const nowMs = timers.passedMs()
    const connectedSinceMs = nowMs - Math.max(0, clock.now() - fromIso(connectedAt))
    return { connectedSinceMs, connectedAt, lastHeartbeatMs: nowMs }
  }

  all(): Device[] {
    const active = this.#parts.activeOn()
    return this.#records
      .values()
      .map((record) => this.#viewOf(record, active))
      .toArray()
  }

  heartbeatAgeMs(id: string): number | null {
    const presence = this.#presence.get(id)
    return presence === undefined ? null : this.#parts.timers.passedMs() - presence.lastHeartbeatMs
  }

  present(): number {
    return this.#presence.size
  }

  async add(record: DeviceRecord): Promise<void> {
    await this.#commit(record.id, { make: () => record, save: () => this.#parts.store.save(record) })
  }

  async change(id: string, fields: Partial<DeviceRecord>): Promise<void> {
    const record = this.#records.get(id)
    if (record === undefined) return
    // Heartbeats come while a commit waits, so that the fields are laid over what stands by then.
    await this.#commit(id, {
      make: () => ({ ...(this.#records.get(id) ?? record), ...fields }),
      save: () => this.#parts.store.save({ ...record, ...fields }, fieldsIn(fields)),
    })
  }

  connect(id: string, version: string): void {
    const { clock, timers } = this.#parts
    const nowMs = timers.passedMs()
    this.#silent.delete(id)
    this.#outdated.delete(id)
    this.#presence.set(id, { connectedSinceMs: nowMs, connectedAt: toIso(clock.now()), lastHeartbeatMs: nowMs })
    this.#note(id, { version })
  }

  prove(id: string, recipient: string, proof: NonNullable<DeviceRecord['recipientProof']>): void {
    this.#note(id, { age_recipient: recipient, recipientProof: proof })
  }

  heartbeat(id: string, facts: HostFacts): void {
    const { clock, timers } = this.#parts
    const present = this.#presence.get(id)
    if (present === undefined) return
    this.#presence.set(id, { ...present, lastHeartbeatMs: timers.passedMs() })
    this.#note(id, { facts, last_heartbeat: toIso(clock.now()) })
    // The other nodes choose by it as well.
    const isFirst = present.connectedSinceMs === present.lastHeartbeatMs
    if (isFirst && this.#parts.nodes !== null) void this.storeHeartbeats()
  }

  misunderstood(id: string, side: OutdatedSide): void {
    if (this.#outdated.get(id) === side) return
    this.#outdated.set(id, side)
    this.#tell(id)
  }

  dropped(id: string): void {
    this.#dropped.set(id, (this.#dropped.get(id) ?? 0) + 1)
    this.#tell(id)
  }

  disconnect(id: string): void {
    if (!this.#presence.delete(id)) return
    this.#tell(id)
    if (id === localDeviceId) return
    this.#parts.nodes?.leave(id).catch(() => {
      // Who takes it next says so; until then the others see that its heartbeats end with this node.
    })
  }

  moved(id: string): void {
    this.#unstored.delete(id)
    if (this.#presence.delete(id)) this.#tell(id)
  }

  async reread(ids: readonly string[]): Promise<void> {
    const wanted = new Set(ids.filter((id) => id !== localDeviceId))
    for (const record of await this.#parts.store.load()) {
      if (!wanted.has(record.id)) continue
      const own = this.#presence.has(record.id) ? this.#records.get(record.id) : undefined
      // What its connection here told is newer.
      const told = own === undefined ? {} : Object.fromEntries(toldByConnections.map((name) => [name, own[name]]))
      this.#records.set(record.id, { ...record, ...told })
      if (record.revoked_at !== null) this.#presence.delete(record.id)
      this.#tell(record.id)
    }
  }

  tellSilent(): void {
    const nowMs = this.#parts.timers.passedMs()
    for (const [id, { lastHeartbeatMs }] of this.#presence) {
      if (!isOffline(lastHeartbeatMs, nowMs)) continue
      this.#silent.add(id)
      this.disconnect(id)
    }
  }

  async storeHeartbeats(): Promise<void> {
    const { commits, store } = this.#parts
    const { nodes } = this.#parts
    const isOurs = (id: string): boolean => nodes === null || (nodes.holderOf(id) ?? nodes.here) === nodes.here
    const records = [...this.#unstored].filter(isOurs).flatMap((id) => this.#records.get(id) ?? [])
    this.#unstored.clear()
    if (records.length === 0) return
    const ids = records.map(({ id }) => id).filter((id) => id !== localDeviceId)
    const write = {
      *script(): Script {
        for (const record of records) yield* store.save(record, toldByConnections)
      },
      news: () => newsOf(ids),
    }
    const run = commits.write(ids.reduce<Alongside>((all, id) => nodes?.held(id, all) ?? all, write))
    // A disk that takes nothing costs the numbers of a minute; the next ones are as good.
    await run.catch(() => records.forEach(({ id }) => this.#unstored.add(id)))
  }

  async #commit(id: string, { make, save }: Committing): Promise<void> {
    await this.#parts.commits.write({
      script: save,
      news: () => newsOf([id]),
      committed: () => {
        const record = make()
        this.#records.set(id, record)
        if (record.revoked_at !== null) this.#presence.delete(id)
        this.#tell(id)
      },
    })
  }

  /** What a connection tells is stored later, all devices together. */
  #note(id: string, fields: Partial<DeviceRecord>): void {
    const record = this.#records.get(id)
    if (record === undefined) return
    this.#records.set(id, { ...record, ...fields })
    this.#unstored.add(id)
    this.#tell(id)
  }

  #tell(id: string): void {
    const value = this.view(id)
    if (value === null) return
    const isGone = value.status === 'revoked'
    this.#parts.publish([isGone ? { op: 'remove', id, value: null } : { op: 'upsert', id, value }])
  }

  #find(wanted: (record: DeviceRecord) => boolean): DeviceRecord | null {
    return this.#records.values().find(wanted) ?? null
  }
}

/** The room of the news about devices. */
export const devicesNews = 'devices'
const newsOf = (ids: readonly string[]): readonly News[] => (ids.length === 0 ? [] : [{ room: devicesNews, ids }])

/** What it is in memory after the commit, and how that is written: only what changed, since other changes may share the commit. */
type Committing = { readonly make: () => DeviceRecord; readonly save: () => Script }

/** What a connection notes of its device, and is stored later. */
const toldByConnections: readonly DeviceField[] = [
  'version',
  'age_recipient',
  'recipientProof',
  'facts',
  'last_heartbeat',
]
