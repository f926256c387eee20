import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine, jsonLine } from './export.ts'
import { eachAlone, groupRepeats } from './group.ts'
import { kindFilter } from './kinds.ts'
import { newerRows } from './newer.ts'
import { wordFilter } from './has-words.ts'
import { sampleRow } from './sample-row.testkit.ts'
import { saidTime } from './since.ts'
import { actorName, whoDid } from './words.ts'

const id = (number: number): string => `session:${number}`

test('neighbours that say the same are one group, which keeps its id while more come', () => {
  const same = [3, 2, 1].map((number) => sampleRow({ id: id(number) }))
  const rows = [...same, sampleRow({ id: id(0), text: 'failed' }), sampleRow({ id: 'session:00' })]
  const groups = groupRepeats(rows)
  assert.deepEqual(
    groups.map((group) => [group.id, group.rows.length]),
    [
      [id(1), 3],
      [id(0), 1],
      ['session:00', 1],
    ],
  )
  assert.equal(groupRepeats([sampleRow({ id: id(4) }), ...rows])[0]?.id, id(1))
  assert.deepEqual(groupRepeats([]), [])
  const alone = eachAlone(same)
  assert.deepEqual(
    alone.map((group) => [group.id, group.rows.length]),
    [
      [id(3), 1],
      [id(2), 1],
      [id(1), 1],
    ],
  )
})

test('another actor, subject, kind or text is no repeat', () => {
  const others = [
    { actor: { kind: 'person', name: 'agent-1' } },
    { actor: { kind: 'hook', name: null } },
    { subject: { type: 'session', id: 's2', label: 'agent-1' } },
    { kind: 'session.waiting' },
    { text: 'stops' },
  ] as const
  for (const other of others) assert.equal(groupRepeats([sampleRow(), sampleRow(other)]).length, 2)
})

test('runs of a strand that succeed one after the other are a group, whatever they took; what fails is told by itself', () => {
  const run = (number: number, text: string, kind = 'run.succeeded') =>
    sampleRow({ id: `run:${number}`, kind, text, subject: { type: 'run', id: `r${number}`, label: 'nightly' } })
  const rows = [run(4, 'succeeded after 2 s'), run(3, 'succeeded after 9 s'), run(2, 'failed: 503', 'run.failed')]
  assert.deepEqual(
    groupRepeats([...rows, run(1, 'failed: 500', 'run.failed')]).map((group) => group.rows.length),
    [2, 1, 1],
  )
})

test('a kind is asked for whole, or by what stands before its dot', () => {
  const cases = [
    ['session.failed', 'session.failed', true],
    ['session.failed', 'session.waiting', false],
    ['session', 'session.failed', true],
    ['sess', 'session.failed', false],
    [null, 'task.moved', true],
  ] as const
  for (const [asked, kind, passes] of cases) assert.equal(kindFilter(asked)(kind), passes, `${asked} ${kind}`)
})

test('no cell of a CSV file is taken for a formula, and no cell breaks its line', () => {
  const cases = [
    ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    ['+1', `'+1`],
    ['-1', `'-1`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['  =1', `'  =1`],
    ['\t=1', `'\t=1`],
    ['a,b', '"a,b"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['plain', 'plain'],
  ] as const
  for (const [label, cell] of cases) {
    const line = csvLine(sampleRow({ subject: { type: 'session', id: 's1', label } }))
    assert.ok(line.includes(`,s1,${cell},works,`), line)
  }
})

test('a line of JSON is the row', () => {
  assert.deepEqual(JSON.parse(jsonLine(sampleRow())), sampleRow())
})

test('a live list takes what it does not have', () => {
  const known = [sampleRow({ id: id(1) })]
  const fresh = [sampleRow({ id: id(1) }), sampleRow({ id: id(2) }), sampleRow({ id: id(3) })]
  assert.deepEqual(
    newerRows(known, fresh).map((row) => row.id),
    [id(3), id(2)],
  )
})

test('a row has words that begin words of what it shows, whatever their case and order', () => {
  const row = sampleRow({
    subject: { type: 'session', id: 's1', label: 'Fix double capture' },
    text: 'needs you: may I push to `origin/main`?',
    actor: { kind: 'agent', name: 'Ünïcode' },
    device_id: 'anvil',
  })
  const cases = [
    ['CAPTURE fix', true],
    ['origin main', true],
    ['unicode', true],
    ['agent', true],
    ['session waiting', false],
    ['apture', false],
    ['capture twice', false],
    ['?', true],
    [null, true],
    ['s1', true],
    ['forge', false],
    ['anvil', true],
  ] as const
  for (const [text, passes] of cases) assert.equal(wordFilter(text)(row), passes, text ?? 'nothing')
})

test('a time is said as so long ago, or as a date', () => {
  const now = Date.parse('2026-11-20T10:00:00.000Z')
  const cases = [
    ['90m', '2026-11-20T08:30:00.000Z'],
    ['2h', '2026-11-20T08:00:00.000Z'],
    ['3d', '2026-11-17T10:00:00.000Z'],
    ['1w', '2026-11-13T10:00:00.000Z'],
    ['2026-11-19T10:00:00Z', '2026-11-19T10:00:00.000Z'],
    ['yesterday', undefined],
    ['h', undefined],
    ['2026', undefined],
    ['999999w', undefined],
    ['5min', '2026-11-20T09:55:00.000Z'],
    ['2 h', '2026-11-20T08:00:00.000Z'],
    ['2026-11-19', '2026-11-19T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['2026-13-40', undefined],
    ['2x', undefined],
  ] as const
  for (const [said, time] of cases) assert.equal(saidTime(said, now), time, said)
})

test('an actor is named by kind and name', () => {
  assert.equal(actorName({ kind: 'agent', name: '' }), 'Agent')
  assert.equal(actorName({ kind: 'person', name: 'Firefox on Linux' }), 'You, Firefox on Linux')
  assert.equal(actorName({ kind: 'cron', name: 'schedule' }), 'Schedule')
  assert.equal(actorName({ kind: 'service', name: null }), 'Orrery')
  assert.equal(whoDid(sampleRow()), 'Hook', 'of its own session')
  assert.equal(whoDid(sampleRow({ actor: { kind: 'agent', name: 'Fix the build' } })), 'Agent, Fix the build')
})
