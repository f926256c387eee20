import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs } from '#base/time.ts'
import { sampleSession } from '#testing/sample-session.testkit.ts'
import { byOurClock } from './by-our-clock.ts'

const told = '2026-11-20T12:02:00.000Z'
const here = '2026-11-20T12:00:00.000Z'

test('every time of a session is by the clock of who tells it, and what is no time stays', () => {
  const times = (at: string) => ({
    last_activity: at,
    created_at: at,
    started_at: at,
    ended_at: null,
    state_since: at,
    cause: { event: 'user.resume', source: 'user', metadata: at, at } as const,
    stopping: { since: at, by: 'user', asked_at: null, forced_at: at, left: null } as const,
  })
  const session = sampleSession({ id: 's1', ...times(told) })
  assert.deepEqual(byOurClock(session, 2 * minuteMs), {
    ...session,
    ...times(here),
    cause: { ...times(here).cause, metadata: told },
  })
  assert.deepEqual(byOurClock(byOurClock(session, 2 * minuteMs), -2 * minuteMs), session)
  assert.equal(byOurClock(session, 0), session)
})
