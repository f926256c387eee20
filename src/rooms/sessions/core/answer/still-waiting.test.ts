import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleSession } from '#testing/sample-session.testkit.ts'
import type { Cause } from '../../contract.ts'
import { newRecord, type SessionRecord } from '../record.ts'
import { awaitsEffect, judgeAnswer, stillWaiting, type AnswerLook, type AnswerTrack } from './still-waiting.ts'

const answeredAt = '2026-11-20T10:00:00.000Z'
const startMs = Date.parse(answeredAt)

function record(changes: Partial<SessionRecord> = {}, cause: Partial<Cause> = {}): SessionRecord {
  const given = { id: 's', at: answeredAt, origin: 'launched', agentType: 'shell', tmuxSession: 't' } as const
  const more = {
    label: null,
    prompt: '',
    taskId: null,
    dependsOn: [],
    workingDir: null,
    interactive: false,
    runnable: true,
  }
  const said = { event: 'user.resume', source: 'user', metadata: 'yes', at: answeredAt, ...cause } as const
  const { prompt_cut: _cut, ...session } = sampleSession({ cause: said })
  return { ...newRecord({ ...given, ...more }), session, answered: { at: answeredAt, asked: null }, ...changes }
}

const quiet: AnswerLook = { atMs: startMs, screen: '> yes', isBusy: null, before: null }

/** Looks once a second from `from` to `to`; answers the first verdict and its second. */
function watch(from: number, to: number, lookAt: (second: number) => Partial<AnswerLook>): [number, string] | null {
  let track: AnswerTrack | null = null
  for (let second = from; second <= to; second++) {
    const judged = judgeAnswer(track, record(), { ...quiet, atMs: startMs + second * 1000, ...lookAt(second) })
    if (judged.verdict !== null) return [second, judged.verdict]
    track = judged.track
  }
  return null
}

test('nothing for 20 s after an answer: it still waits, not earlier', () => {
  assert.equal(
    watch(1, 19, () => ({ before: '> yes' })),
    null,
  )
  assert.deepEqual(
    watch(1, 60, () => ({ before: '> yes' })),
    [20, 'still_waiting'],
  )
})

test('a screen that differs from the one before Enter has moved, even if it stood still ever since', () => {
  assert.deepEqual(
    watch(1, 60, () => ({ before: '> yes', screen: '> yes\ndeploying' })),
    [1, 'moved'],
  )
})

test('without the screen from before Enter the first look is what later ones are held against', () => {
  assert.deepEqual(
    watch(1, 60, (second) => ({ screen: second < 9 ? '$' : '$ done' })),
    [9, 'moved'],
  )
})

test('after a restart of the service the 20 s count from its first look', () => {
  assert.deepEqual(
    watch(300, 400, () => ({})),
    [320, 'still_waiting'],
  )
})

test('of a client that animates its work, only that is movement: a dialog blinks', () => {
  assert.deepEqual(
    watch(1, 60, (second) => ({ isBusy: false, screen: `${second % 2}`, before: '' })),
    [20, 'still_waiting'],
  )
  assert.deepEqual(
    watch(1, 60, (second) => ({ isBusy: second === 4 })),
    [4, 'moved'],
  )
})

test('another answer is judged anew', () => {
  const first = judgeAnswer(null, record(), { ...quiet, before: '> yes' }).track
  const later = '2026-11-20T10:00:15.000Z'
  const look = { ...quiet, atMs: startMs + 21_000, before: '> no', screen: '> no' }
  assert.equal(judgeAnswer(first, record({ answered: { at: later, asked: null } }), look).verdict, null)
})

test('only a running session with a terminal, of which nothing was heard since, is watched', () => {
  assert.equal(awaitsEffect(record()), true)
  assert.equal(awaitsEffect(record({ answered: null })), false)
  for (const fields of [{ state: 'awaiting_review' }, { tmux_alive: false }, { tmux_alive: null }] as const) {
    assert.equal(awaitsEffect(record({ session: { ...record().session, ...fields } })), false, JSON.stringify(fields))
  }
})

test('the words tell an answer from a Resume', () => {
  assert.equal(stillWaiting(record()).metadata, 'still waiting after your answer')
  assert.equal(stillWaiting(record({}, { metadata: null })).metadata, 'still waiting')
})
