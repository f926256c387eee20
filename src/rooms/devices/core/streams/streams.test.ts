import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { KnownRun } from '../../contract/from-device.ts'
import { accept, applies, spanOf, type Acceptance } from './accept.ts'
import { reconcile, type HubRun, type ReconcileStep } from './reconcile.ts'
import { acknowledge, keepWithin, type Spooled } from './spool.ts'

test('the next number is taken, a known one dropped, and one after a hole waits', () => {
  const rows: [have: number, first: number, last: number, Acceptance][] = [
    [0, 1, 1, { kind: 'take', from: 1, have: 1 }],
    [0, 2, 2, { kind: 'out_of_order' }],
    [5, 5, 5, { kind: 'known' }],
    [5, 1, 5, { kind: 'known' }],
    [5, 6, 9, { kind: 'take', from: 6, have: 9 }],
    [5, 3, 9, { kind: 'take', from: 6, have: 9 }],
    [5, 7, 9, { kind: 'out_of_order' }],
  ]
  for (const [have, first, last, wanted] of rows) assert.deepEqual(accept(have, { first, last }), wanted)
  assert.deepEqual(spanOf({ type: 'session.gap', seq: 9, from: 3 }), { first: 3, last: 9 })
  assert.deepEqual(spanOf({ type: 'session.stdout', seq: 9 }), { first: 9, last: 9 })
})

test('of a cancelled run only its end applies', () => {
  for (const type of ['session.event', 'session.started', 'session.stdout']) {
    assert.deepEqual([applies(type, false), applies(type, true)], [true, false], type)
  }
  for (const type of ['session.exit', 'session.refused']) assert.ok(applies(type, true), type)
})

type Written = { readonly kind: 'output' | 'kept'; readonly bytes: number }

const entry = (run: string, seq: number, { kind, bytes }: Written): Spooled => ({
  run,
  first: seq,
  last: seq,
  kind,
  bytes,
  // Envelopes are longer than what they bear.
  output: kind === 'output' ? bytes / 2 : 0,
})
const output: Written = { kind: 'output', bytes: 10 }
const kept: Written = { kind: 'kept', bytes: 10 }

test('the oldest output of a full run becomes one gap, which bears its last number', () => {
  const spool = [entry('a', 1, kept), ...[2, 3, 4].map((seq) => entry('a', seq, output)), entry('b', 1, output)]
  assert.deepEqual(keepWithin(spool, { runBytes: 20, deviceBytes: 100 }), [
    entry('a', 1, kept),
    { run: 'a', first: 2, last: 3, kind: 'gap', bytes: 0, output: 10 },
    entry('a', 4, output),
    entry('b', 1, output),
  ])
})

test('a full device lets the oldest output of any run go, and nothing else ever', () => {
  const spool = [
    entry('a', 1, output),
    entry('b', 1, { ...kept, bytes: 50 }),
    entry('b', 2, output),
    entry('a', 2, output),
  ]
  const kinds = (deviceBytes: number) => keepWithin(spool, { runBytes: 100, deviceBytes }).map(({ kind }) => kind)
  assert.deepEqual(kinds(80), ['output', 'kept', 'output', 'output'])
  assert.deepEqual(kinds(70), ['gap', 'kept', 'output', 'output'])
  assert.deepEqual(kinds(60), ['gap', 'kept', 'gap', 'output'])
  assert.deepEqual(
    keepWithin(spool, { runBytes: 100, deviceBytes: 0 }),
    [
      entry('b', 1, { ...kept, bytes: 50 }),
      { run: 'b', first: 2, last: 2, kind: 'gap', bytes: 0, output: 5 },
      { run: 'a', first: 1, last: 2, kind: 'gap', bytes: 0, output: 10 },
    ],
    'gaps of a run that follow each other are one',
  )
})

const written = fc.array(
  fc.record({
    run: fc.constantFrom('a', 'b', 'c'),
    kind: fc.constantFrom('output' as const, 'output' as const, 'kept' as const),
    bytes: fc.integer({ min: 1, max: 50 }),
  }),
  { maxLength: 40 },
)
const bounds = fc.record({ runBytes: fc.integer({ min: 0, max: 200 }), deviceBytes: fc.integer({ min: 0, max: 400 }) })
const sum = (spool: readonly Spooled[], of: 'bytes' | 'output') => spool.reduce((total, one) => total + one[of], 0)

function numbered(entries: readonly { run: string; kind: 'output' | 'kept'; bytes: number }[]): Spooled[] {
  const counts = new Map<string, number>()
  return entries.map(({ run, kind, bytes }) => {
    const seq = (counts.get(run) ?? 0) + 1
    counts.set(run, seq)
    return entry(run, seq, { kind, bytes })
  })
}

