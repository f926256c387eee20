// The tables of tasks, the same on both databases.
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { onBoth } from '#platform/server/db/both.testkit.ts'
import { dialectOf } from '#platform/server/db/dialect.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { statement } from '#platform/server/db/script.ts'
import { historyTextLimit, type FieldChange } from '../../contract.ts'
import { newTaskRecord, type NewTask, type TaskRecord } from '../../core/record.ts'
import { textHash } from '../../core/text-hash.ts'
import { fillWords } from './fill-words.ts'
import { createTaskStore, type SavedTask, type TaskFilters, type TaskStore } from './store.ts'

const at = '2026-11-20T12:00:00.000Z'

const made = (given: NewTask): TaskRecord => newTaskRecord(given, at)

function saved(record: TaskRecord, description: string | null = '', changes: readonly FieldChange[] = []): SavedTask {
  const kind = description === null ? 'changed' : 'created'
  const who = { actor: 'session', by: 's-1' } as const
  return { record, isNew: description !== null, description, history: { taskId: record.id, at, kind, who, changes } }
}

const around = { counts: [], leaning: { records: [], below: new Map<string, string[]>() } }

function commit(database: Database, saving: () => ReturnType<TaskStore['save']>): Promise<void> {
  return database.commits.write({
    *script() {
      yield* saving()
    },
  })
}

/** A store, and how it is written to. */
function open(database: Database) {
  const store = createTaskStore(database)
  return {
    store,
    save: (...tasks: readonly SavedTask[]) => commit(database, () => store.save(tasks, around)),
    async find(filters: TaskFilters): Promise<string[]> {
      return (await store.find(filters, { limit: 50, from: null })).rows.map(({ id }) => id)
    },
  }
}

onBoth('a task comes back as it was saved, at its first time and at every later one', async (_, database) => {
  const { store, save } = open(database)
  const whole = made({
    seq: 7,
    id: 'T-7',
    title: 'Whole “task” \\ %',
    description_hash: textHash('x'),
    type: 'story',
    priority: 'P1',
    status: 'done',
    project: 'orrery',
    source_repo: 'o/r',
    closed_by: 'agent',
    blocker: 'user',
    blocker_name: 'ann',
    deleted_at: at,
    source: 'github',
    source_id: '7',
    source_url: 'https://example.org/7',
    source_seen: '{}',
  })
  const plain = made({ seq: 2, id: 'T-2', title: 'Plain' })
  await save(saved(whole, 'x'), saved(plain))
  const mark = { score: null, lane: null, rank: null, lockedLane: null }
  assert.deepEqual(await store.load(), [
    { record: plain, mark },
    { record: whole, mark },
  ])
  const child = { ...plain, title: 'Child', parent: 'T-7', version: 1 }
  await save(saved(child, null))
  assert.deepEqual((await store.load())[0]?.record, child)
  await save({ record: { ...child, parent: null, version: 2 }, isNew: false, description: 'told', history: null })
  assert.equal((await store.load())[0]?.record.parent, null)
  assert.deepEqual(await Promise.all(['T-2', 'T-7', 'T-9'].map((id) => store.description(id))), ['told', 'x', ''])
})

onBoth('a parent may be saved after its child, but not be missing at the commit', async (_, database) => {
  const { store, save } = open(database)
  const child = made({ seq: 1, id: 'T-1', title: 'Child', parent: 'T-2' })
  const parent = made({ seq: 2, id: 'T-2', title: 'Parent', type: 'story' })
  await assert.rejects(save(saved(child)), { name: 'StorageError' })
  assert.deepEqual(await store.load(), [])
  await save(saved(child), saved(parent))
  assert.equal((await store.load()).length, 2)
})

onBoth('an id that another task has, or its id at the source, is refused', async (_, database) => {
  const { store, save } = open(database)
  const imported = { source: 'github', source_id: '1' }
  await save(saved(made({ seq: 1, id: 'T-1', title: 'One', ...imported })))
  await assert.rejects(save(saved(made({ seq: 2, id: 'T-1', title: 'Two' }))), { name: 'StorageError' })
  await assert.rejects(save(saved(made({ seq: 3, id: 'T-3', title: 'Three', ...imported }))), { name: 'StorageError' })
  assert.deepEqual(
    (await store.load()).map(({ record }) => record.title),
    ['One'],
  )
})

