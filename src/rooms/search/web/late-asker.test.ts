import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ok, type Result } from '#base/result.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import type { SearchAnswer } from '../contract.ts'
import { createAsker, type Question } from './late-asker.ts'

function open() {
  const time = new ManualTime('2026-11-20T12:00:00.000Z')
  const sent: { readonly q: string; readonly answer: (answer: SearchAnswer) => void }[] = []
  const asker = createAsker({
    send: ({ q }: Question) => {
      const { promise, resolve } = Promise.withResolvers<Result<SearchAnswer, Problem>>()
      sent.push({ q, answer: (answer) => resolve(ok(answer)) })
      return promise
    },
    after: time.after,
    nowMs: time.now,
  })
  return { time, sent, asker }
}

const found = (count: number): SearchAnswer => ({
  results: [],
  found: { task: count, session: 0, transcript: 0, output: 0, brief: 0, run: 0 },
  is_complete: true,
})

test('it asks once for what is typed in one go', async () => {
  const { time, sent, asker } = open()
  for (const q of ['k', 'ke', 'key']) {
    asker.ask({ q, kind: null })
    await time.pass(50)
  }
  await time.pass(200)
  assert.deepEqual(
    sent.map(({ q }) => q),
    ['key'],
  )
})

test('an answer to an older question is dropped, whenever it comes', async () => {
  const { time, sent, asker } = open()
  asker.ask({ q: 'old', kind: null })
  await time.pass(200)
  asker.ask({ q: 'new', kind: null })
  await time.pass(200)
  sent[1]?.answer(found(2))
  await nextTurn()
  sent[0]?.answer(found(1))
  await nextTurn()
  const { question, answer, isAsking } = asker.state.get()
  assert.deepEqual([question?.q, answer?.found.task, isAsking], ['new', 2, false])
})

test('no text is no question', async () => {
  const { time, sent, asker } = open()
  asker.ask({ q: 'key', kind: null })
  asker.ask({ q: '  ', kind: null })
  await time.pass(500)
  assert.deepEqual([sent.length, asker.state.get().answer, asker.state.get().isAsking], [0, null, false])
})
