// Sessions of other services that share the database: read from their parts of the log, shown, and never written here.
import type { LiveChange } from '#platform/live-kind.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { Publish } from '#platform/server/live/kinds.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { SessionCard } from '../../contract.ts'
import { byOurClock } from '../../core/by-our-clock.ts'
import { toCard } from '../../core/list/card.ts'
import { replay, type ReplayState } from '../../core/restore/replay.ts'
import { openedNews, sessionsNews, type EventLog, type ReplayRow } from '../log/event-log.ts'
import type { SessionRecord } from '../../core/record.ts'
import { statement, type Script } from '#platform/server/db/script.ts'
import { StorageError } from '#platform/server/db/storage-error.ts'
import type { DeviceLeases } from './leases.ts'
import type { Registry } from '../registry.ts'
import { readNode, toStep } from '../restore/restore.ts'
import { createShownThere, type ShownThere } from './shown-there.ts'

export interface ForeignSessions extends ShownThere {
  /** Reads all of them, and follows what their services commit. Rejects when the log can't be read. */
  begin(): Promise<void>
  /**
   * Since when each node is unreachable; those that are not named are heard. `aheadMs`: whose clock is so far ahead of ours. What
   * could not be read is tried anew.
   */
  hear(unreachableSince: ReadonlyMap<string, string>, aheadMs: ReadonlyMap<string, number>): Promise<void>
  /** What there is to take over with a device, as far as it is known here; what was committed since is read first. */
  planMove(deviceId: string): Promise<PlannedMove>
  /** A part of a write that has the device's lease, which `from` had: whether nothing was committed that the plan does not know. */
  isAsPlanned(planned: PlannedMove, from: string | null): Script<boolean>
  /** Its lease has changed: its sessions are shown as those of who holds it. */
  showOf(deviceId: string): void
  /** Since when a node is unreachable; null while it is heard, or nobody knows it. */
  unreachableSince(node: string): string | null
  /** Those whose sessions are in the log, this one among them; null alone where it has the log for itself. */
  nodes(): readonly (string | null)[]
}

/** Records as they stand at the nodes that have them, each of which is known up to `seq` of its part of the log. */
export type PlannedMove = {
  readonly deviceId: string
  readonly records: readonly { readonly record: SessionRecord; readonly node: string }[]
  readonly nodes: ReadonlyMap<string, { readonly seq: number; readonly state: ReplayState }>
}

type ForeignParts = {
  readonly leases: Pick<DeviceLeases, 'concerns' | 'of' | 'elsewhere'>
  /** The sessions of this service. */
  readonly registry: Pick<Registry, 'get'>
  readonly database: Pick<Database, 'read' | 'others'>
  readonly events: EventLog
  readonly publish: Publish<SessionCard>
  readonly clock: Clock
  readonly log: Log
  /** A session linked to the task entered or left completed there. */
  readonly onTaskSettled: (taskId: string) => void
}

/** Up to `seq` of its part of the log. */
type Known = { seq: number; readonly state: ReplayState }

/** Rows that are read at once of what another service did. */
const rowsAtOnce = 1000

export function createForeignSessions(parts: ForeignParts): ForeignSessions {
  const { others } = parts.database
  const shown = createShownThere()
  const reader = new NodeReader(parts, shown)
  return {
    ...shown,
    async begin() {
      if (others.node === null) return
      others.follow(sessionsNews, {
        hear: (nodes) => reader.catchUp(nodes),
        missed: () => reader.readAll(reader.nodes()),
      })
      // What it misses is read by the one above.
      others.follow(openedNews, { hear: (nodes) => reader.readAll(nodes), missed: async () => undefined })
      await reader.readAll(await nodesInLog(parts.database))
    },
    hear: (unreachableSince, aheadMs) => reader.hearOf(unreachableSince, aheadMs),
    nodes: () => [others.node, ...reader.nodes()],
    planMove: (deviceId) => reader.planMove(deviceId),
    isAsPlanned: (planned, from) => isAsPlanned(planned, { from, here: others.node, nowMs: parts.clock.now() }),
    showOf: (deviceId) => reader.showOf(deviceId),
    unreachableSince: (node) => reader.awaySince(node),
  }
}

