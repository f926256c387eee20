// Reads what was counted. All sums are read from those of days, of which there are few.
import { sql, type ExpressionBuilder } from 'kysely'
import { keptMachine, ownMachine } from '#base/own-machine.ts'
import type { DatabaseSchema } from '#platform/server/db/schema.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { budgetSchema, type Budget, type Sums, type UsageGroup, type UsageRow } from '../contract.ts'
import { usageSourceSchema } from '../contract.ts'
import { sumsOf, type CountedSums } from '../core/sums.ts'

export type DaySpan = { readonly from: string; readonly to: string }
export type GroupSums = { readonly id: string; readonly sums: Sums }
export type SessionSums = { readonly id: string; readonly agent: string; readonly sums: Sums }
export type DayPart = { readonly day: string; readonly agent: string; readonly sums: Sums }
/** A place among records, newest first. */
export type UsagePlace = { readonly at: string; readonly key: string }

export interface FuelStore {
  sums(span: DaySpan): Promise<Sums>
  /** The newest days first, all others by what they cost; no more than a thousand. */
  groups(by: UsageGroup, span: DaySpan): Promise<readonly GroupSums[]>
  dayParts(span: DaySpan): Promise<readonly DayPart[]>
  /** Each session's agent and models. */
  modelsOf(span: DaySpan, sessionIds: readonly string[]): Promise<ReadonlyMap<string, SessionModels>>
  /** In all, of sessions that used anything since a day. */
  sessionsSince(day: string): Promise<readonly SessionSums[]>
  sessionTotal(sessionId: string): Promise<Sums>
  agentsOf(day: string): Promise<ReadonlyMap<string, Sums>>
  unpricedModels(span: DaySpan): Promise<readonly string[]>
  rows(
    span: DaySpan,
    page: { readonly before: UsagePlace | null; readonly limit: number },
  ): Promise<readonly (UsageRow & UsagePlace)[]>
  budgets(): Promise<readonly Budget[]>
}

export type SessionModels = { readonly agent: string; readonly models: readonly string[] }

const columnOf = {
  day: 'day',
  agent: 'agent',
  session: 'session_id',
  model: 'model',
  device: 'device_id',
} as const satisfies Readonly<Record<UsageGroup, keyof DatabaseSchema['fuel_days']>>

const sumColumns = ({ fn }: ExpressionBuilder<DatabaseSchema, 'fuel_days'>) =>
  [
    fn.sum<number | null>('input').as('input'),
    fn.sum<number | null>('output').as('output'),
    fn.sum<number | null>('cache_read').as('cache_read'),
    fn.sum<number | null>('cache_write').as('cache_write'),
    fn.sum<number | null>('priced').as('priced'),
    fn.sum<number | null>('cost').as('cost'),
  ] as const

const nothing: CountedSums = { input: 0, output: 0, cache_read: 0, cache_write: 0, priced: 0, cost: 0 }

/** Of sessions there may be tens of thousands, of which nobody looks at the cheapest. */
const mostGroups = 1000

type Read = Database['read']

export function createFuelStore({ read, others: { node } }: Pick<Database, 'read' | 'others'>): FuelStore {
  const shown = shownAt(node)
  return { ...spanReader(read, shown), ...nowReader(read), ...rowReader(read, shown) }
}

/** What no node has taken for its own yet, of the time when one service had the tables for itself. */
export const machineBefore = keptMachine('')

type Shown = (deviceId: string) => string

/** What a device is called here: the machine of this service is `local`. */
function shownAt(node: string | null): Shown {
  const own = keptMachine(node)
  return (id) => (id === own ? ownMachine : id === ownMachine ? machineBefore : id)
}

