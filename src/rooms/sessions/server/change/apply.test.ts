import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskStatus } from '#rooms/tasks/contract.ts'
import { registered, openRoom } from '../room.testkit.ts'
import { applyEvents } from './apply.ts'

const toReview = {
  event: 'hook.to_review',
  source: 'hook',
  metadata: null,
  runId: null,
  exitCode: null,
  at: '2026-11-20T12:00:00.000Z',
} as const

test('a session and the task that follows it are one commit', async () => {
  const room = await openRoom()
  room.statuses.set('T1', 'ready')
  const { session } = await registered(room, { tmux_session: 'agent-a', task_id: 'T1' })
  await room.report('agent-a', 'start')
  const { commits } = room.database
  const before = commits.count()
  const seen: { status: TaskStatus; commits: number; state: string | undefined }[] = []
  const follow = async (_taskId: string, status: TaskStatus): Promise<void> => {
    const state = room.context.registry.get(session.id)?.session.state
    await commits.write({ run: (db) => void db.prepare('SELECT 1').get() })
    seen.push({ status, commits: commits.count() - before, state })
  }
  const context = { ...room.context, tasks: { ...room.context.tasks, follow } }
  await applyEvents(context, session.id, { incoming: [toReview] })
  assert.deepEqual(seen, [{ status: 'review', commits: 1, state: 'awaiting_review' }])
  await room.close()
})

test('a task goes nowhere when its session could not be committed', async () => {
  const room = await openRoom()
  room.statuses.set('T1', 'ready')
  const { session } = await registered(room, { tmux_session: 'agent-a', task_id: 'T1' })
  await room.report('agent-a', 'start')
  await room.fillDisk()
  let isCommitted: boolean | null = null
  const follow = async (): Promise<void> => {
    const write = room.database.commits.write({ run: (db) => void db.prepare('SELECT 1').get() })
    isCommitted = await write.then(
      () => true,
      () => false,
    )
  }
  const context = { ...room.context, tasks: { ...room.context.tasks, follow } }
  await assert.rejects(applyEvents(context, session.id, { incoming: [toReview] }))
  assert.equal(isCommitted, false)
  assert.equal(room.context.registry.get(session.id)?.session.state, 'running')
  await room.close()
})
