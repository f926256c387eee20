import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unreachable } from '../api/problem.ts'
import { createSender, refusedHere, sayProblem } from './sending.ts'

const refusal = refusedHere('No room.')

test('a form sends once at a time, and says so until the answer', async () => {
  const sender = createSender()
  const answer = Promise.withResolvers<null>()
  const first = sender.send(() => answer.promise)
  assert.deepEqual(sender.state.get(), { isSending: true, problem: null })
  assert.equal(await sender.send(() => assert.fail('sent twice')), false)
  answer.resolve(null)
  assert.equal(await first, true)
  assert.deepEqual(sender.state.get(), { isSending: false, problem: null })
})

test('a refusal stays while the next try is under way, and goes when that is taken', async () => {
  const sender = createSender()
  assert.equal(await sender.send(() => Promise.resolve(refusal)), false)
  assert.deepEqual(sender.state.get(), { isSending: false, problem: refusal })
  const next = sender.send(() => Promise.resolve(null))
  assert.deepEqual(sender.state.get(), { isSending: true, problem: refusal })
  assert.equal(await next, true)
  assert.equal(sender.state.get().problem, null)
})

test('what the page finds wrong is shown without a sending', () => {
  const sender = createSender()
  sender.refuse(refusal)
  assert.deepEqual(sender.state.get(), { isSending: false, problem: refusal })
})

test('what is mended while a form is sent does not let it be sent twice', async () => {
  const sender = createSender()
  const answer = Promise.withResolvers<null>()
  sender.refuse(refusal)
  const sent = sender.send(() => answer.promise)
  sender.refuse(null)
  assert.deepEqual(sender.state.get(), { isSending: true, problem: null })
  assert.equal(await sender.send(() => assert.fail('sent twice')), false)
  answer.resolve(null)
  assert.equal(await sent, true)
})

test('a request that throws leaves a form that can be sent again', async () => {
  const sender = createSender()
  await assert.rejects(sender.send(() => Promise.reject(new Error('a fault of ours'))))
  assert.equal(sender.state.get().isSending, false)
})

test('a refusal is said in a line with its fields and what to do', () => {
  assert.equal(sayProblem(refusal), 'No room.')
  const details = [{ field: 'tags.0', reason: 'is too long.' }]
  assert.equal(sayProblem({ ...refusal, details, hint: 'Cut it.' }), 'No room. tags.0 is too long. Cut it.')
})

test('a refusal that the service did not answer goes when it answers again, and no other one', async () => {
  const sender = createSender()
  await sender.send(async () => unreachable)
  sender.recover()
  assert.equal(sender.state.get().problem, null)
  sender.refuse(refusedHere('No.'))
  sender.recover()
  assert.equal(sender.state.get().problem?.reason, 'No.')
})
