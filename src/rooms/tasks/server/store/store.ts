// The tables of tasks: every write is a few statements as part of a commit, reads go through kysely.
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { dialectOf } from '#platform/server/db/dialect.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { TasksTable } from '#platform/server/db/schema.ts'
import { statement, type Cell, type Script } from '#platform/server/db/script.ts'
import { BehindError } from '#platform/server/db/storage-error.ts'
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
  readonly isNew: boolean
  /** Null: stays as it is. A new task needs one. */
  readonly description: string | null
  /** Null for a change that nobody needs to read of. */
  readonly history: HistoryRow | null
}

export type LoadedTask = { readonly record: TaskRecord; readonly mark: TriageMark }
/** The tasks beside those that change on which a change was planned, and the ids below each whose type changes. */
export type Leaning = {
  readonly records: readonly TaskRecord[]
  readonly below: ReadonlyMap<string, readonly string[]>
}
export type SavedCount = { readonly id: string; readonly progress: Progress }
export type AroundSaved = { readonly counts: readonly SavedCount[]; readonly leaning: Leaning }
/** Numbers that the database gave to new tasks in place of those of their records. */
export type SavedSeqs = ReadonlyMap<string, number>
export type TaskFilters = Omit<TaskQuery, 'limit' | 'cursor'>
export type FoundTask = { readonly id: string; readonly seq: number; readonly description: string }

export interface TaskStore {
  /** Every task, deleted ones included, in the order of their creation. */
  load(): Promise<LoadedTask[]>
  /** Of every task, deleted ones included. */
  ids(): Promise<string[]>
  /** Those of these that are there. */
  read(ids: readonly string[]): Promise<LoadedTask[]>
  /** Throws `BehindError` where the tables are shared and one of them is not as the version before says. */
  save(tasks: readonly SavedTask[], more: AroundSaved): Script<SavedSeqs>
  /**
   * Of shared tables: nobody else changes tasks from the commit of `hold` to that of `leave`, or until the connection that writes
   * breaks. It may be held several times at once.
   */
  readonly turn: { hold(): Script; leave(): Script }
  /** The tasks have nothing below them any more; histories alone go of those that stay. */
  forget(gone: readonly TaskRecord[], histories: readonly string[]): Script
  /** Empty for a task that is not there. */
  description(id: string): Promise<string>
  /** In the order of creation. A page may be shorter than its limit, for the size of its descriptions. */
  find(filters: TaskFilters, page: PageRequest): Promise<ListPage<FoundTask>>
  /** Newest first. */
  history(taskId: string, page: PageRequest): Promise<ListPage<TaskEvent>>
}

