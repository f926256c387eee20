import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { StepStatus } from '../contract.ts'
import { advance } from './advance.ts'

const step = (id: string, ...after: string[]) => ({ id, after })
const diamond = [step('a'), step('b', 'a'), step('c', 'a'), step('d', 'b', 'c')]

type Row = readonly [
  what: string,
  statuses: Record<string, StepStatus>,
  ready: string,
  skip: string,
  over: string | null,
]

const rows: readonly Row[] = [
  ['nothing happened yet', {}, 'a', '', null],
  ['the first runs', { a: 'running' }, '', '', null],
  ['the first is done', { a: 'success' }, 'b c', '', null],
  ['one of two is done', { a: 'success', b: 'success', c: 'running' }, '', '', null],
  ['both are done', { a: 'success', b: 'success', c: 'success' }, 'd', '', null],
  ['all are done', { a: 'success', b: 'success', c: 'success', d: 'success' }, '', '', 'success'],
  ['the first failed', { a: 'failed' }, '', 'b c d', 'failed'],
  ['one of two failed, the other runs', { a: 'success', b: 'failed', c: 'running' }, '', 'd', null],
  ['one of two failed, the other may begin', { a: 'success', b: 'failed' }, 'c', 'd', null],
  ['one of two was cancelled', { a: 'success', b: 'cancelled', c: 'success' }, '', 'd', 'cancelled'],
  ['one failed, one was cancelled', { a: 'success', b: 'cancelled', c: 'failed' }, '', 'd', 'failed'],
]

for (const [what, statuses, ready, skip, over] of rows) {
  test(`advance: ${what}`, () => {
    const answer = advance(diamond, new Map(Object.entries(statuses)))
    assert.deepEqual([answer.ready.join(' '), answer.skip.join(' '), answer.over], [ready, skip, over])
  })
}

/** Graphs without circles: a step waits for earlier ones only; then they are put into another order. */
const graphs = fc
  .array(fc.array(fc.nat(20), { maxLength: 4 }), { minLength: 1, maxLength: 20 })
  .map((after) =>
    after.map((before, index) => step(`s${index}`, ...new Set(index === 0 ? [] : before.map((b) => `s${b % index}`)))),
  )
  .chain((steps) => fc.shuffledSubarray(steps, { minLength: steps.length }))

test('whatever the graph and the outcomes, each step begins after those before it and the run ends', () => {
  fc.assert(
    fc.property(
      graphs,
      fc.infiniteStream(fc.constantFrom<StepStatus>('success', 'success', 'failed')),
      (steps, outcomes) => {
        const statuses = new Map<string, StepStatus>()
        for (let round = 0; round <= steps.length; round++) {
          const { ready, skip, over } = advance(steps, statuses)
          for (const id of skip) statuses.set(id, 'skipped')
          if (over !== null) {
            assert.equal(statuses.size, steps.length)
            assert.equal(over, [...statuses.values()].includes('failed') ? 'failed' : 'success')
            return
          }
          assert.ok(ready.length > 0, 'it neither ends nor goes on')
          for (const id of ready) {
            const before = steps.find((one) => one.id === id)?.after ?? []
            for (const one of before) assert.equal(statuses.get(one), 'success')
            statuses.set(id, outcomes.next().value ?? 'success')
          }
        }
        assert.fail('the run never ended')
      },
    ),
  )
})
