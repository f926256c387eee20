import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toIso } from '#base/time.ts'
import type { Cause } from '../../contract.ts'
import { timesToCome } from './times-to-come.ts'

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const [past, now, ahead] = [toIso(nowMs - 60_000), toIso(nowMs), toIso(nowMs + 3_600_000)]
const causeAt = (at: string): Cause => ({ event: 'start', source: 'user', metadata: null, at })

const allPast = {
  last_activity: past,
  created_at: past,
  started_at: past,
  ended_at: past,
  state_since: past,
  cause: causeAt(past),
}
const noneYet = { ...allPast, started_at: null, ended_at: null, cause: null }

test('right times stay as they are, also where there is none yet', () => {
  assert.equal(timesToCome(allPast, nowMs), null)
  assert.equal(timesToCome(noneYet, nowMs), null)
})

for (const field of ['last_activity', 'created_at', 'started_at', 'ended_at', 'state_since'] as const) {
  test(`"${field}" of a clock that was ahead becomes now, and no other time`, () => {
    assert.deepEqual(timesToCome({ ...allPast, [field]: ahead }, nowMs), { [field]: now })
    assert.deepEqual(timesToCome({ ...noneYet, [field]: ahead }, nowMs), { [field]: now })
  })
}

test('what moved a session last did not do so in the future, and keeps what it said', () => {
  const cause: Cause = { ...causeAt(ahead), metadata: 'words' }
  assert.deepEqual(timesToCome({ ...allPast, cause }, nowMs), { cause: { ...cause, at: now } })
})

test('a clock that is kept right goes back a little, which corrects nothing', () => {
  assert.equal(timesToCome({ ...allPast, last_activity: toIso(nowMs + 1000) }, nowMs), null)
  assert.deepEqual(timesToCome({ ...allPast, last_activity: toIso(nowMs + 1001) }, nowMs), { last_activity: now })
})
