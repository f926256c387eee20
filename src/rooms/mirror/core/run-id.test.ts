import assert from 'node:assert/strict'
import { test } from 'node:test'
import { run, sampleRuns, sha1, type Raw } from '../mirror.testkit.ts'
import { runIdOf } from './run-id.ts'

const session = '2164678c-39c4-4824-933c-e5c66f5133f3'
const isV5 = (id: string): boolean => /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)

const own: readonly (readonly [string, Raw, string | null])[] = [
  [
    'an isolated run, by its session key',
    { sessionId: session, sessionKey: `agent:main:cron:x:run:${session}` },
    'main',
  ],
  ['a record without a key of an isolated job', { sessionId: session }, 'isolated'],
  ['a record without a key of a job that is not known', { sessionId: session }, null],
]
for (const [name, record, target] of own) {
  test(`${name} is kept under the session's id`, () => assert.equal(runIdOf(run(record), target, sha1), session))
}

const shared: readonly (readonly [string, Raw, string | null])[] = [
  ['a shared session', { sessionId: session, sessionKey: 'agent:main:shared' }, 'isolated'],
  ['a record without a key of a shared job', { sessionId: session }, 'session:shared'],
  ['a command, which has no session', {}, 'isolated'],
  ['a session id that is no UUID', { sessionId: '../x' }, 'isolated'],
]
for (const [name, record, target] of shared) {
  test(`${name} is kept under a UUIDv5 of job and time`, () => {
    const id = runIdOf(run(record), target, sha1)
    assert.ok(isV5(id), id)
    assert.equal(runIdOf(run({ ...record, summary: 'other', ts: 9_999 }), target, sha1), id)
    assert.notEqual(runIdOf(run({ ...record, runAtMs: 1 }), target, sha1), id)
    assert.notEqual(runIdOf(run({ ...record, jobId: 'other' }), target, sha1), id)
  })
}

test('a name gives the UUIDv5 that others compute, too', () => {
  // `uuid5(UUID('6d1c3b0e-527f-4a96-b108-e42d97c53a71'), 'job:5')` of Python's uuid.
  assert.equal(runIdOf(run({ jobId: 'job', runAtMs: 5 }), null, sha1), 'e95ff56a-750d-5f35-bd4e-c6a4d9ca4a58')
})

test('every recorded run has an id of its own, whatever its kind', () => {
  const ids = sampleRuns().map((record) => runIdOf(record, null, sha1))
  assert.equal(new Set(ids).size, ids.length)
  assert.ok(ids.length >= 11)
})
