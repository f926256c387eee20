import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskStatus } from '#rooms/tasks/contract.ts'
import type { SessionRecord } from '../record.ts'
import { sampleRecord } from '../sample-record.testkit.ts'
import { startsByItself, unmetDependencies, type TaskFacts } from './dependencies.ts'

function waitingFor(...dependsOn: readonly string[]): SessionRecord {
  return sampleRecord({ dependsOn })
}

const waiting = waitingFor('T-1')
const running: SessionRecord = { ...waiting, session: { ...waiting.session, state: 'running' } }

const sessions: readonly (readonly [what: string, record: SessionRecord, unmet: readonly string[], starts: boolean])[] =
  [
    ['whose task is done', waiting, [], true],
    ['whose two tasks are done', waitingFor('T-1', 'T-2'), [], true],
    ['whose task is not done', waiting, ['T-1'], false],
    ['of whose tasks one is not done', waitingFor('T-1', 'T-2'), ['T-2'], false],
    ['that waited for nothing', waitingFor(), [], false],
    ['that runs already', running, [], false],
    ['that a person put back', { ...waiting, requeued: true }, [], false],
    ['that starts at this moment', { ...waiting, spawning: true }, [], false],
  ]

for (const [what, record, unmet, starts] of sessions) {
  test(`a session ${what} ${starts ? 'starts' : 'does not start'} by itself`, () => {
    assert.equal(startsByItself(record, unmet), starts)
  })
}

test('a task holds a session back until it is done or a session of it completed', () => {
  const statuses: ReadonlyMap<string, TaskStatus> = new Map([
    ['T-done', 'done'],
    ['T-open', 'ready'],
    ['T-worked', 'review'],
  ])
  const facts: TaskFacts = {
    statusOf: (id) => statuses.get(id) ?? null,
    hasCompletedSession: (id) => id === 'T-worked' || id === 'T-elsewhere-over',
  }
  const all = ['T-done', 'T-open', 'T-worked', 'T-elsewhere', 'T-elsewhere-over']
  assert.deepEqual(unmetDependencies(all, facts), ['T-open', 'T-elsewhere'])
})
