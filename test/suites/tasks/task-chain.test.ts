// Tasks and sessions together, from outside: a task moves after its session, and a task that is done starts the next one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task, TaskEvent } from '#rooms/tasks/contract.ts'
import { makeHome } from '../../support/home.ts'
import { launch, listSessions, sessionOf } from '../../support/http.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

async function ask(service: Service, route: string, json?: object): Promise<{ task: Task; events: TaskEvent[] }> {
  const answer = await service.call(route, json === undefined ? {} : { json })
  assert.ok(answer.status < 300, `${route}: ${answer.status} ${JSON.stringify(answer.json)}`)
  return answer.json as { task: Task; events: TaskEvent[] }
}

const statusOf = async (service: Service, id: string) => (await ask(service, `GET /api/tasks/${id}`)).task.status

test('a chain of tasks runs by itself, survives kill -9, and never opens what a person closed', async () => {
  await using place = await makeHome()
  await using first = await startService(place)
  await ask(first, 'POST /api/tasks', { id: 'story', title: 'Ship it', type: 'story' })
  for (const id of ['build', 'test', 'closed']) await ask(first, 'POST /api/tasks', { id, title: id, parent: 'story' })

  const waits = sessionOf(
    await launch(first, { agent_type: 'shell', prompt: 'sleep 60', task_id: 'test', depends_on: ['build'] }),
  )
  assert.deepEqual([waits.state, waits.blocked_by], ['idle', ['build']])
  await ask(first, 'PATCH /api/tasks/closed', { status: 'done' })
  sessionOf(await launch(first, { agent_type: 'shell', prompt: 'true', task_id: 'closed' }))

  // The answer is committed: a death right after it loses nothing.
  await ask(first, 'PATCH /api/tasks/build', { status: 'review', priority: 'P1' })
  await first.kill()
  await using service = await startService(place)
  const { task } = await ask(service, 'GET /api/tasks/build')
  assert.deepEqual([task.status, task.priority], ['review', 'P1'])

  await ask(service, 'PATCH /api/tasks/build', { status: 'done' })
  const stateOf = async () => (await listSessions(service)).find(({ id }) => id === waits.id)?.state
  await until('the session that waited runs', async () => (await stateOf()) === 'running')
  await until('its task is in progress', async () => (await statusOf(service, 'test')) === 'in_progress')
  const { events } = await ask(service, 'GET /api/tasks/test/history')
  assert.deepEqual([events[0]?.actor, events[0]?.by], ['session', waits.id])

  await service.call('POST /api/hooks/ingest', { json: { event: 'exit', session_id: waits.id } })
  assert.equal(await statusOf(service, 'test'), 'done')
  const story = (await ask(service, 'GET /api/tasks/story')).task
  assert.deepEqual(story.progress, { done: 3, total: 3 })
  assert.equal(await statusOf(service, 'closed'), 'done')
})
