// Where usage comes in: from files of this machine, from devices and from the gateway. Each is counted in the commit that keeps
// how far it was read.
import type { DatabaseSync } from 'node:sqlite'
import { dayMs, toIso } from '#base/time.ts'
import type { Alongside } from '#platform/server/db/alongside.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { onSqlite } from '#platform/server/db/script.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { GatewayUsage } from '#rooms/mirror/contract.ts'
import { usageBatchSchema, type UsageBatch, type UsageRecord } from '../contract.ts'
import type { Calendar } from '../core/local-day.ts'
import { costOf, type PriceOf } from '../core/prices.ts'
import { addToDay, countBatch, type UsedBy } from './count.ts'
import { fileMarkSchema, type FileMark, type ReadBatch } from './follow-files.ts'
import type { FueledPort } from './ports.ts'

export type CounterParts = {
  readonly database: Pick<Database, 'commits' | 'read'>
  readonly clock: Clock
  readonly calendar: () => Calendar
  readonly priceOf: () => PriceOf
  readonly sessions: Pick<FueledPort, 'find' | 'findByName'>
  readonly onCounted: (sessionId: string | null) => void
}

export interface UsageCounter {
  markOf(path: string): Promise<FileMark | null>
  /** Whose files were read lately: an earlier life of the service may have left some of them unread. */
  readLately(): Promise<readonly ReadLately[]>
  /** Rejects with `StorageError`. */
  keepFiles(sessionId: string, batch: ReadBatch): Promise<void>
  /** To be committed with the envelope that told it; null for what is no usage. */
  fromDevice(run: { readonly deviceId: string; readonly sessionId: string }, usage: unknown): Alongside | null
  /** Rejects with `StorageError`. */
  fromGateway(rows: readonly GatewayUsage[]): Promise<void>
  /** Prices what had none when it was counted. Rejects with `StorageError`. */
  priceAgain(): Promise<void>
}

/** A session whose agent wrote into a file of that conversation. */
export type ReadLately = Pick<FileMark, 'client' | 'conversation'> & { readonly sessionId: string }

const thisMachine = 'local'
/** A service that was away for longer finds more by the next hook. */
const latelyMs = 7 * dayMs
/** Records that are priced anew in one commit. */
const atOnce = 500

export function createCounter(parts: CounterParts): UsageCounter {
  const { database, clock, sessions, onCounted } = parts
  const counting = () => ({ nowMs: clock.now(), calendar: parts.calendar(), priceOf: parts.priceOf() })

  function counted(batch: UsageBatch, by: UsedBy): Alongside {
    let hasCounted = false
    return {
      script: () => onSqlite((db) => void (hasCounted = countBatch(db, batch, { by, counting: counting() }))),
      committed: () => hasCounted && onCounted(by.sessionId),
    }
  }

  return {
    ...marksIn(database.read, clock),
    async keepFiles(sessionId, { marks, ...batch }) {
      const session = sessions.find(sessionId)
      const by = { sessionId, agent: session?.agent_type ?? 'unknown', deviceId: thisMachine }
      const { script, committed } = counted(batch, by)
      await database.commits.write({
        *script() {
          yield* script()
          yield* onSqlite((db) => saveMarks(db, { sessionId, marks, at: toIso(clock.now()) }))
        },
        committed: () => committed?.(),
        mayUseReserve: true,
      })
    },
    fromDevice({ deviceId, sessionId }, usage) {
      const batch = usageBatchSchema.safeParse(usage)
      if (!batch.success) return null
      return counted(batch.data, { sessionId, agent: sessions.find(sessionId)?.agent_type ?? 'unknown', deviceId })
    },
    async fromGateway(rows) {
      const bySession = Map.groupBy(rows, ({ sessionKey }) => sessionKey?.split(':').at(-1) ?? '')
      for (const [name, own] of bySession) {
        const sessionId = sessions.findByName(name)?.id ?? null
        const by = { sessionId, agent: 'gateway-agent', deviceId: thisMachine }
        await database.commits.write(counted({ source: 'gateway', records: own.flatMap(recordOf) }, by))
      }
    },
    async priceAgain() {
      for (;;) {
        let changed = 0
        await database.commits.write({ run: (db) => (changed = priceSome(db, parts.priceOf())) })
        if (changed > 0) onCounted(null)
        if (changed < atOnce) return
      }
    },
  }
}

/** How far files were read. */
function marksIn(read: Database['read'], clock: Clock): Pick<UsageCounter, 'markOf' | 'readLately'> {
  return {
    async markOf(path) {
      const row = await read.selectFrom('fuel_files').select('state').where('path', '=', path).executeTakeFirst()
      return row === undefined ? null : (fileMarkSchema.safeParse(JSON.parse(row.state)).data ?? null)
    },
    async readLately() {
      const since = toIso(clock.now() - latelyMs)
      const rows = await read
        .selectFrom('fuel_files')
        .select(['session_id', 'state'])
        .where('read_at', '>', since)
        .execute()
      return rows.flatMap(({ session_id: sessionId, state }) => {
        const mark = fileMarkSchema.safeParse(JSON.parse(state)).data
        return mark === undefined ? [] : [{ sessionId, client: mark.client, conversation: mark.conversation }]
      })
    },
  }
}

type Marks = { readonly sessionId: string; readonly marks: ReadonlyMap<string, FileMark>; readonly at: string }

function saveMarks(db: DatabaseSync, { sessionId, marks, at }: Marks): void {
  const save = db.prepare('INSERT OR REPLACE INTO fuel_files VALUES (?, ?, ?, ?)')
  for (const [path, mark] of marks) save.run(path, sessionId, at, JSON.stringify(mark))
}

/** Of an agent of the gateway only its output is told, where no run tells the rest. A cost of nothing says that nobody knows it. */
function recordOf({ runId, atMs, model, inputTokens, outputTokens, totalTokens, cost }: GatewayUsage): UsageRecord[] {
  const input = inputTokens ?? Math.max(0, totalTokens - outputTokens)
  if (input + outputTokens === 0) return []
  const tokens = { input, output: outputTokens, cache_read: 0, cache_write: 0 }
  const told = cost !== null && cost > 0 ? cost : null
  const names = {
    key: runId.slice(0, 300),
    conversation: runId.slice(0, 300),
    model: (model ?? 'unknown').slice(0, 200),
  }
  return [{ kind: 'used', at: atMs, ...names, ...tokens, cost_usd: told, is_copy: false }]
}

function priceSome(db: DatabaseSync, priceOf: PriceOf): number {
  const models = db.prepare('SELECT DISTINCT model FROM fuel_usage WHERE cost IS NULL').all()
  const known = models.map(({ model }) => String(model)).filter((model) => priceOf(model) !== null)
  const select = db.prepare('SELECT * FROM fuel_usage WHERE cost IS NULL AND model = ? LIMIT ?')
  const update = db.prepare('UPDATE fuel_usage SET cost = ? WHERE key = ?')
  let left = atOnce
  for (const model of known)
    for (const row of left > 0 ? select.all(model, left) : []) {
      const counts = {
        input: Number(row.input),
        output: Number(row.output),
        cache_read: Number(row.cache_read),
        cache_write: Number(row.cache_write),
      }
      const names = { day: String(row.day), session_id: String(row.session_id), agent: String(row.agent) }
      const place = { ...names, device_id: String(row.device_id), model }
      const cost = costOf(counts, priceOf(model))
      update.run(cost, String(row.key))
      addToDay(db, { ...place, ...counts, cost: null }, -1)
      addToDay(db, { ...place, ...counts, cost }, 1)
      left -= 1
    }
  return atOnce - left
}
