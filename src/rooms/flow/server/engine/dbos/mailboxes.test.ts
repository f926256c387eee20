import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newStep } from '../../../core/record.ts'
import { createMailboxes } from './mailboxes.ts'
import type { RunEntry } from './orders.ts'

const entry = (stepId: string): RunEntry => ({ run: null, steps: [newStep('r', stepId, null)] })
const open = () => createMailboxes().of('r')

test('an entry waits until it is written', async () => {
  const box = open()
  const told: string[] = []
  const put = box.put(entry('a')).then(() => told.push('written'))
  assert.deepEqual(await box.next(), entry('a'))
  told.push('taken')
  box.confirm()
  await put
  assert.deepEqual(told, ['taken', 'written'])
})

test('what a workflow took that was cut off waits for the one that goes on with it', async () => {
  const box = open()
  const [a, b] = [box.put(entry('a')), box.put(entry('b'))]
  await box.next()
  box.giveBack()
  for (const [put, step] of [
    [a, 'a'],
    [b, 'b'],
  ] as const) {
    assert.deepEqual(await box.next(), entry(step))
    box.confirm()
    await put
  }
})

test('what was written although its writer did not hear of it is not written again', async () => {
  const box = open()
  const [a, b] = [box.put(entry('a')), box.put(entry('b'))]
  await box.next()
  box.giveBack()
  box.settle(JSON.parse(JSON.stringify(entry('a'))) as RunEntry)
  await a
  box.settle(entry('a'))
  assert.deepEqual(await box.next(), entry('b'), 'another one than the last that is written')
  box.confirm()
  await b
})

test('of two workflows that wait the one that was superseded keeps nothing from the other', async () => {
  const box = open()
  const superseded = box.next()
  const present = box.next()
  const put = box.put(entry('a'))
  await superseded
  box.giveBack()
  assert.deepEqual(await present, entry('a'))
  box.confirm()
  await put
})

test('nothing waits once the last entry is read as written', async () => {
  const boxes = createMailboxes()
  const put = boxes.of('r').put(entry('a'))
  await boxes.of('r').next()
  boxes.of('r').giveBack()
  boxes.close('r')
  await put
})

test('a workflow that was cancelled writes nothing more', async () => {
  const box = open()
  const put = box.put(entry('a'))
  box.fail(new Error('cancelled'))
  await assert.rejects(put, /cancelled/)
  await assert.rejects(box.put(entry('b')), /cancelled/)
})
