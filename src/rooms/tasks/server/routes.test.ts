import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Task } from '../contract.ts'
import { openServer } from './room.testkit.ts'

let service: Awaited<ReturnType<typeof openServer>>

before(async () => {
  service = await openServer()
  await add({ id: 'epic', title: 'An epic', type: 'epic', description: 'whole' })
  await add({ id: 'story', title: 'A story', type: 'story', parent: 'epic' })
  await add({ id: 'task', title: 'A task', parent: 'story', project: 'web' })
  await add({ id: 'gone', title: 'Gone' })
  await service.ask('DELETE', '/api/tasks/gone')
})
after(() => service.close())

const byText = (one: string, other: string): number => one.localeCompare(other)

const add = async (body: object): Promise<Task> => {
  const answer = await service.ask('POST', '/api/tasks', body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.task
}

const bad: readonly (readonly [string, string, unknown, number, string, string])[] = [
  ['POST', '/api/tasks', {}, 400, 'title', 'is required'],
  ['POST', '/api/tasks', { title: '  ' }, 400, 'title', 'must not be empty'],
  ['POST', '/api/tasks', { title: 'x'.repeat(1_000_000) }, 400, 'title', 'must be at most 500 characters'],
  ['POST', '/api/tasks', { title: 'x'.repeat(1_100_000) }, 413, '', ''],
  ['POST', '/api/tasks', { title: 'x', titel: 'y' }, 400, 'titel', 'did you mean "title"'],
  ['POST', '/api/tasks', { title: 'x', status: 'doing' }, 400, 'status', 'must be "backlog" or "ready"'],
  ['POST', '/api/tasks', { title: 'x', priority: 'P5' }, 400, 'priority', 'must be "P1"'],
  ['POST', '/api/tasks', { title: 'x', type: 'bug' }, 400, 'type', 'must be "epic"'],
  ['POST', '/api/tasks', { title: 'x', id: 'a b' }, 400, 'id', 'letters, digits'],
  ['POST', '/api/tasks', { title: 'x', id: '../x' }, 400, 'id', 'letters, digits'],
  ['POST', '/api/tasks', { title: 'x', id: 'task' }, 409, 'id', 'is in use'],
  ['POST', '/api/tasks', { title: 'x', id: 'gone' }, 409, 'id', 'is in use'],
  ['POST', '/api/tasks', { title: 'x', parent: 'nobody' }, 400, 'parent', 'is no task'],
  ['POST', '/api/tasks', { title: 'x', parent: 'gone' }, 400, 'parent', 'is no task'],
  ['POST', '/api/tasks', { title: 'x', parent: 'task' }, 400, 'parent', 'holds no other tasks'],
  ['POST', '/api/tasks', { title: 'x', parent: 'story', type: 'story' }, 400, 'parent', 'not a story'],
  ['POST', '/api/tasks', { title: 'x', id: 'me', parent: 'me' }, 400, 'parent', 'is no task'],
  ['POST', '/api/tasks', [], 400, '', ''],
  ['PATCH', '/api/tasks/epic', { parent: 'epic' }, 400, 'parent', 'is the task itself'],
  ['PATCH', '/api/tasks/epic', { parent: 'story' }, 400, 'parent', 'would be a cycle'],
  ['PATCH', '/api/tasks/epic', { type: 'task' }, 400, 'type', "can't hold the stories below it"],
  ['PATCH', '/api/tasks/story', { type: 'epic' }, 400, 'parent', 'not an epic'],
  ['PATCH', '/api/tasks/task', { id: 'other' }, 400, 'id', 'is not a known field'],
  ['PATCH', '/api/tasks/task', { status: null }, 400, 'status', 'must be'],
  ['PATCH', '/api/tasks/task', { title: 'x', expect: { title: 'Theirs' } }, 409, 'title', 'is “A task” by now'],
  ['PATCH', '/api/tasks/task', { title: 'x', expect: { description: 'a' } }, 409, 'description', 'another text'],
  ['PATCH', '/api/tasks/task', { expect: { id: 'task' } }, 400, 'expect.id', 'is not a known field'],
  ['POST', '/api/tasks/bulk', { ids: ['task'], set: {}, expect: { status: 'done' } }, 409, 'ids.0', 'by now'],
  ['POST', '/api/tasks/bulk', { ids: ['task'], delete: true, expect: {} }, 400, '', ''],
  ['PATCH', '/api/tasks/nobody', { status: 'done' }, 404, '', ''],
  ['PATCH', '/api/tasks/gone', { status: 'done' }, 404, '', ''],
  ['GET', '/api/tasks/nobody', undefined, 404, '', ''],
  ['GET', '/api/tasks/nobody/history', undefined, 404, '', ''],
  ['DELETE', '/api/tasks/gone', undefined, 404, '', ''],
  ['POST', '/api/tasks/nobody/restore', undefined, 404, '', ''],
  ['POST', '/api/tasks/gone/restore', { now: true }, 400, 'now', 'is not a known field'],
  ['GET', '/api/tasks?stauts=done', undefined, 400, 'stauts', 'did you mean "status"'],
  ['GET', '/api/tasks?status=doing', undefined, 400, 'status', 'must be'],
  ['GET', '/api/tasks?limit=0', undefined, 400, 'limit', 'must be at least 1'],
  ['GET', '/api/tasks?cursor=x', undefined, 400, 'cursor', 'is not a next_cursor'],
  ['GET', '/api/tasks/task/history?cursor=-1', undefined, 400, 'cursor', 'is not a next_cursor'],
  ['POST', '/api/tasks/bulk', { ids: [], set: {} }, 400, 'ids', 'must be at least 1'],
  ['POST', '/api/tasks/bulk', { ids: ['task'] }, 400, '', 'one of "set", "delete"'],
  ['POST', '/api/tasks/bulk', { ids: ['task'], delete: true, restore: true }, 400, '', 'one of "set", "delete"'],
  ['POST', '/api/tasks/bulk', { ids: ['task'], set: { title: 'x' } }, 400, 'set.title', 'is not a known field'],
  ['POST', '/api/tasks/bulk', { ids: ['task', 'nobody'], set: {} }, 404, 'ids.1', 'is no task'],
  ['POST', '/api/tasks/bulk', { ids: ['gone'], set: { priority: 'P1' } }, 404, 'ids.0', 'is no task'],
  [
    'POST',
    '/api/tasks/bulk',
    { ids: ['task', 'epic'], set: { type: 'task' } },
    400,
    'ids.1',
    'type must stay what it is',
  ],
  ['POST', '/api/tasks/import', { format: 'jira', text: 'x' }, 400, 'format', 'must be'],
  ['POST', '/api/tasks/import', { format: 'github', text: '' }, 400, 'text', 'must not be empty'],
  ['POST', '/api/tasks/import', { format: 'github', text: '{' }, 400, 'text', 'is not valid JSON'],
]
for (const [method, path, body, status, field, reason] of bad) {
  const shown = JSON.stringify(body ?? null).slice(0, 60)
  test(`${method} ${path} ${shown} is ${status} ${field}`, async () => {
    const cards = structuredClone(service.tasks.cards())
    const answer = await service.ask(method, path, body)
    assert.equal(answer.status, status)
    assert.equal(answer.body.ok, false)
    if (field !== '') {
      const detail = answer.body.details?.find((one) => one.field === field)
      assert.ok(detail?.reason.includes(reason), JSON.stringify(answer.body))
    }
    assert.deepEqual(service.tasks.cards(), cards)
  })
}

test('a task has every field, with the defaults of the board', async () => {
  const task = await add({ title: '  Plain  ' })
  assert.match(task.id, /^t-[0-9a-z]{6}$/)
  const { id, created_at: at, ...rest } = task
  assert.deepEqual(rest, {
    title: 'Plain',
    description: '',
    type: 'task',
    priority: 'P3',
    status: 'backlog',
    parent: null,
    project: null,
    source_repo: null,
    source_url: null,
    children: [],
    progress: { done: 0, total: 0 },
    score_locked: 0,
    locked_lane: null,
    current_score: null,
    current_lane: null,
    current_rank: null,
    updated_at: at,
    status_since: at,
    done_at: null,
    blocker: null,
  })
  assert.deepEqual((await service.ask('GET', `/api/tasks/${id}`)).body.task, task)
})

test('a change is told with its parents, and its history says what, by whom and when', async () => {
  service.published.length = 0
  service.time.nowMs += 1000
  const path = '/api/tasks/task'
  const { body } = await service.ask('PATCH', path, {
    status: 'done',
    description: 'long',
    title: 'A task',
  })
  assert.deepEqual([body.task.status, body.task.description], ['done', 'long'])
  assert.equal(body.task.done_at, '2026-11-20T12:00:01.000Z')
  assert.equal(body.task.status_since, '2026-11-20T12:00:01.000Z')
  assert.deepEqual(
    service.published.map(({ op, id }) => [op, id]),
    [
      ['upsert', 'task'],
      ['upsert', 'story'],
      ['upsert', 'epic'],
    ],
  )
  assert.equal(Object.hasOwn(Object(service.published[0]?.value), 'description'), false)
  const unchanged = await service.ask('PATCH', path, { status: 'done', description: 'long' })
  assert.deepEqual(unchanged.body.task, body.task)
  assert.equal(service.published.length, 3)
  service.time.nowMs += 1000
  const edited = await service.ask('PATCH', path, { description: null })
  const { updated_at: changed, status_since: since } = edited.body.task
  assert.deepEqual([changed, since], ['2026-11-20T12:00:02.000Z', '2026-11-20T12:00:01.000Z'])
  const first = await service.ask('GET', `${path}/history?limit=2`)
  assert.deepEqual(
    first.body.events.map(({ kind, actor, changes }) => [kind, actor, changes]),
    [
      ['changed', 'user', [{ field: 'description', from: 'long', to: '' }]],
      [
        'changed',
        'user',
        [
          { field: 'status', from: 'backlog', to: 'done' },
          { field: 'description', from: '', to: 'long' },
        ],
      ],
    ],
  )
  const more = `${path}/history?limit=2&cursor=${first.body.next_cursor}`
  const second = await service.ask('GET', more)
  assert.deepEqual([second.body.events.map(({ kind }) => kind), second.body.next_cursor], [['created'], null])
})

test('an agent that says who it is stands in the history', async () => {
  const response = await fetch(`${service.url}/api/tasks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-agent-session': 'agent-claude-7' },
    body: '{"id":"filed","title":"Filed by an agent"}',
  })
  assert.equal(response.status, 201)
  const { body } = await service.ask('GET', '/api/tasks/filed/history')
  assert.deepEqual([body.events[0]?.actor, body.events[0]?.by], ['agent', 'agent-claude-7'])
  const told = ['actor', 'at', 'by', 'changes', 'kind', 'seq', 'task_id']
  assert.deepEqual(Object.keys(Object(body.events[0])).toSorted(), told, 'what the document promises, and no more')
})

test('a deleted epic leaves its children ungrouped, and comes back with them', async () => {
  await add({ id: 'E', title: 'E', type: 'epic' })
  await add({ id: 'S', title: 'S', type: 'story', parent: 'E' })
  await add({ id: 'T', title: 'T', parent: 'S', status: 'done' })
  await add({ id: 'U', title: 'U', parent: 'E' })
  service.published.length = 0
  assert.deepEqual((await service.ask('DELETE', '/api/tasks/E')).body, { ok: true })
  const parentOf = (id: string) => service.tasks.cards().find((card) => card.id === id)?.parent
  assert.deepEqual([parentOf('S'), parentOf('U'), parentOf('T')], [null, null, 'S'])
  assert.deepEqual(service.published.map(({ op, id }) => `${op} ${id}`).toSorted(byText), [
    'remove E',
    'upsert S',
    'upsert U',
  ])
  const gone = await service.ask('GET', '/api/tasks/E')
  assert.deepEqual([gone.status, gone.body.hint?.includes('orrery task restore E')], [404, true])
  assert.equal((await service.ask('GET', '/api/tasks?parent=E')).body.tasks.length, 0)
  // What no longer fits does not come back; U went elsewhere meanwhile.
  await service.ask('PATCH', '/api/tasks/S', { type: 'epic' })
  await service.ask('PATCH', '/api/tasks/U', { parent: 'S' })
  const restored = await service.ask('POST', '/api/tasks/E/restore')
  assert.deepEqual([restored.status, restored.body.task.children], [200, []])
  await service.ask('PATCH', '/api/tasks/S', { type: 'story', parent: 'E' })
  await service.ask('DELETE', '/api/tasks/E')
  const back = await service.ask('POST', '/api/tasks/E/restore')
  assert.deepEqual([back.body.task.children, back.body.task.progress], [['S'], { done: 1, total: 2 }])
  assert.equal((await service.ask('POST', '/api/tasks/E/restore')).status, 200)
})

test('bulk changes, deletes and restores in one commit', async () => {
  const ids = ['b1', 'b2', 'b3']
  for (const id of ids) await add({ id, title: id, ...(id === 'b3' ? { priority: 'P1' } : {}) })
  const path = '/api/tasks/bulk'
  const set = await service.ask('POST', path, {
    ids: [...ids, 'b1'],
    set: { priority: 'P1', parent: 'epic' },
  })
  assert.deepEqual(set.body.changed, ids)
  assert.ok(set.body.tasks.every(({ priority, parent }) => priority === 'P1' && parent === 'epic'))
  const same = await service.ask('POST', path, { ids, set: { priority: 'P1' } })
  assert.deepEqual(same.body.changed, [])
  const removed = await service.ask('POST', path, { ids, delete: true })
  assert.deepEqual([removed.body.tasks, removed.body.changed], [[], ids])
  const restored = await service.ask('POST', path, { ids, restore: true })
  assert.deepEqual(
    restored.body.tasks.map(({ parent }) => parent),
    ['epic', 'epic', 'epic'],
  )
})

test('lists page by cursor, filter, and search words in titles and descriptions', async () => {
  for (let count = 0; count < 7; count++) await add({ title: `Página ${count}`, project: 'paged', priority: 'P2' })
  await add({ title: 'Login', description: 'The "token" expires_at 50% too early', project: 'other' })
  await add({ title: '修复登录问题', project: 'other' })
  const ask = async (query: string) => (await service.ask('GET', `/api/tasks?${query}`)).body
  const first = await ask('project=paged&limit=4')
  const second = await ask(`project=paged&limit=4&cursor=${first.next_cursor}`)
  assert.deepEqual([first.tasks.length, second.tasks.length, second.next_cursor], [4, 3, null])
  assert.equal(new Set([...first.tasks, ...second.tasks].map(({ id }) => id)).size, 7)
  const searches = [
    ['q=pagina', 7],
    ['q=pag%203', 1],
    ['q=login', 1],
    ['q=token%20log', 1],
    ['q=%22token%22', 1],
    ['q=50%25', 1],
    ['q=%25', 1],
    ['q=_', 1],
    [`q=${encodeURIComponent('登录')}`, 1],
    ['q=AND', 0],
    ['q=NEAR(', 0],
    ['q=%22', 1],
    ['q=%20', 'all'],
    ['priority=P2&q=pagina', 7],
    ['priority=P1&q=pagina', 0],
    ['type=epic&status=backlog&project=none', 0],
  ] as const
  const all = (await ask('limit=200')).tasks.length
  for (const [query, expected] of searches) {
    assert.equal((await ask(`${query}&limit=200`)).tasks.length, expected === 'all' ? all : expected, query)
  }
  const changed = (await ask('q=login')).tasks[0]
  await service.ask('PATCH', `/api/tasks/${changed?.id}`, { title: 'Sign in', description: 'new words' })
  assert.deepEqual([(await ask('q=token')).tasks.length, (await ask('q=words')).tasks.length], [0, 1])
  await service.ask('DELETE', `/api/tasks/${changed?.id}`)
  assert.equal((await ask('q=words')).tasks.length, 0)
})
