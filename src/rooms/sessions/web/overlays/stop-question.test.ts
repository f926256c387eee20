import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleSession } from '#testing/sample-session.testkit.ts'
import { askStop, stopQuestion } from './stop-question.ts'

const anchor = {} as Element
const one = sampleSession({ id: 'one' })
const other = sampleSession({ id: 'other' })

test('it is asked once for all, and what is answered is done', async () => {
  const asked = askStop([one, other], anchor)
  assert.deepEqual(stopQuestion.get()?.ids, ['one', 'other'])
  stopQuestion.get()?.answer([other])
  assert.deepEqual(await asked, [other])
  assert.equal(stopQuestion.get(), null)
})

test('a second question is a no to the first one, which closes nothing of it', async () => {
  const first = askStop([one], anchor)
  const second = askStop([other], anchor)
  assert.deepEqual(await first, [])
  assert.deepEqual(stopQuestion.get()?.ids, ['other'])
  stopQuestion.get()?.answer([])
  assert.deepEqual(await second, [])
})
