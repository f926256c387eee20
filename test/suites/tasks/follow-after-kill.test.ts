// A service that dies between a session's end and its task's: the next start makes up for it, and touches nothing else.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Task, TaskEvent } from '#rooms/tasks/contract.ts'
import { makeHome } from '../../support/home.ts'
import { launch, listSessions, sessionOf } from '../../support/http.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const dying = { nodeOptions: ['--import', join(import.meta.dirname, 'kill-after-exit.mjs')] }

async function taskOf(service: Service, id: string): Promise<Task> {
  return (await service.call(`GET /api/tasks/${id}`)).json.task as Task
}

async function historyOf(service: Service, id: string): Promise<TaskEvent[]> {
  return (await service.call(`GET /api/tasks/${id}/history`)).json.events as TaskEvent[]
}

async function work(service: Service, task: string, dependsOn: readonly string[] = []) {
  const body = { agent_type: 'shell', prompt: 'sleep 60', task_id: task, depends_on: dependsOn }
  return sessionOf(await launch(service, body))
}

test('a task follows a session whose end was the last that the killed service committed', async () => {
  await using place = await makeHome()
  await using first = await startService(place, dying)
  for (const id of ['build', 'closed', 'opened', 'next'])
    await first.call('POST /api/tasks', { json: { id, title: id } })
  await work(first, 'closed')
  await first.call('PATCH /api/tasks/closed', { json: { status: 'done' } })
  await work(first, 'opened')
  await first.call(`PATCH /api/tasks/opened`, { json: { status: 'ready' } })
  const ends = await work(first, 'build')
  const waits = await work(first, 'next', ['build'])
  await until('it is in progress', async () => (await taskOf(first, 'build')).status === 'in_progress')
  const answer = first.call('POST /api/hooks/ingest', { json: { event: 'exit', session_id: ends.id } })
  await assert.rejects(answer)
  assert.equal((await first.ended).signal, 'SIGKILL')

  await using second = await startService(place)
  const state = async (id: string) => (await listSessions(second)).find((each) => each.id === id)?.state
  assert.equal(await state(ends.id), 'completed')
  await until('the task is done', async () => (await taskOf(second, 'build')).status === 'done')
  await until('what waited for it runs', async () => (await state(waits.id)) === 'running')
  const [followed] = await historyOf(second, 'build')
  assert.deepEqual([followed?.actor, followed?.by], ['session', ends.id])
  assert.equal((await taskOf(second, 'closed')).status, 'done')
  assert.equal((await taskOf(second, 'opened')).status, 'ready')

  const before = await Promise.all(['build', 'closed', 'opened'].map((id) => historyOf(second, id)))
  await second.stop()
  await using third = await startService(place)
  const again = await Promise.all(['build', 'closed', 'opened'].map((id) => historyOf(third, id)))
  assert.deepEqual(again, before)
})
