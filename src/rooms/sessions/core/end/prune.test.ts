import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourMs, toIso } from '#base/time.ts'
import type { Session } from '../../contract.ts'
import { prunable } from './prune.ts'
import { withChange } from '../record.ts'
import { sampleRecord } from '../sample-record.testkit.ts'

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')

function ended(id: string, hoursAgo: number, session: Partial<Session> = {}) {
  const at = toIso(nowMs - hoursAgo * hourMs)
  const blank = sampleRecord({ id, at, origin: 'registered', tmuxSession: id })
  return withChange(blank, { session: { state: 'completed', ended_at: at, ...session } })
}

test('sessions go that ended more than a day ago, in whatever way, and no others', () => {
  const records = [
    ended('old', 24.01),
    ended('failed', 30, { state: 'failed' }),
    ended('without a mark', 30, { ended_at: null }),
    ended('young', 24),
    ended('running', 99, { state: 'running', ended_at: null }),
    ended('idle', 99, { state: 'idle', ended_at: null }),
    ended('asks', 99, { state: 'awaiting_review', ended_at: null }),
    ended('unreadable', 99, { ended_at: 'yesterday' }),
  ]
  assert.deepEqual(
    prunable(records, nowMs).map(({ session }) => session.id),
    ['old', 'failed', 'without a mark'],
  )
})

test('a completed session stays while another waits for its task, a failed one does not', () => {
  const done = ended('done', 30, { task_id: 'T' })
  const failed = ended('failed', 30, { state: 'failed', task_id: 'T' })
  const waiting = ended('waits', 30, { state: 'idle', ended_at: null, depends_on: ['T', 'U'] })
  const ids = (records: Parameters<typeof prunable>[0]) => prunable(records, nowMs).map(({ session }) => session.id)
  assert.deepEqual(ids([done, failed, waiting]), ['failed'])
  assert.deepEqual(ids([done, failed]), ['done', 'failed'])
})
