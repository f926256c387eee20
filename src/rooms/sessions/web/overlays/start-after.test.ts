import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleSession } from '#testing/sample-session.testkit.ts'
import { sampleTask } from '#testing/sample-task.testkit.ts'
import { sessions } from '../session-store.ts'
import { whyNotAfter, whyNotLinked } from './start-after.ts'

const tasks = [
  sampleTask({ id: 'A', title: 'Fuel' }),
  sampleTask({ id: 'B', title: 'Seats' }),
  sampleTask({ id: 'C', title: 'Paint', status: 'done' }),
]
const taskOf = (id: string) => tasks.find((task) => task.id === id) ?? null

test('a session can be linked to any task but those by which it would wait for itself', () => {
  const own = sampleSession({ id: 's', state: 'idle', task_id: 'A' })
  sessions.replaceAll([
    own,
    sampleSession({ id: 't', state: 'idle', task_id: 'B', depends_on: ['A'], blocked_by: ['A'] }),
  ])
  assert.equal(whyNotLinked(own, 'A', taskOf), 'It works on “Fuel” itself')
  assert.equal(whyNotLinked(own, 'B', taskOf), '“Seats” waits for it: neither would ever start')
  assert.equal(whyNotLinked(own, 'C', taskOf), null)
  assert.equal(whyNotLinked(own, 'Z', taskOf), null)
})

test('by hand it is not linked twice, nor to what is done already', () => {
  const session = sampleSession({ id: 's', state: 'idle', depends_on: ['A'] })
  sessions.replaceAll([session])
  assert.equal(whyNotAfter(session, 'A', taskOf), 'It starts after “Fuel” already')
  assert.equal(whyNotAfter(session, 'B', taskOf), null)
  assert.equal(whyNotAfter(session, 'C', taskOf), '“Paint” is done already: start it instead')
})

test('a task counts as done once a session on it completed', () => {
  const session = sampleSession({ id: 's', state: 'idle' })
  sessions.replaceAll([session, sampleSession({ id: 't', state: 'completed', task_id: 'B' })])
  assert.equal(whyNotAfter(session, 'B', taskOf), '“Seats” is done already: start it instead')
})
