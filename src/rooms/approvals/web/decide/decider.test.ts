import assert from 'node:assert/strict'
import { test } from 'node:test'
import { err, ok, type Result } from '#base/result.ts'
import { refusedHere } from '#platform/web/ui/sending.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import type { Approval } from '../../contract.ts'
import { createDecider, undoMs, type PageDecision } from './decider.ts'
import { createUnsentList } from './unsent-list.ts'

const yes: PageDecision = {
  card: { id: 'a1', summary: 'Bash: npm test' },
  request: { decision: 'approve', input_hash: 'h' },
}
const no: PageDecision = { ...yes, request: { decision: 'deny', reason: 'Not now.', input_hash: 'h' } }

function scripted() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const sent: {
    readonly said: PageDecision
    readonly manner: string
    readonly answer: (as: Result<Approval, Problem>) => void
  }[] = []
  const told: string[] = []
  const timers = new Set<() => void>()
  const undos: (() => Problem | null)[] = []
  const decider = createDecider({
    send: (said, manner) => new Promise((answer) => sent.push({ said, manner, answer })),
    nowMs: () => 0,
    after(ms, run) {
      assert.equal(ms, undoMs)
      timers.add(run)
      return () => timers.delete(run)
    },
    offerUndo(_, undo) {
      undos.push(undo)
      return () => void told.push('offer ended')
    },
    onDecided: () => void told.push('decided'),
    onRefused: (_, { reason }) => void told.push(reason),
    onForestalled: () => void told.push('forestalled'),
    unsent: createUnsentList(storage),
  })
  return {
    decider,
    sent,
    told,
    undos,
    kind: () => decider.pending.get().get('a1')?.kind ?? null,
    left: () => createUnsentList(storage).takeAll().length,
    timers,
    pass: () => [...timers].forEach((run) => run()),
    settled: () => new Promise(setImmediate),
  }
}

const decided = ok({} as Approval)

test('a yes waits, and goes once when its time is over, however often it is pressed', async () => {
  const page = scripted()
  page.decider.decide(yes)
  page.decider.decide(yes)
  page.decider.decide(no)
  assert.deepEqual([page.sent.length, page.kind(), page.timers.size], [0, 'waiting', 1])
  page.pass()
  page.decider.decide(yes)
  assert.deepEqual([page.sent.length, page.kind()], [1, 'sending'])
  assert.notEqual(page.decider.undo('a1'), null)
  page.sent[0]?.answer(decided)
  await page.settled()
  assert.deepEqual([page.kind(), page.told, page.left()], [null, ['offer ended', 'decided'], 0])
})

test('what was taken back is never sent', async () => {
  const page = scripted()
  page.decider.decide(yes)
  assert.equal(page.undos[0]?.(), null)
  assert.deepEqual([page.kind(), page.timers.size, page.left()], [null, 0, 0])
  page.decider.leave()
  assert.equal(page.sent.length, 0)
})

test('a no goes at once', () => {
  const page = scripted()
  page.decider.decide(no)
  assert.deepEqual([page.sent.map(({ manner }) => manner), page.kind()], [['staying'], 'sending'])
})

test('a page that is left sends what waits once, and keeps it until it is answered', async () => {
  const page = scripted()
  page.decider.decide(yes)
  page.decider.leave()
  page.decider.leave()
  page.pass()
  assert.deepEqual(
    page.sent.map(({ manner }) => manner),
    ['leaving'],
  )
  assert.equal(page.left(), 1)
})

test('what broke off with its page is kept for the next one, and what is over is not', async () => {
  const page = scripted()
  page.decider.decide(yes)
  page.decider.leave()
  page.sent[0]?.answer(err({ ...refusedHere('Orrery does not answer.'), status: 0 }))
  await page.settled()
  assert.equal(page.kind(), 'refused')
  page.decider.over('a1')
  assert.equal(page.left(), 0)
  page.decider.decide(yes)
  page.decider.leave()
  page.sent[1]?.answer(err({ ...refusedHere('Orrery does not answer.'), status: 0 }))
  await page.settled()
  assert.equal(page.left(), 1)
})

test('what another one decided meanwhile is not sent, and that is told', () => {
  const page = scripted()
  page.decider.decide(yes)
  page.decider.over('a1')
  page.pass()
  assert.deepEqual(
    [page.sent.length, page.kind(), page.told, page.left()],
    [0, null, ['offer ended', 'forestalled'], 0],
  )
})

test('a refusal is kept in place until it is tried again or over', async () => {
  const page = scripted()
  page.decider.decide(no)
  page.sent[0]?.answer(err(refusedHere('It was denied by Firefox already.')))
  await page.settled()
  assert.deepEqual([page.kind(), page.told], ['refused', ['It was denied by Firefox already.']])
  page.decider.decide(no)
  assert.equal(page.sent.length, 2)
  page.sent[1]?.answer(err(refusedHere('no')))
  await page.settled()
  page.decider.over('a1')
  assert.equal(page.kind(), null)
})
