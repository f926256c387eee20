import assert from 'node:assert/strict'
import { test } from 'node:test'
import { machineEventSchema, sessionStateSchema } from '../contract.ts'
import { saidToPerson, wordsOfEvent } from './event-words.ts'
import { allowedEvents } from './machine.ts'

test('each event has words without a point or an underscore', () => {
  for (const event of machineEventSchema.options) assert.match(wordsOfEvent(event), /^[a-z ]+$/, event)
})

test('what a session in each state takes is said by what a person may do', () => {
  for (const state of sessionStateSchema.options)
    assert.doesNotMatch(saidToPerson(allowedEvents(state)) ?? '', /[._]/, state)
  assert.equal(saidToPerson(['start', 'user.requeue']), 'started or put back in the queue')
  assert.equal(saidToPerson(['process.exit']), null)
})
