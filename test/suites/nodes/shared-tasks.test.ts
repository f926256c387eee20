// Tasks on several services that share their stores: changed on any, the same on all, and none lost.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import type { PageOfTasks, Task } from '#rooms/tasks/contract.ts'
import type { Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openNodes } from './two-services.ts'

const options = { skip: withoutPostgres }

/** The board as it is drawn: what its pages are sent first, and what the database holds. */
async function boardOf({ call, token }: Service): Promise<Map<string, Task>> {
  const tasks = new Map<string, Task>()
  for (let cursor: string | null = ''; cursor !== null;) {
    const { status, json, text } = await call(`GET /api/tasks?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`, {
      token,
    })
    assert.equal(status, 200, text)
    const page = json as unknown as PageOfTasks
    for (const task of page.tasks) tasks.set(task.id, task)
    cursor = page.next_cursor
  }
  return tasks
}

async function ask(
  service: Service,
  route: string,
  json?: object,
): Promise<{ status: number; task: Task; text: string }> {
  const answer = await service.call(route, { token: service.token, json })
  return { status: answer.status, task: answer.json.task as Task, text: answer.text }
}

const create = (service: Service, json: object) => ask(service, 'POST /api/tasks', json)
const change = (service: Service, id: string, json: object) => ask(service, `PATCH /api/tasks/${id}`, json)

const sameBoards = (services: readonly Service[]) =>
  until('the boards are the same', async () => {
    const [first, ...rest] = await Promise.all(services.map(boardOf))
    return rest.every((each) => JSON.stringify([...each]) === JSON.stringify([...(first ?? [])])) && first
  })

async function two() {
  const nodes = await openNodes()
  const [first, second] = [await nodes.node('one'), await nodes.node('other')]
  return { nodes, first, second, one: await first.begin(), other: await second.begin() }
}

const byNumber = (a: number, b: number): number => a - b
const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number)

test('tasks made on both at once are all on both, each under its own number', options, async () => {
  const { nodes, one, other } = await two()
  await using _ = nodes
  const epic = await create(one, { title: 'Epic', type: 'epic' })
  assert.equal(epic.status, 201, epic.text)
  const makes = numbers(60).flatMap((number) =>
    [one, other].map((service) => create(service, { title: `Task ${number}`, parent: epic.task.id })),
  )
  const made = await Promise.all(makes)
  assert.deepEqual(
    [...new Set(made.map(({ status }) => status))],
    [201],
    made.find(({ status }) => status !== 201)?.text,
  )
  const board = await sameBoards([one, other])
  assert.equal(board.size, 121)
  assert.equal(board.get(epic.task.id)?.children.length, 120)
  assert.equal(await nodes.change('SELECT 1 FROM orrery.tasks GROUP BY seq HAVING count(*) > 1'), 0)
  const same = await Promise.all([one, other].map((service) => create(service, { id: 'same', title: 'Same' })))
  assert.deepEqual(same.map(({ status }) => status).toSorted(byNumber), [201, 409])
})

test('what is changed on one is so on the other, also the same task on both at once', options, async () => {
  const { nodes, one, other } = await two()
  await using _ = nodes
  const { task } = await create(one, { title: 'Shared' })
  // Whoever goes to the other one next finds it.
  assert.equal((await change(other, task.id, { priority: 'P1' })).status, 200)
  const changes: readonly (readonly [Service, (round: number) => object])[] = [
    [one, (round) => ({ title: `Title ${round}` })],
    [other, (round) => ({ description: `Text ${round}` })],
    [one, (round) => ({ status: round % 2 === 0 ? 'in_progress' : 'ready' })],
    [other, (round) => ({ project: `p${round}` })],
  ]
  await Promise.all(
    changes.map(async ([service, given]) => {
      for (const round of numbers(25)) {
        const answer = await change(service, task.id, given(round))
        assert.equal(answer.status, 200, answer.text)
      }
    }),
  )
  const board = await sameBoards([one, other])
  const left = board.get(task.id)
  assert.deepEqual(
    [left?.title, left?.description, left?.project, left?.priority],
    ['Title 24', 'Text 24', 'p24', 'P1'],
    'no change took back another one',
  )

  const expected = await Promise.all(
    [one, other].map((service, place) =>
      change(service, task.id, { title: `Mine ${place}`, expect: { title: 'Title 24' } }),
    ),
  )
  assert.deepEqual(
    expected.map(({ status }) => status).toSorted(byNumber),
    [200, 409],
    'one of two alone is as expected',
  )

  const gone = await Promise.all([
    ask(one, `DELETE /api/tasks/${task.id}`),
    change(other, task.id, { title: 'Edited while it goes' }),
  ])
  assert.equal(gone[0].status, 200)
  assert.ok([200, 404].includes(gone[1].status), gone[1].text)
  await until('it is gone on both', async () => (await sameBoards([one, other])).size === 0)
  assert.equal((await ask(other, `POST /api/tasks/${task.id}/restore`)).status, 200)
  await until('it is back on both', async () => (await sameBoards([one, other])).has(task.id))
})

