import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sessionStates } from '../../contract.ts'
import { shownStateOf } from './shown-state.ts'

const stopping = { since: '2026-11-20T10:00:00.000Z', by: 'user', asked_at: null, forced_at: null, left: null } as const

test('every state is shown as it is, a stop and what a person stopped as themselves', () => {
  for (const state of sessionStates) {
    assert.equal(shownStateOf({ state, end_reason: null, stopping: null }), state)
    assert.equal(shownStateOf({ state, end_reason: null, stopping }), 'stopping')
  }
  assert.equal(shownStateOf({ state: 'failed', end_reason: 'cancelled', stopping }), 'stopping')
  const goesOn = { ...stopping, left: 'node' }
  assert.equal(shownStateOf({ state: 'failed', end_reason: 'cancelled', stopping: goesOn }), 'it_goes_on')
  const forced = { ...goesOn, forced_at: stopping.since }
  assert.equal(shownStateOf({ state: 'failed', end_reason: 'cancelled', stopping: forced }), 'stopping')
  assert.equal(shownStateOf({ state: 'failed', end_reason: 'cancelled', stopping: null }), 'stopped_by_you')
})
