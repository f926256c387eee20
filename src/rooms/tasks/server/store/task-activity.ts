// What happened to tasks, for the activity: read from their history.
import { sql } from 'kysely'
import { boundOf, padded } from '#base/padded.ts'
import { countLanes } from '#platform/server/db/count-lanes.ts'
import { newestOfLanes } from '#platform/server/db/newest-of-lanes.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import {
  actorKindSchema,
  type ActivityFact,
  type ActivityRow,
  type ActivitySource,
  type ActorKind,
  type SourceFilter,
} from '#rooms/activity/contract.ts'
import { fieldChangeSchema } from '../../contract.ts'
import { taskActs, wordsOfChange } from '../../core/activity-words.ts'

const actors: readonly ActorKind[] = ['person', 'agent', 'service']

export function taskActivity({ read }: Pick<Database, 'read'>): ActivitySource {
  return {
    log: 'task',
    source: 'fabric',
    async page(filter, { at, key }, limit) {
      const query = { at: sql`at`, key: sql`seq`, lanes: lanesOf(filter), since: filter.since }
      const found = await newestOfLanes({ read }, { ...query, before: { at, key: boundOf(key) }, limit })
      return rowsOf(
        read,
        found.map(({ key: seq }) => Number(seq)),
      )
    },
    count: (filter, span) => countLanes({ read }, { at: sql`at`, lanes: lanesOf(filter), span }),
    facts: (key) => factsOf(read, Number(key)),
  }
}

/** Which fields changed; of those that are a choice or a number, also from what to what. */
async function factsOf(read: Database['read'], seq: number): Promise<readonly ActivityFact[]> {
  const row = await read
    .selectFrom('task_events')
    .select(['task_id', 'changes'])
    .where('seq', '=', seq)
    .executeTakeFirst()
  if (row === undefined) return []
  const changes = fieldChangeSchema.array().catch([]).parse(JSON.parse(row.changes))
  const fields = changes.map(({ field, from, to }) => ({
    name: field,
    value: toldFields.has(field) ? `${from ?? 'none'} → ${to ?? 'none'}` : 'changed',
  }))
  return [{ name: 'Task', value: row.task_id }, ...fields, { name: 'Sequence', value: String(seq) }]
}

/** The others hold what people wrote. */
const toldFields: ReadonlySet<string> = new Set(['status', 'priority', 'type', 'project', 'parent_id'])

function lanesOf({ actor, isKind }: Omit<SourceFilter, 'since'>) {
  const acts = taskActs.filter((act) => isKind(`task.${act}`))
  const who = actors.filter((each) => actor === null || actor === each)
  return acts.flatMap((act) =>
    who.map((each) => ({ from: sql`task_events`, where: sql`act = ${act} AND who = ${each}` })),
  )
}

async function rowsOf(read: Database['read'], seqs: readonly number[]): Promise<ActivityRow[]> {
  if (seqs.length === 0) return []
  const rows = await read
    .selectFrom('task_events')
    .leftJoin('tasks', 'tasks.id', 'task_events.task_id')
    .select(['task_events.seq', 'at', 'task_id as id', 'act', 'who', 'actor_name as name', 'changes'])
    .select(['tasks.title', 'tasks.deleted_at as deletedAt'])
    .where('task_events.seq', 'in', seqs)
    .orderBy('at', 'desc')
    .orderBy('task_events.seq', 'desc')
    .execute()
  return rows.map(({ seq, at, id, act, who, name, changes, title, deletedAt }): ActivityRow => {
    const known = taskActs.find((each) => each === act) ?? 'edited'
    const parsed = fieldChangeSchema.array().catch([]).parse(JSON.parse(changes))
    return {
      id: `task:${padded(seq)}`,
      at,
      source: 'fabric',
      kind: `task.${known}`,
      actor: { kind: actorKindSchema.catch('person').parse(who), name },
      subject: { type: 'task', id, label: title ?? id },
      text: wordsOfChange(known, parsed),
      device_id: null,
      href: title === null || deletedAt !== null ? null : `/board?task=${encodeURIComponent(id)}`,
    }
  })
}