test('no tree comes about that one alone would refuse', options, async () => {
  const { nodes, one, other } = await two()
  await using _ = nodes
  for (const round of numbers(12)) {
    const { task } = await create(one, { title: `Story ${round}`, type: 'story' })
    const child = await create(other, { title: 'Task', parent: task.id })
    assert.equal(child.status, 201, child.text)
    await ask(one, `DELETE /api/tasks/${child.task.id}`)
    const answers = await Promise.all([
      change(one, task.id, { type: 'task' }),
      create(other, { title: 'Below', parent: task.id }),
    ])
    assert.deepEqual(answers.filter(({ status }) => status < 300).length, 1, JSON.stringify(answers))
  }
  await sameBoards([one, other])
})

test(
  'what was acknowledged by a service that is killed is on the other one, and on it after its start',
  options,
  async () => {
    const { nodes, first, one, other } = await two()
    await using _ = nodes
    const acknowledged: string[] = []
    const writing = numbers(400).map(async (number) => {
      const answer = await create(one, { title: `Task ${number}` }).catch(() => null)
      if (answer?.status === 201) acknowledged.push(answer.task.id)
    })
    await until('some are made', () => acknowledged.length >= 20)
    await one.kill()
    await Promise.all(writing)
    const made = await create(other, { title: 'After the death' })
    assert.equal(made.status, 201, made.text)
    const again = await first.begin()
    const board = await sameBoards([again, other])
    assert.deepEqual(
      [...acknowledged, made.task.id].filter((id) => !board.has(id)),
      [],
    )
  },
)

test(
  'the same import on both at once makes each task once, and a bulk change amid others is whole',
  options,
  async () => {
    const { nodes, one, other } = await two()
    await using _ = nodes
    const text = numbers(120)
      .map((number) => `- [ ] Item ${number}`)
      .join('\n')
    const imports = await Promise.all(
      [one, other].map(({ call, token }) =>
        call('POST /api/tasks/import', { token, json: { format: 'markdown', text, source: 'list' } }),
      ),
    )
    assert.deepEqual(
      [...new Set(imports.map(({ status }) => status))],
      [200],
      imports.map((each) => each.text).join('\n'),
    )
    const board = await sameBoards([one, other])
    assert.equal(board.size, 120)
    assert.equal(
      imports.reduce((sum, { json }) => sum + Number(json.created), 0),
      120,
    )
    const ids = [...board.keys()].slice(0, 60)
    const [moved, ...edits] = await Promise.all([
      ask(one, 'POST /api/tasks/bulk', { ids, set: { project: 'all' } }),
      ...ids.slice(0, 20).map((id) => change(other, id, { title: `Edited ${id}` })),
    ])
    assert.deepEqual([...new Set([moved.status, ...edits.map(({ status }) => status)])], [200], moved.text)
    const after = await sameBoards([one, other])
    assert.equal([...after.values()].filter(({ project }) => project === 'all').length, 60)
    assert.equal([...after.values()].filter(({ title }) => title.startsWith('Edited')).length, 20)
  },
)