onBoth('the history has the beginning of the old description, and is read in pages', async (_, database) => {
  const { store, save } = open(database)
  const task = made({ seq: 1, id: 'T-1', title: 'One' })
  const long = `${'é🚀'.repeat(historyTextLimit)}end`
  await save(saved(task, ''), saved(made({ seq: 2, id: 'T-2', title: 'Two' })))
  for (const [from, to, version] of [
    ['', long, 1],
    [long, 'short', 2],
  ] as const) {
    const changes = [
      { field: 'title', from: null, to: null },
      { field: 'description', from: null, to },
    ]
    await save({ ...saved({ ...task, version }, null, changes), description: to })
    const [newest] = (await store.history('T-1', { limit: 1, from: null })).rows
    const cut = Array.from(from).slice(0, historyTextLimit).join('')
    assert.deepEqual(newest?.changes, [changes[0], { field: 'description', from: cut, to }])
  }
  const seen: unknown[] = []
  for (let from: number | null = null, isEnd = false; !isEnd;) {
    const page = await store.history('T-1', { limit: 2, from })
    seen.push(page.rows.map(({ task_id: id, kind, actor, by }) => [id, kind, actor, by].join(' ')))
    from = Number(page.next)
    isEnd = page.next === null
  }
  assert.deepEqual(seen, [['T-1 changed session s-1', 'T-1 changed session s-1'], ['T-1 created session s-1']])
})

onBoth('every filter finds its tasks, alone and with others', async (_, database) => {
  const { find, save } = open(database)
  await save(
    saved(made({ seq: 1, id: 'epic', title: 'One', type: 'epic', project: 'a' })),
    saved(made({ seq: 2, id: 'story', title: 'Two', type: 'story', parent: 'epic', status: 'ready', priority: 'P1' })),
    saved(made({ seq: 3, id: 'other', title: 'Three', project: 'A', priority: 'P1' })),
    saved(made({ seq: 4, id: 'gone', title: 'Four', project: 'a', deleted_at: at })),
  )
  const filters: readonly (readonly [TaskFilters, readonly string[]])[] = [
    [{}, ['epic', 'story', 'other']],
    [{ status: 'ready' }, ['story']],
    [{ type: 'epic' }, ['epic']],
    [{ priority: 'P1' }, ['story', 'other']],
    [{ project: 'a' }, ['epic']],
    [{ parent: 'epic' }, ['story']],
    [{ priority: 'P1', project: 'A' }, ['other']],
    [{ q: 't', priority: 'P1' }, ['story', 'other']],
    [{ q: 'four' }, []],
  ]
  for (const [filter, expected] of filters) assert.deepEqual(await find(filter), expected, JSON.stringify(filter))
})

const texts = [
  ['Fix the Login page', 'It re-opens the doors of e-mail, again and again'],
  ['LÖSCHEN: café', 'say "hi" OR NOT'],
  ['登录页面 100%', 'snake_case and C:\\path'],
  ['Über ΟΔΟΣ', 'Ärger straße ЁЖ a#b'],
] as const

/** What is typed, and the places of the texts that are found: from 1. */
const searches = [
  ['login', [1]],
  ['LOG', [1]],
  ['ogin', []],
  ['fix again', [1]],
  ['fix never', []],
  ['re-open', [1]],
  ['"re open"', [1]],
  ['open-re', []],
  ['again-and-ag', [1]],
  ['page-it', []],
  ['loschen', [2]],
  ['Löschen', [2]],
  ['cafe\u0301', [2]],
  ['"hi"', [2]],
  ['hi-or', [2]],
  ['οδός', []],
  ['οδοσ', [4]],
  ['ärger', [4]],
  ['STRASSE', []],
  ['straß', [4]],
  ['ёж', [4]],
  ['еж', []],
  ['a#b', [4]],
  ['登录', [3]],
  ['页', [3]],
  ['100%', [3]],
  ['100 %', [3]],
  ['0%', []],
  ['% #', []],
  ['%', [3]],
  ['_', [3]],
  ['\\', [3]],
  ['SNAKE _', [3]],
  ['c:\\p', [3]],
  ['# ÄRGER', [4]],
  ['# ärger', []],
  ['# ÜBER', [4]],
  ['# über', []],
  ['# stra', [4]],
  ['# STRA', [4]],
] as const

