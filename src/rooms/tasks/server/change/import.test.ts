import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scriptOf } from '#platform/server/db/group-commit.ts'
import type { ImportAnswer, ImportRequest } from '../../contract.ts'
import { changeTask, deleteTask } from './commands.ts'
import { importTasks } from './import.ts'
import { openRoom, openServer, person, type Room } from '../room.testkit.ts'

async function run(room: Pick<Room, 'context'>, request: ImportRequest): Promise<ImportAnswer> {
  const answer = await importTasks(room.context, request)
  assert.ok(answer.ok, JSON.stringify(answer))
  return answer.value
}

const counts = ({ created, changed, unchanged, skipped }: Omit<ImportAnswer, 'changed'> & { changed: unknown }) => [
  created,
  changed,
  unchanged,
  skipped,
]

type Issue = {
  number: number
  title: string
  body: string
  state: string
  url: string
  labels: object[]
  milestone: unknown
}

function issues(count: number): Issue[] {
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    title: `Issue ${index + 1}: the login page forgets what was typed`,
    body: `## Steps\n${'Open the page, type, wait for the session to end, and look. '.repeat(9)}`,
    state: index % 3 === 0 ? 'CLOSED' : 'OPEN',
    url: `https://github.com/acme/rocket/issues/${index + 1}`,
    labels: index % 5 === 0 ? [{ name: 'P1' }] : [],
    milestone: index % 10 === 0 ? null : { number: index % 4, title: `Milestone ${index % 4}` },
  }))
}

test('a thousand GitHub issues come in once, however often they are imported', async (t) => {
  const server = await openServer()
  t.after(() => server.close())
  let databaseMs = 0
  const { commits } = server.database
  const write = commits.write.bind(commits)
  commits.write = (one) =>
    write({
      ...one,
      *script() {
        const start = performance.now()
        yield* scriptOf(one)
        databaseMs += performance.now() - start
      },
    })
  const text = JSON.stringify(issues(1000))
  assert.ok(text.length > 512 * 1024)
  const send = async (dry: boolean) =>
    (await server.ask('POST', '/api/tasks/import', { format: 'github', text, dry_run: dry })).body

  const dry = await send(true)
  assert.deepEqual([counts(dry), server.tasks.cards().length], [[1004, 0, 0, 0], 0])
  assert.deepEqual(counts(await send(false)), [1004, 0, 0, 0])
  const firstMs = databaseMs
  const cards = structuredClone(server.tasks.cards())
  assert.equal(cards.length, 1004)
  const epics = cards.filter(({ type }) => type === 'epic')
  assert.equal(
    epics.reduce((sum, { progress }) => sum + progress.total, 0),
    900,
  )
  assert.deepEqual(counts(await send(false)), [0, 0, 1004, 0])
  assert.deepEqual(server.tasks.cards(), cards)
  assert.equal(databaseMs, firstMs)
  t.diagnostic(`database work of the first import: ${Math.round(firstMs)} ms, of the second: none`)
})

test('a later import brings what the source changed and leaves what a person changed here', async (t) => {
  const room = await openRoom()
  t.after(() => room.close())
  const [one, two, three, four] = issues(4)
  assert.ok(one && two && three && four)
  const send = (list: readonly unknown[], dry = false) =>
    run(room, { format: 'github', text: JSON.stringify(list), dry_run: dry })
  await send([one, two, three, four])
  const change = (id: string, request: object) => changeTask(room.context, id, { request, who: person })
  await change('rocket-2', { status: 'in_progress', title: 'Our title', parent: null })
  await change('rocket-3', { status: 'done' })
  await deleteTask(room.context, 'rocket-4', person)
  const later = [
    one,
    { ...two, body: 'new text', labels: [{ name: 'P2' }] },
    { ...three, state: 'CLOSED' },
    { ...four, title: 'x' },
    { ...one, number: 5, title: '', url: 'https://github.com/acme/rocket/issues/5' },
  ]
  const dry = await send(later, true)
  const wet = await send(later)
  assert.deepEqual(
    [counts(dry), counts(wet)],
    [
      [0, 1, 5, 2],
      [0, 1, 5, 2],
    ],
  )
  assert.deepEqual(
    wet.items.filter(({ action }) => action === 'change').map(({ task_id: id, fields }) => [id, fields]),
    [['rocket-2', ['priority', 'description']]],
  )
  assert.deepEqual(
    wet.items.filter(({ action }) => action === 'skip').map(({ note }) => note),
    ['was deleted here; restore it to have it again', 'has no title'],
  )
  const { title, status, priority, parent } = room.context.index.card('rocket-2')
  assert.deepEqual([title, status, priority, parent], ['Our title', 'in_progress', 'P2', null])
})

test('a checklist with children, imported twice and then with a new item', async (t) => {
  const room = await openRoom()
  t.after(() => room.close())
  const text = '# Launch\n- [ ] Write\n  - [x] Draft\n  - [ ] Review\n- [ ] Ship'
  const request = { format: 'markdown', text, project: 'web', source: 'plan.md' } as const
  assert.deepEqual(counts(await run(room, request)), [5, 0, 0, 0])
  assert.deepEqual(counts(await run(room, request)), [0, 0, 5, 0])
  const more = await run(room, { ...request, text: `${text.replace('[ ] Ship', '[x] Ship')}\n- [ ] Rest` })
  assert.deepEqual(counts(more), [1, 1, 4, 0])
  const epic = room.tasks.cards().find(({ type }) => type === 'epic')
  assert.deepEqual(epic?.progress, { done: 2, total: 4 })
  assert.deepEqual(counts(await run(room, { ...request, source: 'other.md' })), [5, 0, 0, 0])
})

test('an id that another task has is left to it, and a parent that does not fit is told', async (t) => {
  const room = await openRoom()
  t.after(() => room.close())
  const csv = (rows: string[]) => ['ID,Title,Status,Parent issue', ...rows].join('\n')
  await run(room, { format: 'linear', text: csv(['A-1,Top,Todo,', 'A-2,Below,Todo,A-1']) })
  await changeTask(room.context, 'A-1', { request: { type: 'story' }, who: person })
  const again = await run(room, { format: 'linear', text: csv(['A-2,Below,Todo,A-1', 'A-3,Lost,Todo,Z-9']) })
  assert.deepEqual(
    again.items.map(({ action, note }) => [action, note]),
    [
      ['unchanged', null],
      ['create', 'its parent Z-9 is not in the import'],
    ],
  )
  const github = [{ number: 1, title: 'One', url: 'https://github.com/x/A/issues/1' }]
  const other = await run(room, { format: 'github', text: JSON.stringify(github) })
  assert.match(other.items[0]?.task_id ?? '', /^t-/)
})

test('a task that holds others here stays what it is, though the source names them no more', async (t) => {
  const room = await openRoom()
  t.after(() => room.close())
  const csv = (rows: string[]) => ['ID,Title,Status,Parent issue', ...rows].join('\n')
  await run(room, { format: 'linear', text: csv(['A-1,Top,Todo,', 'A-2,Below,Todo,A-1']) })
  const typeOf = () => room.tasks.cards().find(({ title }) => title === 'Top')?.type
  assert.equal(typeOf(), 'epic')
  const again = await run(room, { format: 'linear', text: csv(['A-1,Top,Todo,']) })
  assert.deepEqual(
    again.items.map(({ action, note }) => [action, note]),
    [['unchanged', 'stays epic, since other tasks lie below it']],
  )
  assert.equal(typeOf(), 'epic')
})
