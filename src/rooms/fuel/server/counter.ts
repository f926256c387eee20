// Where usage comes in: from files of this machine, from devices and from the gateway. Each is counted in the commit that keeps
// how far it was read.
import { dayMs, toIso } from '#base/time.ts'
import { keptMachine, ownMachine } from '#base/own-machine.ts'
import type { Alongside } from '#platform/server/db/alongside.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { statement, type Script } from '#platform/server/db/script.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { GatewayUsage } from '#rooms/mirror/contract.ts'
import { usageBatchSchema, type UsageBatch, type UsageRecord } from '../contract.ts'
import type { Calendar } from '../core/local-day.ts'
import { costOf, type PriceOf } from '../core/prices.ts'
import { addToDay, countBatch, type KeptRow, type UsedBy } from './count.ts'
import { newsOf, takeTurn, usageOf } from './news.ts'
import { fileMarkSchema, type FileMark, type ReadBatch } from './follow-files.ts'
import type { FueledPort } from './ports.ts'

export type CounterParts = {
  readonly database: Pick<Database, 'commits' | 'read' | 'others'>
  readonly clock: Clock
  readonly calendar: () => Calendar
  readonly priceOf: () => PriceOf
  readonly sessions: Pick<FueledPort, 'find' | 'findByName'>
  readonly onCounted: (sessionId: string | null) => void
  /** Whether anybody judges what is counted: then the other services hear of it. */
  readonly hasBudgets: () => boolean
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

/** A service that was away for longer finds more by the next hook. */
const latelyMs = 7 * dayMs
/** Records that are priced anew in one commit. */
const atOnce = 500

export function createCounter(parts: CounterParts): UsageCounter {
  const { database, clock, sessions, onCounted } = parts
  const { node } = database.others
  const thisMachine = { teller: ownMachine, deviceId: keptMachine(node) }
  const counting = () => ({ nowMs: clock.now(), calendar: parts.calendar(), priceOf: parts.priceOf() })

  function counted(batch: UsageBatch, by: UsedBy): Alongside {
    let hasCounted = false
    return {
      *script() {
        hasCounted = yield* countBatch(batch, { by, counting: counting() })
      },
      committed: () => hasCounted && onCounted(by.sessionId),
      news: () => (hasCounted && parts.hasBudgets() ? newsOf(usageOf(by.sessionId)) : []),
    }
  }

  return {
    ...marksIn(database.read, clock),
    async keepFiles(sessionId, { marks, ...batch }) {
      const session = sessions.find(sessionId)
      const by = { sessionId, agent: session?.agent_type ?? 'unknown', ...thisMachine }
      const { script, ...rest } = counted(batch, by)
      await database.commits.write({
        ...rest,
        *script() {
          yield* script()
          yield* saveMarks({ sessionId, marks, at: toIso(clock.now()) })
        },
        mayUseReserve: true,
      })
    },
    fromDevice({ deviceId, sessionId }, usage) {
      const batch = usageBatchSchema.safeParse(usage)
      if (!batch.success) return null
      const from = deviceId === ownMachine ? thisMachine : { teller: deviceId, deviceId }
      return counted(batch.data, { sessionId, agent: sessions.find(sessionId)?.agent_type ?? 'unknown', ...from })
    },
    async fromGateway(rows) {
      const bySession = Map.groupBy(rows, ({ sessionKey }) => sessionKey?.split(':').at(-1) ?? '')
      for (const [name, own] of bySession) {
        const sessionId = sessions.findByName(name)?.id ?? null
        const by = { sessionId, agent: 'gateway-agent', ...thisMachine }
        const { script, ...rest } = counted({ source: 'gateway', records: own.flatMap(recordOf) }, by)
        await database.commits.write({
          ...rest,
          *script() {
            // Several nodes may hear of the same runs at once.
            if (node !== null) yield* takeTurn.all()
            yield* script()
          },
        })
      }
    },
    priceAgain: () => priceAll(parts),
  }
}

async function priceAll({ database, priceOf, onCounted }: CounterParts): Promise<void> {
  for (;;) {
    let changed = 0
    await database.commits.write({
      *script() {
        changed = yield* priceSome(priceOf())
      },
    })
    if (changed > 0) onCounted(null)
    if (changed < atOnce) return
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

const putMark = statement(
  `INSERT INTO fuel_files (path, session_id, read_at, state) VALUES (?, ?, ?, ?)
   ON CONFLICT (path) DO UPDATE SET session_id = excluded.session_id, read_at = excluded.read_at, state = excluded.state`,
)

function* saveMarks({ sessionId, marks, at }: Marks): Script {
  for (const [path, mark] of marks) yield* putMark.run(path, sessionId, at, JSON.stringify(mark))
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

const unpricedModels = statement<Pick<KeptRow, 'model'>>('SELECT DISTINCT model FROM fuel_usage WHERE cost IS NULL')
const unpriced = statement<KeptRow & { readonly key: string }>(
  `SELECT key, day, session_id, agent, device_id, model, input, output, cache_read, cache_write, cost
   FROM fuel_usage WHERE cost IS NULL AND model = ? LIMIT ?`,
)
const setCost = statement('UPDATE fuel_usage SET cost = ? WHERE key = ?')

function* priceSome(priceOf: PriceOf): Script<number> {
  const models = (yield* unpricedModels.all()).map(({ model }) => model)
  let left = atOnce
  for (const model of models.filter((one) => priceOf(one) !== null))
    for (const { key, ...row } of left > 0 ? yield* unpriced.all(model, left) : []) {
      const cost = costOf(row, priceOf(model))
      yield* setCost.run(cost, key)
      yield* addToDay(row, -1)
      yield* addToDay({ ...row, cost }, 1)
      left -= 1
    }
  return atOnce - left
}