onBoth('the same words and parts are found on both', async (_, database) => {
  const { find, save } = open(database)
  const tasks = texts.map(([title, text], place) => saved(made({ seq: place + 1, id: `${place + 1}`, title }), text))
  await save(...tasks)
  for (const [q, expected] of searches) assert.deepEqual((await find({ q })).map(Number), expected, q)
})

onBoth('what is searched follows each change', async (_, database) => {
  const { find, save } = open(database)
  const task = made({ seq: 1, id: 'T-1', title: 'Old name' })
  await save(saved(task, 'old text'))
  const renamed = { ...task, title: 'New name', version: 1 }
  await save(saved(renamed, null))
  assert.deepEqual([await find({ q: 'new' }), await find({ q: 'old text' })], [['T-1'], ['T-1']])
  await save({ ...saved({ ...renamed, version: 2 }, null), description: 'other words' })
  assert.deepEqual([await find({ q: 'old' }), await find({ q: 'other' })], [[], ['T-1']])
})

onBoth('a page ends at its limit, and at a megabyte of descriptions', async (_, database) => {
  const { store, save } = open(database)
  const big = 'é'.repeat(300_000)
  const tasks = [1, 2, 3].map((seq) => saved(made({ seq, id: `T-${seq}`, title: 'Big' }), big))
  await save(...tasks, saved(made({ seq: 4, id: 'T-4', title: 'Small' }), 'x'))
  const pages = []
  for (let from: number | null = null, isEnd = false; !isEnd;) {
    const { rows, next } = await store.find({}, { limit: 2, from })
    pages.push(rows.map(({ id, description }) => `${id} ${description.length}`))
    from = Number(next)
    isEnd = next === null
  }
  assert.deepEqual(pages, [['T-1 300000'], ['T-2 300000'], ['T-3 300000', 'T-4 1']])
})

onBoth('what is forgotten is gone with its history, and counts stand in their rows', async (_, database) => {
  const { store, save } = open(database)
  const { read, commits } = database
  const one = made({ seq: 1, id: 'T-1', title: 'One' })
  await save(saved(one), saved(made({ seq: 2, id: 'T-2', title: 'Two' })))
  await commit(database, () => store.save([], { ...around, counts: [{ id: 'T-2', progress: { done: 3, total: 5 } }] }))
  await commits.write({ script: () => store.forget([one], ['T-1']) })
  const rows = await read.selectFrom('tasks').select(['id', 'progress_done', 'progress_total']).execute()
  assert.deepEqual(
    rows.map((row) => [row.id, row.progress_done, row.progress_total]),
    [['T-2', 3, 5]],
  )
  const events = await read.selectFrom('task_events').select('task_id').execute()
  assert.deepEqual(
    events.map(({ task_id: id }) => id),
    ['T-2'],
  )
  await commits.write({ script: () => store.forget([], ['T-2']) })
  assert.deepEqual((await store.history('T-2', { limit: 5, from: null })).rows, [])
  assert.equal(await store.description('T-2'), '')
})

const loseWords = statement('SELECT 1 AS one', {
  postgres: 'UPDATE tasks SET title_words = NULL, description_words = NULL WHERE seq > 1',
})

onBoth('tasks that came without their words are found once these are filled in', async (_, database) => {
  const { find, save } = open(database)
  const tasks = Array.from({ length: 120 }, (__, place) =>
    saved(made({ seq: place + 1, id: `${place}`, title: `Näme ${place}` }), 'some text'),
  )
  await save(...tasks)
  await database.commits.write({
    *script() {
      yield* loseWords.run()
    },
  })
  const isSqlite = dialectOf(database.read) === 'sqlite'
  assert.equal((await find({ q: 'name' })).length, isSqlite ? 50 : 1)
  await fillWords(database)
  assert.deepEqual(await find({ q: 'name-119 text' }), ['119'])
  if (isSqlite) return
  const missing = sql<boolean>`title_words IS NULL OR description_words IS NULL`
  assert.deepEqual(await database.read.selectFrom('tasks').select('seq').where(missing).execute(), [])
})
