// The devices in memory, with how each is connected now. What is stored of them changes by commits alone.
import { toIso } from '#base/time.ts'
import type { Publish } from '#platform/server/live/kinds.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { Script } from '#platform/server/db/script.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { Device, OutdatedSide } from '../contract.ts'
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
    return viewOf(record, {
      presence: this.#presence.get(id) ?? null,
      isSilent: this.#silent.has(id),
      outdated: this.#outdated.get(id) ?? null,
      activeSessions: active.get(id) ?? 0,
      droppedFrames: this.#dropped.get(id) ?? 0,
      passedMs: this.#parts.timers.passedMs(),
    })
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
    if (this.#presence.delete(id)) this.#tell(id)
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
    const records = [...this.#unstored].flatMap((id) => this.#records.get(id) ?? [])
    this.#unstored.clear()
    if (records.length === 0) return
    const run = commits.write({
      *script() {
        for (const record of records) yield* store.save(record, toldByConnections)
      },
    })
    // A disk that takes nothing costs the numbers of a minute; the next ones are as good.
    await run.catch(() => records.forEach(({ id }) => this.#unstored.add(id)))
  }

  async #commit(id: string, { make, save }: Committing): Promise<void> {
    await this.#parts.commits.write({
      script: save,
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