test('whatever is written, bounds hold, no kept envelope goes, and every number is told of', () => {
  fc.assert(
    fc.property(written, bounds, (entries, within) => {
      const spool = numbered(entries)
      let present: Spooled[] = []
      for (const one of spool) present = keepWithin([...present, one], within)
      const ofKind = (list: readonly Spooled[]) => list.filter(({ kind }) => kind === 'kept')
      assert.deepEqual(ofKind(present), ofKind(spool))
      assert.equal(sum(present, 'output'), sum(spool, 'output'), 'what went is counted')
      const mayTake = (list: readonly Spooled[], bound: number) =>
        sum(list, 'bytes') <= Math.max(bound, sum(ofKind(list), 'bytes'))
      assert.ok(mayTake(present, within.deviceBytes))
      for (const run of ['a', 'b', 'c']) {
        const own = present.filter((one) => one.run === run)
        assert.ok(mayTake(own, within.runBytes))
        let have = 0
        for (const { first, last } of own) {
          assert.equal(first, have + 1)
          have = last
        }
        assert.equal(have, spool.filter((one) => one.run === run).length)
      }
    }),
  )
})

test('a hub that hears some of it, in any tries, has everything once and in order in the end', () => {
  const tries = fc.array(fc.record({ sent: fc.nat(40), acked: fc.nat(40) }), { maxLength: 6 })
  fc.assert(
    fc.property(written, bounds, tries, (entries, within, cuts) => {
      let spool = numbered(entries.map((one) => ({ ...one, run: 'a' })))
      const taken: number[] = []
      let have = 0
      const hear = (list: readonly Spooled[]): void => {
        for (const one of list) {
          const came = accept(have, one)
          assert.notEqual(came.kind, 'out_of_order')
          if (came.kind !== 'take') continue
          for (let seq = came.from; seq <= came.have; seq += 1) taken.push(seq)
          have = came.have
        }
      }
      for (const { sent, acked } of cuts) {
        hear(spool.slice(0, sent))
        // An acknowledgement may be lost, and room be made before the next try.
        spool = keepWithin(acknowledge(spool, 'a', Math.min(acked, have)), within)
      }
      hear(spool)
      assert.deepEqual(
        taken,
        entries.map((_, index) => index + 1),
      )
      assert.deepEqual(acknowledge(spool, 'a', have), [])
    }),
  )
})

const key = { session_id: 's', run_id: 'r' }
const hubRun = (state: HubRun['state'], isCancelled = false): HubRun => ({ ...key, seq: 7, state, isCancelled })
const known = (state: KnownRun['state']): KnownRun => ({ ...key, last_seq: 9, state })

test('each pair of what hub and device know of a run has its step and its place to go on', () => {
  const rows: [HubRun | null, KnownRun | null, ReconcileStep['kind'] | null, seq: number | null][] = [
    [hubRun('starting'), null, 'start', null],
    [hubRun('starting', true), null, 'never_started', null],
    [hubRun('starting'), known('accepted'), null, 7],
    [hubRun('starting', true), known('accepted'), 'cancel', 7],
    [hubRun('starting'), known('ended'), null, 7],
    [hubRun('started'), null, 'lost', null],
    [hubRun('started', true), null, 'lost', null],
    [hubRun('started'), known('running'), null, 7],
    [hubRun('started', true), known('running'), 'cancel', 7],
    [hubRun('started', true), known('ended'), null, 7],
    [hubRun('ended'), null, null, null],
    [hubRun('ended'), known('running'), 'cancel', 7],
    [hubRun('ended'), known('ended'), null, 7],
    [null, known('accepted'), 'adopt', 0],
    [null, known('running'), 'adopt', 0],
    [null, known('ended'), null, 9],
  ]
  for (const [run, there, step, seq] of rows) {
    const found = reconcile(run === null ? [] : [run], there === null ? [] : [there])
    const wanted = {
      steps: step === null ? [] : [{ kind: step, run: key }],
      resume: seq === null ? [] : [{ ...key, seq }],
    }
    assert.deepEqual(found, wanted, JSON.stringify([run, there]))
  }
})

test('cancels come before everything else, and another run of the same session is another run', () => {
  const other = { ...key, run_id: 'r2' }
  const { steps } = reconcile([{ ...hubRun('starting'), ...other }, hubRun('started', true)], [known('running')])
  assert.deepEqual(steps, [
    { kind: 'cancel', run: key },
    { kind: 'start', run: other },
  ])
})
