// The tables of tasks: every write is a few prepared statements inside a group commit, reads go through kysely.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Database } from '#platform/server/db/open-database.ts'
import type { TasksTable } from '#platform/server/db/schema.ts'
import { pageOf, type ListPage, type PageRequest } from '#platform/server/http/pages.ts'
import {
  fieldChangeSchema,
  historyTextLimit,
  taskActorSchema,
  taskPrioritySchema,
  taskStatusSchema,
  taskTypeSchema,
  type FieldChange,
  type TaskEvent,
  type TaskQuery,
} from '../../contract.ts'
import type { Progress } from '../../core/progress.ts'
import type { Actor, TaskRecord } from '../../core/record.ts'
import { searchFor } from '../../core/search.ts'
import type { TriageMark } from '../../core/triage-mark.ts'

export type HistoryRow = {
  readonly taskId: string
  readonly at: string
  readonly kind: TaskEvent['kind']
  readonly who: Actor
  readonly changes: readonly FieldChange[]
}

export type SavedTask = {
  readonly record: TaskRecord
  /** Null: stays as it is. A new task needs one. */
  readonly description: string | null
  /** Null for a change that nobody needs to read of. */
  readonly history: HistoryRow | null
}

export type LoadedTask = { readonly record: TaskRecord; readonly mark: TriageMark }
export type SavedCount = { readonly seq: number; readonly progress: Progress }
export type TaskFilters = Omit<TaskQuery, 'limit' | 'cursor'>
export type FoundTask = { readonly id: string; readonly seq: number; readonly description: string }

export interface TaskStore {
  /** Every task, deleted ones included, in the order of their creation. */
  load(): Promise<LoadedTask[]>
  /** Called inside a transaction. */
  save(db: DatabaseSync, tasks: readonly SavedTask[], counts: readonly SavedCount[]): void
  /** Called inside a transaction. The tasks have nothing below them any more; histories alone go of those that stay. */
  forget(db: DatabaseSync, seqs: readonly number[], histories: readonly string[]): void
  /** Empty for a task that is not there. */
  description(id: string): Promise<string>
  /** In the order of creation. A page may be shorter than its limit, for the size of its descriptions. */
  find(filters: TaskFilters, page: PageRequest): Promise<ListPage<FoundTask>>
  /** Newest first. */
  history(taskId: string, page: PageRequest): Promise<ListPage<TaskEvent>>
}

export function createTaskStore({ read }: Pick<Database, 'read'>): TaskStore {
  const prepare = prepareOnce()
  return {
    load: () => load(read),
    save(db, tasks, counts) {
      const { task, event, count } = prepare(db)
      for (const { record, description, history } of tasks) {
        // First, since it reads the description that the next statement replaces.
        if (history !== null) event.run(eventCells(history))
        task.run({ ...record, description })
      }
      for (const { seq, progress } of counts) count.run(progress.done, progress.total, seq)
    },
    forget(db, seqs, histories) {
      const event = db.prepare('DELETE FROM task_events WHERE task_id = ?')
      const task = db.prepare('DELETE FROM tasks WHERE seq = ?')
      for (const id of histories) event.run(id)
      for (const seq of seqs) task.run(seq)
    },
    async description(id) {
      const row = await read.selectFrom('tasks').select('description').where('id', '=', id).executeTakeFirst()
      return row?.description ?? ''
    },
    find: (filters, page) => find(read, filters, page),
    history: (taskId, page) => readHistory(read, taskId, page),
  }
}

type Read = Database['read']
type Statements = { readonly task: StatementSync; readonly event: StatementSync; readonly count: StatementSync }

const columns = [
  'seq',
  'id',
  'title',
  'description_hash',
  'type',
  'priority',
  'status',
  'parent',
  'project',
  'source_repo',
  'created_at',
  'updated_at',
  'status_since',
  'done_at',
  'closed_by',
  'blocker',
  'blocker_name',
  'deleted_at',
  'source',
  'source_id',
  'source_url',
  'source_seen',
] as const satisfies readonly (keyof TaskRecord)[]

const saveTask = `INSERT INTO tasks (${columns.join(', ')}, description)
  VALUES (${columns.map((name) => `:${name}`).join(', ')}, coalesce(:description, ''))
  ON CONFLICT (seq) DO UPDATE SET
  ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}, description = coalesce(:description, description)`

const saveEvent = `INSERT INTO task_events (task_id, at, kind, actor, actor_name, changes)
  VALUES (:task_id, :at, :kind, :actor, :actor_name, CASE WHEN :old_text IS NULL THEN :changes ELSE
  json_set(:changes, :old_text, (SELECT substr(description, 1, ${historyTextLimit}) FROM tasks WHERE id = :task_id)) END)`

