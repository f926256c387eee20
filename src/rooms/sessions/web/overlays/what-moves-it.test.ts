import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleSession } from '#testing/sample-session.testkit.ts'
import { sessionStates } from '../../contract.ts'
import { whatMovesIt } from './what-moves-it.ts'

test('each state has a sentence of its own', () => {
  const said = sessionStates.map((state) => whatMovesIt(sampleSession({ state }), ''))
  assert.equal(new Set(said).size, sessionStates.length)
})

test('an idle session that waits says for what, in the number of it', () => {
  const one = sampleSession({ state: 'idle', blocked_by: ['A'] })
  assert.match(whatMovesIt(one, '“Fuel”'), /when “Fuel” is done/)
  const two = sampleSession({ state: 'idle', blocked_by: ['A', 'B'] })
  assert.match(whatMovesIt(two, '“Fuel” and “Seats”'), /when “Fuel” and “Seats” are done/)
  assert.equal(whatMovesIt(sampleSession({ state: 'idle' }), ''), 'It starts when you start it.')
})
