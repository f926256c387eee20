import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromIso } from '#base/time.ts'
import { sessionStates, type SessionState } from '../../contract.ts'
import { sampleRecord } from '../sample-record.testkit.ts'
import { judgeTurnEnd, turnEndPatienceMs, waitsForEnd } from './turn-end.ts'

const at = '2026-11-20T12:00:00.000Z'
const endMs = fromIso(at) + turnEndPatienceMs

function recordIn(state: SessionState, turnEndedAt: string | null) {
  const blank = sampleRecord({ at, prompt: 'a script', workingDir: '/' })
  return { ...blank, turnEndedAt, session: { ...blank.session, state } }
}

test('a program that goes on after its client’s turn waits for a person, once its end was waited for', () => {
  const running = recordIn('running', at)
  assert.equal(judgeTurnEnd(running, endMs - 1), null)
  assert.deepEqual(judgeTurnEnd(running, endMs), {
    event: 'hook.to_review',
    metadata: 'its turn ended, the program goes on',
  })
  assert.equal(judgeTurnEnd(recordIn('running', null), endMs), null)
})

test('only a session that runs is moved, and looked at again for it', () => {
  for (const state of sessionStates) {
    const record = recordIn(state, at)
    assert.deepEqual(
      [judgeTurnEnd(record, endMs) !== null, waitsForEnd(record)],
      [state === 'running', state === 'running'],
      state,
    )
  }
  assert.equal(waitsForEnd(recordIn('running', null)), false)
})
