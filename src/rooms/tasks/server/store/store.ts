// The tables of tasks: every write is a few statements as part of a commit, reads go through kysely.
import { sql, type RawBuilder } from 'kysely'
import { dialectOf } from '#platform/server/db/dialect.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { TasksTable } from '#platform/server/db/schema.ts'
import { statement, type Cell, type Script } from '#platform/server/db/script.ts'
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
import { searchFor, type Search } from '../../core/search.ts'
import type { TriageMark } from '../../core/triage-mark.ts'
import { wordsOf } from '../../core/words.ts'

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
  save(tasks: readonly SavedTask[], counts: readonly SavedCount[]): Script
  /** The tasks have nothing below them any more; histories alone go of those that stay. */
  forget(seqs: readonly number[], histories: readonly string[]): Script
  /** Empty for a task that is not there. */
  description(id: string): Promise<string>
  /** In the order of creation. A page may be shorter than its limit, for the size of its descriptions. */
  find(filters: TaskFilters, page: PageRequest): Promise<ListPage<FoundTask>>
  /** Newest first. */
  history(taskId: string, page: PageRequest): Promise<ListPage<TaskEvent>>
}

export function createTaskStore({ read }: Pick<Database, 'read'>): TaskStore {
  const saveTask = dialectOf(read) === 'sqlite' ? saveIndexed : saveWithWords
  return {
    load: () => load(read),
    *save(tasks, counts) {
      for (const task of tasks) {
        // First, since it reads the description that the next statement replaces.
        if (task.history !== null) yield* saveEvent(task.history)
        yield* saveTask(task)
      }
      for (const { seq, progress } of counts) yield* saveCount.run(progress.done, progress.total, seq)
    },
    *forget(seqs, histories) {
      for (const id of histories) yield* removeEvents.run(id)
      for (const seq of seqs) yield* removeTask.run(seq)
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

type Saved = Pick<SavedTask, 'record' | 'description'>

const cellsOf = ({ record, description }: Saved): Cell[] => [...columns.map((name) => record[name]), description]

/** The number of the last cell that `cellsOf` answers. */
const description = columns.length + 1

/** A new row, or new values of the one with its `seq`; `texts` are what may stay as it is. */
function saving(texts: { readonly names: string; readonly values: string; readonly kept: string }): string {
  return `INSERT INTO tasks (${columns.join(', ')}, ${texts.names})
    VALUES (${columns.map((_, place) => `?${place + 1}`).join(', ')}, ${texts.values})
    ON CONFLICT (seq) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}, ${texts.kept}`
}

const saveRow = statement(
  saving({
    names: 'description',
    values: `coalesce(?${description}, '')`,
    kept: `description = coalesce(?${description}, tasks.description)`,
  }),
)

/** SQLite keeps its index of words by itself. */
function* saveIndexed(task: Saved): Script {
  yield* saveRow.run(...cellsOf(task))
}

const saveRowWithWords = statement(
  saving({
    names: 'description, title_words, description_words',
    values: `coalesce(?${description}, ''), ?${description + 1}, coalesce(?${description + 2}, '')`,
    kept: `description = coalesce(?${description}, tasks.description), title_words = excluded.title_words,
      description_words = coalesce(?${description + 2}, tasks.description_words)`,
  }),
)

/** On PostgreSQL the words stand in the row. */
function* saveWithWords(task: Saved): Script {
  const { record, description: text } = task
  yield* saveRowWithWords.run(...cellsOf(task), wordsOf(record.title), text === null ? null : wordsOf(text))
}

const saveCount = statement('UPDATE tasks SET progress_done = ?, progress_total = ? WHERE seq = ?')
const removeEvents = statement('DELETE FROM task_events WHERE task_id = ?')
const removeTask = statement('DELETE FROM tasks WHERE seq = ?')

const addEvent = statement(
  'INSERT INTO task_events (task_id, at, kind, actor, actor_name, changes) VALUES (?, ?, ?, ?, ?, ?)',
)
const oldText = statement<{ readonly text: string }>(
  `SELECT substr(description, 1, ${historyTextLimit}) AS text FROM tasks WHERE id = ?`,
)

function* saveEvent({ taskId, at, kind, who, changes }: HistoryRow): Script {
  const isRewritten = changes.some(({ field }) => field === 'description')
  const from = isRewritten ? ((yield* oldText.first(taskId))?.text ?? null) : null
  const told = changes.map((change) => (change.field === 'description' ? { ...change, from } : change))
  yield* addEvent.run(taskId, at, kind, who.actor, who.by, JSON.stringify(told))
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
  for (const condition of search.kind === 'all' ? [] : conditionsOf(read, search)) select = select.where(condition)
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

/** All of them hold for a task that is found. */
function conditionsOf(read: Read, search: Exclude<Search, { kind: 'all' }>): RawBuilder<boolean>[] {
  const isSqlite = dialectOf(read) === 'sqlite'
  if (search.kind === 'parts') {
    // PostgreSQL minds small and capital letters; SQLite does not, of those that ASCII has.
    return search.like.map((like) => {
      if (isSqlite) return sql`(title LIKE ${like} ESCAPE '\\' OR description LIKE ${like} ESCAPE '\\')`
      const small = sql`lower(CAST(${like} AS TEXT) COLLATE "C")`
      return sql`(lower(title) LIKE ${small} OR lower(description) LIKE ${small})`
    })
  }
  if (isSqlite) return [sql`seq IN (SELECT rowid FROM tasks_search WHERE tasks_search MATCH ${search.match})`]
  return search.phrases.map((phrase) => sql`(title_words LIKE ${phrase} OR description_words LIKE ${phrase})`)
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