/** Keeps what is shown in step with the log. Nothing of it rejects. */
class NodeReader {
  readonly #parts: ForeignParts
  readonly #shown: ShownThere
  readonly #known = new Map<string, Known>()
  /** Those that could not be read. */
  readonly #unread = new Set<string>()
  #away: ReadonlyMap<string, string> = new Map()
  #aheadMs: ReadonlyMap<string, number> = new Map()
  #last: Promise<void> = Promise.resolve()

  constructor(parts: ForeignParts, shown: ShownThere) {
    this.#parts = parts
    this.#shown = shown
  }

  nodes(): readonly string[] {
    return [...this.#known.keys()]
  }

  /** What these did since, or all of one that was not read yet. */
  catchUp(nodes: readonly string[]): Promise<void> {
    return this.#inTurn(nodes, async (node) => {
      const there = this.#known.get(node)
      if (there === undefined || this.#unread.has(node)) return this.#readAll(node)
      this.#show(node, await this.#readNewer(node, there))
    })
  }

  readAll(nodes: readonly string[]): Promise<void> {
    return this.#inTurn(nodes, (node) => this.#readAll(node))
  }

  async hearOf(unreachableSince: ReadonlyMap<string, string>, aheadMs: ReadonlyMap<string, number>): Promise<void> {
    const [away, ahead] = [this.#away, this.#aheadMs]
    this.#away = unreachableSince
    this.#aheadMs = aheadMs
    for (const node of this.#known.keys()) {
      const isSame = away.get(node) === unreachableSince.get(node) && ahead.get(node) === aheadMs.get(node)
      if (!isSame) this.#show(node, this.#shown.idsOf(node))
    }
    await this.readAll([...this.#unread])
  }

  awaySince(node: string): string | null {
    return this.#away.get(node) ?? null
  }

  async planMove(deviceId: string): Promise<PlannedMove> {
    const holder = this.#parts.leases.of(deviceId)?.node
    // Nobody held it: each node has those that were begun there.
    const asked = holder === undefined ? this.nodes() : [holder]
    await this.catchUp(asked)
    const nodes = new Map<string, Known>()
    const records: { readonly record: SessionRecord; readonly node: string }[] = []
    for (const node of asked) {
      const there = this.#known.get(node)
      if (node === this.#parts.database.others.node || there === undefined) continue
      if (this.#unread.has(node)) throw new StorageError(`The sessions of ${node} can not be read.`)
      const copy = { seq: there.seq, state: { ...there.state, records: new Map(there.state.records) } }
      nodes.set(node, copy)
      for (const record of recordsOn(copy.state, deviceId)) records.push({ record, node })
    }
    return { deviceId, records, nodes }
  }

  showOf(deviceId: string): void {
    const holder = this.#parts.leases.of(deviceId)?.node
    // Who has them now is told last.
    const nodes = [...this.#known.keys()].toSorted((one, other) => Number(one === holder) - Number(other === holder))
    for (const node of nodes) {
      const there = this.#known.get(node)
      if (there !== undefined)
        this.#show(
          node,
          recordsOn(there.state, deviceId).map(({ session }) => session.id),
        )
    }
  }

  /** One after the other, in the order in which it was heard. */
  #inTurn(nodes: readonly string[], read: (node: string) => Promise<void>): Promise<void> {
    const before = this.#last
    const readEach = async (): Promise<void> => {
      await before
      for (const node of nodes) if (node !== this.#parts.database.others.node) await this.#tryToRead(node, read)
    }
    this.#last = readEach()
    return this.#last
  }

  async #tryToRead(node: string, read: (node: string) => Promise<void>): Promise<void> {
    try {
      await read(node)
      this.#unread.delete(node)
    } catch (error) {
      this.#unread.add(node)
      this.#parts.log.warn({ err: error, node }, 'sessions of another node could not be read; it is tried again')
    }
  }

  async #readAll(node: string): Promise<void> {
    const { events, clock } = this.#parts
    const { state, seq } = await readNode(events, node, clock.now())
    const there = { seq, state }
    await this.#readNewer(node, there)
    this.#known.set(node, there)
    const gone = this.#shown.idsOf(node).filter((id) => !state.records.has(id))
    this.#show(node, [...gone, ...state.records.keys()])
  }

  /** Answers whom it concerns. */
  async #readNewer(node: string, there: Known): Promise<ReadonlySet<string>> {
    const { events, clock } = this.#parts
    const changed = new Set<string>()
    for (;;) {
      const rows = await events.since(there.seq, { node, limit: rowsAtOnce })
      for (const row of rows) {
        replay(there.state, toStep(row), clock.now())
        there.seq = row.seq
        changed.add(row.sessionId)
      }
      if (rows.length < rowsAtOnce) return changed
    }
  }

  /** Of a device that was taken over, what its earlier holder wrote counts no more. */
  #isOf(node: string, { session }: SessionRecord): boolean {
    const { leases } = this.#parts
    if (!leases.concerns(session)) return true
    return (leases.of(session.device_id ?? '')?.node ?? node) === node
  }

  #show(node: string, ids: Iterable<string>): void {
    const at = { name: node, unreachable_since: this.#away.get(node) ?? null }
    const aheadMs = this.#aheadMs.get(node) ?? 0
    const changes: LiveChange<SessionCard>[] = []
    for (const id of ids) {
      const record = this.#known.get(node)?.state.records.get(id)
      const session =
        record === undefined || !this.#isOf(node, record) ? null : { ...byOurClock(record.session, aheadMs), node: at }
      // Another one shows it.
      if (session === null && this.#shown.nodeOf(id) !== node) continue
      for (const taskId of this.#shown.place(id, session)) this.#parts.onTaskSettled(taskId)
      if (session === null && this.#parts.registry.get(id) !== null) continue
      changes.push(session === null ? { op: 'remove', id, value: null } : { op: 'upsert', id, value: toCard(session) })
    }
    if (changes.length > 0) this.#parts.publish(changes)
  }
}

function recordsOn({ records }: ReplayState, deviceId: string): SessionRecord[] {
  return [...records.values()].filter(({ session }) => session.origin === 'fabric' && session.device_id === deviceId)
}

const newer = statement<ReplayRow>(
  `SELECT seq, kind, session_id AS "sessionId", coalesce(data, 'null') AS data FROM session_events
    WHERE node = ? AND seq > ? AND kind <> 'checkpoint' ORDER BY seq`,
)

type Held = { readonly from: string | null; readonly here: string | null; readonly nowMs: number }

function* isAsPlanned({ deviceId, records, nodes }: PlannedMove, { from, here, nowMs }: Held): Script<boolean> {
  if (from !== null && from !== here && nodes.size > 0 && !nodes.has(from)) return false
  const there: SessionRecord[] = []
  for (const [node, { seq, state }] of nodes) {
    for (const row of yield* newer.all(node, seq)) replay(state, toStep(row), nowMs)
    there.push(...recordsOn(state, deviceId))
  }
  return there.length === records.length && there.every((record, at) => record === records[at]?.record)
}

/** Each has left a checkpoint with its first start. */
async function nodesInLog({ read }: Pick<Database, 'read'>): Promise<string[]> {
  const rows = await read
    .selectFrom('session_events')
    .select('node')
    .distinct()
    .where('kind', '=', 'checkpoint')
    .execute()
  return rows.flatMap(({ node }) => node ?? [])
}