/** Sums of spans of days. */
function spanReader(
  read: Read,
  shown: Shown,
): Pick<FuelStore, 'sums' | 'groups' | 'dayParts' | 'modelsOf' | 'unpricedModels'> {
  const inSpan = ({ from, to }: DaySpan) => read.selectFrom('fuel_days').where('day', '>=', from).where('day', '<=', to)
  return {
    async sums(span) {
      return sumsOf((await inSpan(span).select(sumColumns).executeTakeFirst()) ?? nothing)
    },
    async groups(by, span) {
      const column = columnOf[by]
      const rows = await inSpan(span)
        .select([`${column} as id`])
        .select(sumColumns)
        .groupBy(column)
        .$if(by === 'day', (query) => query.orderBy('day', 'desc'))
        .$if(by !== 'day', (query) => query.orderBy(sql`sum(cost)`, 'desc'))
        .orderBy(sql`sum(input + output + cache_read + cache_write)`, 'desc')
        .limit(mostGroups)
        .execute()
      return rows.map(({ id, ...sums }) => ({ id: by === 'device' ? shown(id) : id, sums: sumsOf(sums) }))
    },
    async dayParts(span) {
      const parts = inSpan(span).select(['day', 'agent']).select(sumColumns).groupBy(['day', 'agent'])
      return (await parts.execute()).map(({ day, agent, ...sums }) => ({ day, agent, sums: sumsOf(sums) }))
    },
    async modelsOf(span, sessionIds) {
      if (sessionIds.length === 0) return new Map()
      const rows = await inSpan(span)
        .select(['session_id', 'agent', 'model'])
        .distinct()
        .where('session_id', 'in', sessionIds)
        .execute()
      const found = new Map<string, SessionModels>()
      for (const { session_id, agent, model } of rows) {
        const models = found.get(session_id)?.models ?? []
        found.set(session_id, { agent, models: [...models, model] })
      }
      return found
    },
    async unpricedModels(span) {
      const rows = await inSpan(span)
        .select('model')
        .groupBy('model')
        .having(sql<boolean>`sum(input + output + cache_read + cache_write) > sum(priced)`)
        .orderBy('model')
        .execute()
      return rows.map(({ model }) => model)
    },
  }
}

/** What budgets are held against. */
function nowReader(read: Read): Pick<FuelStore, 'sessionsSince' | 'sessionTotal' | 'agentsOf'> {
  return {
    async sessionsSince(day) {
      const rows = await read
        .selectFrom('fuel_days')
        .select(['session_id', 'agent'])
        .select(sumColumns)
        .where('session_id', 'in', (inner) =>
          inner.selectFrom('fuel_days').select('session_id').where('day', '>=', day).where('session_id', '<>', ''),
        )
        .groupBy(['session_id', 'agent'])
        .execute()
      return rows.map(({ session_id: id, agent, ...sums }) => ({ id, agent, sums: sumsOf(sums) }))
    },
    async sessionTotal(id) {
      const row = await read.selectFrom('fuel_days').select(sumColumns).where('session_id', '=', id).executeTakeFirst()
      return sumsOf(row ?? nothing)
    },
    async agentsOf(day) {
      const rows = await read
        .selectFrom('fuel_days')
        .select('agent')
        .select(sumColumns)
        .where('day', '=', day)
        .groupBy('agent')
        .execute()
      return new Map(rows.map(({ agent, ...sums }) => [agent, sumsOf(sums)]))
    },
  }
}

function rowReader(read: Read, shown: Shown): Pick<FuelStore, 'rows' | 'budgets'> {
  return {
    async rows({ from, to }, { before, limit }) {
      const rows = await read
        .selectFrom('fuel_usage')
        .selectAll()
        .where('day', '>=', from)
        .where('day', '<=', to)
        .$if(before !== null, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('at', 'key'), '<', tuple(before?.at ?? '', before?.key ?? '')),
          ),
        )
        .orderBy('at', 'desc')
        .orderBy('key', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ day: _day, session_id, device_id: device, source, cost, ...row }) => ({
        ...row,
        device_id: shown(device),
        session_id: session_id === '' ? null : session_id,
        source: usageSourceSchema.parse(source),
        cost_usd: cost,
      }))
    },
    async budgets() {
      const rows = await read.selectFrom('fuel_budgets').select('budget').orderBy('place').execute()
      return rows.map(({ budget }) => budgetSchema.parse(JSON.parse(budget)))
    },
  }
}