export function createTaskStore({ read }: Pick<Database, 'read'>): TaskStore {
  const isShared = dialectOf(read) === 'postgres'
  const saveTask = isShared ? saveShared : saveIndexed
  return {
    load: () => load(read, null),
    read: (ids) => load(read, ids),
    async ids() {
      return (await read.selectFrom('tasks').select('id').execute()).map(({ id }) => id)
    },
    *save(tasks, { counts, leaning }) {
      if (isShared) {
        yield* takeTurn.all()
        yield* assertAsKnown(leaning)
      }
      const seqs = new Map<string, number>()
      for (const task of tasks) {
        // First, since it reads the description that the next statement replaces.
        if (task.history !== null) yield* saveEvent(task.history)
        const saved = yield* saveTask(task)
        if (saved === 'behind')
          throw new BehindError([...tasks.map(({ record }) => record.id), ...(yield* takenBy(tasks))])
        if (saved !== 'as it was') seqs.set(task.record.id, saved)
      }
      for (const { id, progress } of counts) yield* saveCount.run(progress.done, progress.total, id)
      return seqs
    },
    turn,
    *forget(gone, histories) {
      if (isShared) yield* takeTurn.all()
      for (const id of histories) yield* removeEvents.run(id)
      for (const { id, version } of gone) {
        if ((yield* removeTask.run(id, version)) === 0 && isShared) throw new BehindError([id])
      }
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
  'version',
] as const satisfies readonly (keyof TaskRecord)[]

type Saved = Pick<SavedTask, 'record' | 'description' | 'isNew'>

const cellsOf = ({ record, description }: Saved): Cell[] => [...columns.map((name) => record[name]), description]

/** The number of the last cell that `cellsOf` answers. */
const description = columns.length + 1

/** SQLite's alone: a new row, or new values of the one with its `seq`. It keeps its index of words by itself. */
const saveRow = statement(`INSERT INTO tasks (${columns.join(', ')}, description)
  VALUES (${columns.map((_, place) => `?${place + 1}`).join(', ')}, coalesce(?${description}, ''))
  ON CONFLICT (seq) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')},
    description = coalesce(?${description}, tasks.description)`)

/** Its number, where the database gave it another one; `behind`: it was planned on what is no more. */
type SavedAs = number | 'as it was' | 'behind'

function* saveIndexed(task: Saved): Script<SavedAs> {
  yield* saveRow.run(...cellsOf(task))
  return 'as it was'
}

/**
 * Those who change tasks do so one after the other, to the end of their transactions: each sees all that the ones before it
 * did, and nobody waits for one who waits for them. PostgreSQL's alone, as are the next statements.
 */
const takeTurn = statement("SELECT pg_advisory_xact_lock(hashtext('orrery'), hashtext('tasks'))")
/** The same lock, of the connection: its own transactions take it once more without waiting. */
const holdTurn = statement("SELECT pg_advisory_lock(hashtext('orrery'), hashtext('tasks'))")
const leaveTurn = statement("SELECT pg_advisory_unlock(hashtext('orrery'), hashtext('tasks'))")

const turn: TaskStore['turn'] = {
  *hold() {
    yield* holdTurn.all()
  },
  *leave() {
    yield* leaveTurn.all()
  },
}

/** What the room alone writes, but for the number. */
const given = columns.slice(1)
const text = given.length + 1

/** Its number is the next one where another service gave away its own. What is there already, by its id or its source, stays. */
const addRow = statement<{ readonly seq: number }>(`INSERT INTO tasks
    (seq, ${given.join(', ')}, description, title_words, description_words)
  VALUES (CASE WHEN EXISTS (SELECT 1 FROM tasks WHERE seq = ?${text + 3})
      THEN (SELECT max(seq) + 1 FROM tasks) ELSE ?${text + 3} END,
    ${given.map((_, place) => `?${place + 1}`).join(', ')}, coalesce(?${text}, ''), ?${text + 1}, coalesce(?${text + 2}, ''))
  ON CONFLICT DO NOTHING RETURNING seq`)
/** Of a change alone that was planned on the version before. */
const changeRow = statement(`UPDATE tasks SET ${given.map((name, place) => `${name} = ?${place + 1}`).join(', ')},
    description = coalesce(?${text}, description), title_words = ?${text + 1},
    description_words = coalesce(?${text + 2}, description_words)
  WHERE id = ?1 AND version = ?${given.length} - 1`)

/** Words stand in the row. */
function* saveShared(task: Saved): Script<SavedAs> {
  const { record, description: body, isNew } = task
  const cells = [...cellsOf(task).slice(1), wordsOf(record.title), body === null ? null : wordsOf(body)]
  if (!isNew) return (yield* changeRow.run(...cells)) === 0 ? 'behind' : 'as it was'
  return (yield* addRow.first(...cells, record.seq))?.seq ?? 'behind'
}

const findTaken = statement<{ readonly id: string }>(`SELECT tasks.id
  FROM json_to_recordset(CAST(? AS JSON)) AS known (source TEXT, source_id TEXT)
  JOIN tasks ON tasks.source = known.source AND tasks.source_id = known.source_id`)

/** The tasks that stand for the sources of these, under whatever ids. */
function* takenBy(tasks: readonly Saved[]): Script<string[]> {
  const sources = tasks.map(({ record: { source, source_id } }) => ({ source, source_id }))
  return (yield* findTaken.all(JSON.stringify(sources))).map(({ id }) => id)
}

/** The tasks among these that are not of these versions, or not there. */
const findOthers = statement<{ readonly id: string }>(`SELECT known.id
  FROM json_to_recordset(CAST(? AS JSON)) AS known (id TEXT, version BIGINT)
  LEFT JOIN tasks ON tasks.id = known.id WHERE tasks.version IS DISTINCT FROM known.version`)
const findBelow = statement<{ readonly id: string }>(
  'SELECT tasks.id FROM tasks JOIN json_array_elements_text(CAST(? AS JSON)) AS above (id) ON tasks.parent = above.id',
)

/** Throws `BehindError` where what was planned leans on tasks that are others by now. */
function* assertAsKnown({ records, below }: Leaning): Script {
  if (records.length > 0) {
    const known = JSON.stringify(records.map(({ id, version }) => ({ id, version })))
    const others = yield* findOthers.all(known)
    if (others.length > 0) throw new BehindError(others.map(({ id }) => id))
  }
  if (below.size === 0) return
  const found = yield* findBelow.all(JSON.stringify([...below.keys()]))
  const known = new Set([...below.values()].flat())
  const unknown = found.filter(({ id }) => !known.has(id))
  if (unknown.length > 0) throw new BehindError(unknown.map(({ id }) => id))
}

const saveCount = statement('UPDATE tasks SET progress_done = ?, progress_total = ? WHERE id = ?')
const removeEvents = statement('DELETE FROM task_events WHERE task_id = ?')
const removeTask = statement('DELETE FROM tasks WHERE id = ? AND version = ?')

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

async function load(read: Read, ids: readonly string[] | null): Promise<LoadedTask[]> {
  const rows = await read
    .selectFrom('tasks')
    .$if(ids !== null, (query) => query.where('id', 'in', ids ?? []))
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
function toRecord(row: Pick<Selectable<TasksTable>, (typeof columns)[number]>): TaskRecord {
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
