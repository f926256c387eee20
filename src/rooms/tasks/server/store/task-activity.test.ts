// What the activity tells of tasks, the same on both databases.
import assert from 'node:assert/strict'
import { onBoth } from '#platform/server/db/both.testkit.ts'
import type { SourceFilter } from '#rooms/activity/contract.ts'
import type { TaskEvent } from '../../contract.ts'
import { newTaskRecord, type Actor } from '../../core/record.ts'
import { createTaskStore } from './store.ts'
import { taskActivity } from './task-activity.ts'

const at = (minute: number): string => `2026-11-20T12:${String(minute).padStart(2, '0')}:00.000Z`

const everything: SourceFilter = { actor: null, isKind: () => true, since: null }

const events: readonly (readonly [TaskEvent['kind'], Actor, readonly (readonly [string, string, string])[]])[] = [
  ['created', { actor: 'user', by: null }, []],
  ['changed', { actor: 'session', by: 's-1' }, [['status', 'backlog', 'ready']]],
  ['changed', { actor: 'agent', by: 'ann' }, [['title', 'Öld', 'New']]],
  ['deleted', { actor: 'import', by: 'github' }, []],
]

onBoth('pages, counts and facts of changes of tasks', async (_, database) => {
  const store = createTaskStore(database)
  const record = newTaskRecord({ seq: 1, id: 'T-1', title: 'One' }, at(0))
  for (const [place, [kind, who, changes]] of events.entries()) {
    const told = changes.map(([field, from, to]) => ({ field, from, to }))
    const history = { taskId: 'T-1', at: at(place), kind, who, changes: told }
    const saved = { record: { ...record, version: place }, isNew: place === 0, description: null, history }
    await database.commits.write({
      *script() {
        yield* store.save([saved], { counts: [], leaning: { records: [], below: new Map() } })
      },
    })
  }
  const source = taskActivity(database)
  const page = async (filter: Partial<SourceFilter>, before = { at: at(59), key: '' }, limit = 9) =>
    source.page({ ...everything, ...filter }, before, limit)
  const told = async (filter: Partial<SourceFilter>) =>
    (await page(filter)).map(({ kind, actor, text }) => `${kind} ${actor.kind} ${actor.name}: ${text}`)
  const all = [
    'task.deleted service github: deleted',
    'task.edited agent ann: changed title',
    'task.moved agent s-1: moved from backlog to ready',
    'task.created person null: created',
  ]
  assert.deepEqual(await told({}), all)
  assert.deepEqual(await told({ actor: 'agent' }), all.slice(1, 3))
  assert.deepEqual(await told({ isKind: (kind) => kind === 'task.moved' }), all.slice(2, 3))
  assert.deepEqual(await told({ since: at(2) }), all.slice(0, 2))
  const [newest = assert.fail()] = await page({}, undefined, 1)
  const rest = await page({}, { at: newest.at, key: newest.id.split(':')[1] ?? '' })
  assert.deepEqual(
    rest.map(({ kind }) => kind),
    ['task.edited', 'task.moved', 'task.created'],
  )
  const counted = await source.count(everything, { from: at(1), to: at(59), characters: 13 })
  assert.deepEqual([...counted], [[at(0).slice(0, 13), 3]])
  const key = rest.at(1)?.id.split(':')[1] ?? ''
  assert.deepEqual((await source.facts?.(key))?.slice(0, 2), [
    { name: 'Task', value: 'T-1' },
    { name: 'status', value: 'backlog → ready' },
  ])
})
