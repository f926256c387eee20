import assert from 'node:assert/strict'
import { test } from 'node:test'
import { err, ok } from '#base/result.ts'
import { unreachable } from '#platform/web/api/problem.ts'
import { FollowedOutput, type Ask } from './follow-output.ts'

/** A session whose log and screen the test writes. */
function openSession() {
  const session = { log: '', screen: '', isAway: false, asked: 0 }
  const ask = {
    async callBytes(_route: unknown, { query }: { query: { tail: number; from?: string } }) {
      session.asked += 1
      if (session.isAway) return err(unreachable)
      const start = query.from === undefined ? Math.max(0, session.log.length - query.tail) : Number(query.from)
      const bytes = new TextEncoder().encode(session.log.slice(start))
      return ok({ bytes, headers: new Headers({ 'x-log-next': String(session.log.length) }) })
    },
    async call() {
      return ok({ screen: { text: session.screen, columns: 80, rows: 24, captured_at: '' } })
    },
  }
  // The two answer what their routes would; the types of all routes are no concern of this test.
  const followed = new FollowedOutput('1', ask as unknown as Ask)
  const shown = () => {
    const output = followed.output.get()
    return output.kind === 'ready' ? output : assert.fail(output.kind)
  }
  return { session, followed, shown }
}

test('output is followed: the newest part first, then what came since, and earlier ones when asked for', async () => {
  const { session, followed, shown } = openSession()
  for (let line = 0; line < 5000; line++) session.log += `line ${line}\n`
  await followed.refresh(true)
  assert.match(shown().text, /^line \d+\n/)
  assert.ok(shown().text.endsWith('line 4999') && shown().hasEarlier && shown().text.length <= 16_384)
  session.log += 'line 5000\n'
  await followed.refresh(true)
  assert.ok(shown().text.endsWith('line 4999\nline 5000'))
  await followed.earlier(true)
  await followed.earlier(true)
  assert.ok(shown().text.startsWith('line 0\n') && !shown().hasEarlier)
})

test('a flood while it is followed stays within bounds', async () => {
  const { session, followed, shown } = openSession()
  for (let second = 0; second < 100; second++) {
    session.log += `second ${second}\n`.repeat(1000)
    await followed.refresh(true)
    assert.ok(shown().text.length <= 65_536)
  }
  assert.ok(shown().text.endsWith('second 99') && shown().hasEarlier)
})

test('what a program draws is read from its screen while it lives', async () => {
  const { session, followed, shown } = openSession()
  session.log = '\u001B[2J\u001B[4;4Hgarbage'
  session.screen = 'Menu\n  Start\n'
  await followed.refresh(true)
  assert.deepEqual([shown().from, shown().text], ['screen', 'Menu\n  Start'])
  await followed.refresh(false)
  assert.equal(shown().from, 'log')
})

test('what was read stays while the service does not answer, and goes on after that', async () => {
  const { session, followed, shown } = openSession()
  session.isAway = true
  await followed.refresh(true)
  assert.equal(followed.output.get().kind, 'refused')
  Object.assign(session, { isAway: false, log: 'one\n' })
  await followed.refresh(true)
  session.isAway = true
  await followed.refresh(true)
  assert.equal(shown().text, 'one')
  Object.assign(session, { isAway: false, log: 'one\ntwo\n' })
  await followed.refresh(true)
  assert.equal(shown().text, 'one\ntwo')
})
