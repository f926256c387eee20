// Sessions of other services that share the database: read from their parts of the log, shown, and never written here.
import type { LiveChange } from '#platform/live-kind.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { Publish } from '#platform/server/live/kinds.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { SessionCard } from '../../contract.ts'
import { toCard } from '../../core/list/card.ts'
import { replay, type ReplayState } from '../../core/restore/replay.ts'
import { openedNews, sessionsNews, type EventLog } from '../log/event-log.ts'
import { readNode, toStep } from '../restore/restore.ts'
import { createShownThere, type ShownThere } from './shown-there.ts'

export interface ForeignSessions extends ShownThere {
  /** Reads all of them, and follows what their services commit. Rejects when the log can't be read. */
  begin(): Promise<void>
  /** Since when each node is unreachable; those that are not named are heard. What could not be read is tried anew. */
  hear(unreachableSince: ReadonlyMap<string, string>): Promise<void>
  /** Those whose sessions are in the log, this one among them; null alone where it has the log for itself. */
  nodes(): readonly (string | null)[]
}

type ForeignParts = {
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
    hear: (unreachableSince) => reader.hearOf(unreachableSince),
    nodes: () => [others.node, ...reader.nodes()],
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

  async hearOf(unreachableSince: ReadonlyMap<string, string>): Promise<void> {
    const before = this.#away
    this.#away = unreachableSince
    for (const node of this.#known.keys()) {
      if (before.get(node) !== unreachableSince.get(node)) this.#show(node, this.#shown.idsOf(node))
    }
    await this.readAll([...this.#unread])
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

  #show(node: string, ids: Iterable<string>): void {
    const at = { name: node, unreachable_since: this.#away.get(node) ?? null }
    const changes: LiveChange<SessionCard>[] = []
    for (const id of ids) {
      const record = this.#known.get(node)?.state.records.get(id)
      const session = record === undefined ? null : { ...record.session, node: at }
      for (const taskId of this.#shown.place(id, session)) this.#parts.onTaskSettled(taskId)
      changes.push(session === null ? { op: 'remove', id, value: null } : { op: 'upsert', id, value: toCard(session) })
    }
    if (changes.length > 0) this.#parts.publish(changes)
  }
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