function prepareOnce(): (db: DatabaseSync) => Statements {
  let prepared: { readonly db: DatabaseSync; readonly statements: Statements } | null = null
  return (db) => {
    if (prepared?.db !== db) {
      const statements = {
        task: db.prepare(saveTask),
        event: db.prepare(saveEvent),
        count: db.prepare('UPDATE tasks SET progress_done = ?, progress_total = ? WHERE seq = ?'),
      }
      prepared = { db, statements }
    }
    return prepared.statements
  }
}

function eventCells({ taskId, at, kind, who, changes }: HistoryRow): Record<string, string | null> {
  const text = changes.findIndex(({ field }) => field === 'description')
  return {
    task_id: taskId,
    at,
    kind,
    actor: who.actor,
    actor_name: who.by,
    changes: JSON.stringify(changes),
    old_text: text === -1 ? null : `$[${text}].from`,
  }
}

async function load(read: Read): Promise<LoadedTask[]> {
  const rows = await read
    .selectFrom('tasks')
    .select(columns)
    .select(['current_score', 'current_lane', 'current_rank', 'score_locked', 'locked_lane'])
    .orderBy('seq', 'asc')
    .execute()
  return rows.map(
    ({
      current_score: score,
      current_lane: lane,
      current_rank: rank,
      score_locked: isLocked,
      locked_lane: lockedLane,
      ...row
    }) => ({ record: toRecord(row), mark: { score, lane, rank, lockedLane: isLocked === 1 ? lockedLane : null } }),
  )
}

/** Another program may have written values that are none of ours: they count as the defaults. */
function toRecord(row: Pick<TasksTable, (typeof columns)[number]>): TaskRecord {
  return {
    ...row,
    type: taskTypeSchema.catch('task').parse(row.type),
    priority: taskPrioritySchema.catch('P3').parse(row.priority),
    status: taskStatusSchema.catch('backlog').parse(row.status),
    closed_by: taskActorSchema.nullable().catch('user').parse(row.closed_by),
    blocker: taskActorSchema.nullable().catch('user').parse(row.blocker),
  }
}

async function find(read: Read, filters: TaskFilters, { limit, from }: PageRequest): Promise<ListPage<FoundTask>> {
  // Its length is told without reading it.
  const bytes = sql<number>`octet_length(description)`.as('bytes')
  let select = read.selectFrom('tasks').select(['id', 'seq', bytes]).where('deleted_at', 'is', null)
  for (const field of ['status', 'type', 'priority', 'project', 'parent'] as const) {
    const wanted = filters[field]
    if (wanted !== undefined) select = select.where(field, '=', wanted)
  }
  const search = searchFor(filters.q ?? '')
  if (search.kind === 'words') {
    const found = sql<number>`(SELECT rowid FROM tasks_search WHERE tasks_search MATCH ${search.match})`
    select = select.where('seq', 'in', found)
  }
  for (const like of search.kind === 'parts' ? search.like : []) {
    select = select.where(sql<boolean>`(title LIKE ${like} ESCAPE '\\' OR description LIKE ${like} ESCAPE '\\')`)
  }
  const rows = await select
    .where('seq', '>', from ?? 0)
    .orderBy('seq', 'asc')
    .limit(limit + 1)
    .execute()
  const fitting = Math.min(limit, countFitting(rows.map((row) => row.bytes)))
  const page = pageOf(rows, { limit: fitting, from }, ({ seq }) => seq)
  const described = page.rows.map(async ({ id, seq }) => ({ id, seq, ...(await describe(read, seq)) }))
  return { rows: await Promise.all(described), next: page.next }
}

/** A page holds descriptions up to this size together, but always one task: a shorter page goes on at its cursor. */
const pageTextBytes = 1024 * 1024

function countFitting(sizes: readonly number[]): number {
  let total = 0
  const over = sizes.findIndex((size) => (total += size) > pageTextBytes)
  return over === -1 ? sizes.length : Math.max(1, over)
}

async function describe(read: Read, seq: number): Promise<{ readonly description: string }> {
  const row = await read.selectFrom('tasks').select('description').where('seq', '=', seq).executeTakeFirst()
  return { description: row?.description ?? '' }
}

async function readHistory(read: Read, taskId: string, page: PageRequest): Promise<ListPage<TaskEvent>> {
  const columns = ['seq', 'task_id', 'at', 'kind', 'actor', 'actor_name', 'changes'] as const
  let select = read.selectFrom('task_events').select(columns).where('task_id', '=', taskId)
  if (page.from !== null) select = select.where('seq', '<', page.from)
  const rows = await select
    .orderBy('seq', 'desc')
    .limit(page.limit + 1)
    .execute()
  const events = rows.map(({ actor, actor_name: by, changes, kind, ...row }) => ({
    ...row,
    kind: kind as TaskEvent['kind'],
    actor: taskActorSchema.catch('user').parse(actor),
    by,
    changes: fieldChangeSchema.array().parse(JSON.parse(changes)),
  }))
  return pageOf(events, page, ({ seq }) => seq)
}
