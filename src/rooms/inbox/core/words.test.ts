import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InboxItem } from '../contract.ts'
import { arrange } from './arrange.ts'
import { minute, sampleItem as item } from './sample-item.testkit.ts'
import { countsInWords, groupText, groupTitle, itemText } from './words.ts'

const clockOf = (iso: string) => iso.slice(11, 16)

function told(items: readonly InboxItem[]): readonly (string | null)[][] {
  return arrange(items).sections.flatMap(({ groups }) =>
    groups.map((group) => [groupTitle(group), groupText(group, clockOf)]),
  )
}

const epic = { type: 'task', id: 'E', title: 'Move CI', project: null } as const
const failed = (id: string, at: number, fields: Partial<InboxItem> = {}) =>
  item({
    id: `session:${id}`,
    cause: 'API Error: 529',
    text: `API Error: 529 ${id}`,
    since: minute(at),
    about: epic,
    ...fields,
  })

test('one stands for itself, several are told by what they share', () => {
  assert.deepEqual(told([failed('a', 1)]), [['session:a', 'API Error: 529 a']])
  assert.deepEqual(told([failed('a', 1), failed('b', 3)]), [
    ['2 sessions of “Move CI”', 'failed together, 10:01 to 10:03: API Error: 529'],
  ])
  assert.deepEqual(told([failed('a', 1), failed('b', 1)]), [
    ['2 sessions of “Move CI”', 'failed together at 10:01: API Error: 529'],
  ])
  assert.deepEqual(told([failed('a', 1), failed('b', 30, { about: null })]), [
    ['2 sessions', 'failed for one reason: API Error: 529'],
  ])
})

test('a strand says how often it failed, and what it missed', () => {
  const about = { type: 'strand', id: 'nightly', title: 'nightly', project: null } as const
  const run = { title: 'nightly', about, kind: 'run_failed', text: 'failed in “fetch”: ECONNREFUSED' } as const
  assert.deepEqual(told([item({ id: 'run:1', ...run, times: 3 })]), [
    ['nightly', 'failed in “fetch”: ECONNREFUSED, three times in a row'],
  ])
  assert.deepEqual(told([item({ id: 'run:1', ...run }), item({ id: 'run:2', ...run })]), [
    ['nightly', '2 runs failed: failed in “fetch”: ECONNREFUSED'],
  ])
  const missed = { title: 'nightly', about, kind: 'missed', moment: minute(5) } as const
  assert.deepEqual(told([item({ id: 'strand:nightly', ...missed, times: 2 })]), [
    ['nightly', 'missed 2 runs, the last at 10:05'],
  ])
  assert.deepEqual(told([item({ id: 'run:1', ...run }), item({ id: 'strand:nightly', ...missed, times: 2 })]), [
    ['nightly', 'failed in “fetch”: ECONNREFUSED; missed 2 runs, the last at 10:05'],
  ])
})

const failures = [
  [1, 'exit 1'],
  [2, 'exit 1, twice in a row'],
  [3, 'exit 1, three times in a row'],
  [4, 'exit 1, 4 times in a row'],
] as const
for (const [times, words] of failures) {
  test(`a run that failed ${times} times says "${words}"`, () => {
    assert.equal(itemText(item({ id: 'run:1', kind: 'run_failed', text: 'exit 1', times }), clockOf), words)
  })
}

test('what failed without a word says so; an agent that failed often does not count', () => {
  assert.equal(itemText(item({ id: 'run:1', kind: 'run_failed', times: 2 }), clockOf), 'failed, twice in a row')
  assert.equal(itemText(item({ id: 'session:a', text: 'exit 1', times: 4 }), clockOf), 'exit 1')
  assert.equal(itemText(item({ id: 'strand:n', kind: 'missed' }), clockOf), 'missed 1 run, the last at 10:00')
})

test('a strand with one failed run beside a missed one tells both', () => {
  const about = { type: 'strand', id: 'nightly', title: 'nightly', project: null } as const
  const run = { title: 'nightly', about, kind: 'run_failed' } as const
  const missed = item({ id: 'strand:nightly', title: 'nightly', about, kind: 'missed' })
  assert.deepEqual(told([item({ id: 'run:1', ...run, since: minute(5) }), missed]), [
    ['nightly', 'failed for no known reason; missed 1 run, the last at 10:00'],
  ])
})

test('failures ten minutes apart are together, later ones are not', () => {
  const textOf = (at: number) => told([failed('a', 0), failed('b', at)])[0]?.[1]
  assert.equal(textOf(10), 'failed together, 10:00 to 10:10: API Error: 529')
  assert.equal(textOf(11), 'failed for one reason: API Error: 529')
})

test('three agents that ask the same say so once', () => {
  const asks = ['a', 'b', 'c'].map((id) => failed(id, 1, { kind: 'needs_you', cause: 'git push' }))
  assert.deepEqual(told(asks), [['3 sessions of “Move CI”', 'ask the same: git push']])
})

test('counts in words', () => {
  const counts = { open: 0, snoozed: 0, seen: 0 }
  assert.equal(countsInWords({ ...counts, waiting: 3, to_see: 5 }), '3 need you, 5 to see')
  assert.equal(countsInWords({ ...counts, waiting: 1, to_see: 0 }), '1 needs you')
  assert.equal(countsInWords({ ...counts, waiting: 0, to_see: 0 }), '')
})
