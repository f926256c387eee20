import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldedUnder } from './fold.ts'
import { isOver, markAsked, markFor, whyNot } from './mark.ts'
import { minute, sampleItem as item, seen, snoozed } from './sample-item.testkit.ts'

test('a mark holds for its own moment: a later failure is unseen', () => {
  const kept = { moment: 'first', mark: seen }
  assert.equal(markFor({ moment: 'first' }, kept), seen)
  assert.equal(markFor({ moment: 'second' }, kept), null)
  assert.equal(markFor({ moment: 'first' }, undefined), null)
})

test('a snooze is over at its time, one without a time never', () => {
  const over = (until: string | null, now: string) => isOver({ moment: 'm', mark: snoozed(until) }, now)
  assert.deepEqual(
    [over(minute(5), minute(4)), over(minute(5), minute(5)), over(null, minute(99))],
    [false, true, false],
  )
  assert.equal(isOver({ moment: 'm', mark: seen }, minute(99)), false)
})

test('what may be marked', () => {
  const failed = item({ id: 'session:f', moment: 'now' })
  const waits = item({ id: 'session:w', kind: 'needs_you' })
  const rows = [
    ['a failure is seen', failed, undefined, 'seen', null],
    ['as it was looked at', failed, 'now', 'seen', null],
    ['it failed again meanwhile', failed, 'before', 'seen', 'conflict'],
    ['it is gone', null, undefined, 'seen', 'not_found'],
    ['who waits is not seen away', waits, undefined, 'seen', 'conflict'],
    ['who waits can be snoozed', waits, undefined, 'snoozed', null],
    ['and taken back', waits, undefined, 'none', null],
  ] as const
  for (const [name, found, moment, mark, expected] of rows) {
    const asked = { id: 'x', ...(moment === undefined ? {} : { moment }) }
    assert.equal(whyNot(found, asked, { mark })?.error ?? null, expected, name)
  }
})

test('what is kept of a request', () => {
  const at = minute(0)
  const items = [{ id: 'x' }]
  assert.deepEqual(markAsked({ items, mark: 'seen' }, at), { kind: 'seen', at })
  assert.deepEqual(markAsked({ items, mark: 'snoozed', until: minute(5) }, at), {
    kind: 'snoozed',
    at,
    until: minute(5),
  })
  assert.deepEqual(markAsked({ items, mark: 'snoozed' }, at), { kind: 'snoozed', at, until: null })
  assert.equal(markAsked({ items, mark: 'snoozed', until: at }, at), null, 'a time that has passed')
  assert.equal(markAsked({ items, mark: 'none' }, at), null)
})

test('what is said to a session is said to the blocked task that it tells', () => {
  const session = item({ id: 'session:s', task_id: 'T' })
  const own = item({ id: 'task:T', kind: 'blocked', task_id: 'T', cause: 's' })
  const other = item({ id: 'task:U', kind: 'blocked', task_id: 'U' })
  const ids = (from: typeof session) => foldedUnder(from, [session, own, other]).map(({ id }) => id)
  assert.deepEqual(ids(session), ['task:T'])
  assert.deepEqual(ids({ ...session, mark: seen }), ['task:T'])
  assert.deepEqual(ids(own), [])
})
