// Reports that come twice, straight and by the queue, in whatever order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { AgentReport, ReportAnswer } from '#rooms/sessions/contract.ts'
import { onceEach } from './once.ts'

const report = (reportId?: string): AgentReport => ({
  sessionId: null,
  tmuxSession: 'agent-1',
  events: ['start'],
  source: 'hook',
  metadata: null,
  agentType: 'code-agent',
  runId: null,
  exitCode: null,
  ...(reportId === undefined ? {} : { reportId }),
})

const changed: Result<ReportAnswer, Refusal> = ok({ ok: true, changed: true, session: null })
const unchanged = ok({ ok: true, changed: false, session: null })
const away: Result<ReportAnswer, Refusal> = err({ error: 'storage_unavailable', reason: 'The disk is full.' })

/** Answers in this order, when `answer` is called; the rest at once. */
function open(...answers: readonly Result<ReportAnswer, Refusal>[]) {
  const waiting: (() => void)[] = []
  let count = 0
  const apply = onceEach(async () => {
    const mine = answers[count] ?? changed
    count += 1
    await new Promise<void>((resolve) => waiting.push(resolve))
    return mine
  })
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    apply,
    count: () => count,
    async answer() {
      await turn()
      waiting.shift()?.()
      await turn()
    },
  }
}

test('the same report once more changes nothing, and another one does', async () => {
  const { apply, answer, count } = open()
  const first = apply(report('1-2'))
  await answer()
  assert.deepEqual([await first, await apply(report('1-2'))], [changed, unchanged])
  const other = apply(report('1-3'))
  await answer()
  assert.deepEqual([await other, count()], [changed, 2])
})

test('one that comes while the first is being applied waits for what becomes of it', async () => {
  const { apply, answer, count } = open(away, changed)
  const all = [apply(report('1-2')), apply(report('1-2')), apply(report('1-2'))]
  await answer()
  await answer()
  assert.deepEqual(await Promise.all(all), [away, changed, unchanged])
  assert.equal(count(), 2)
})

test('one that was refused may come again', async () => {
  const { apply, answer } = open(away, changed)
  const first = apply(report('1-2'))
  await answer()
  const second = apply(report('1-2'))
  await answer()
  assert.deepEqual([await first, await second], [away, changed])
})

test('reports that bear no id are all applied', async () => {
  const { apply, answer, count } = open()
  const both = [apply(report()), apply(report())]
  await answer()
  await answer()
  assert.deepEqual([await Promise.all(both), count()], [[changed, changed], 2])
})

test('what is remembered has a bound', async () => {
  const apply = onceEach(async () => changed)
  for (let count = 0; count <= 4096; count += 1) await apply(report(`1-${count}`))
  assert.deepEqual(await apply(report('1-4096')), unchanged)
  assert.deepEqual(await apply(report('1-0')), changed)
})
