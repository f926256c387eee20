import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs, toIso } from '#base/time.ts'
import type { SearchDocument, SearchKind } from '../contract.ts'
import { rank, share, withWords, type Found } from './rank.ts'

const nowMs = Date.parse('2026-11-20T10:00:00.000Z')

type Given = Partial<SearchDocument> & { readonly kind?: SearchKind; readonly days?: number }

function found(id: string, { kind = 'task', days = 100, ...more }: Given = {}): Found {
  const at = toIso(nowMs - days * dayMs)
  return {
    kind,
    document: { id, title: 'x', text: '', at, href: '/', state: null, where: '', isLive: false, ...more },
  }
}

const order = (all: readonly Found[], wanted: readonly string[]): string[] =>
  rank(all, wanted, nowMs).map(({ document }) => document.id)

test('what stands first is better by its title, then at work, then newer', () => {
  const better: [why: string, first: Given, second: Given][] = [
    ['all words in the title', { title: 'Disk quota', days: 400 }, { title: 'Disk', isLive: true }],
    ['a word in the title', { title: 'Disk' }, { title: 'x' }],
    ['more of the words', { title: 'Disk quota' }, { title: 'Disk full' }],
    ['a whole word', { title: 'Disk' }, { title: 'Disks' }],
    ['at work', { isLive: true }, {}],
    ['at work over a day ago', { isLive: true }, { days: 1 }],
    ['newer', { days: 1 }, { days: 8 }],
    ['newer, long ago', { days: 800 }, { days: 900 }],
  ]
  for (const [why, first, second] of better)
    assert.deepEqual(order([found('b', second), found('a', first)], ['disk', 'quota']), ['a', 'b'], why)
})

test('half of what is fresh is left after a week, and a title outweighs all of it', () => {
  const scoreOf = (given: Given, wanted: readonly string[] = []) =>
    rank([found('a', given)], wanted, nowMs)[0]?.score ?? 0
  assert.deepEqual(
    [0, 7, 14].map((days) => scoreOf({ days })),
    [2, 1, 0.5],
  )
  assert.equal(
    scoreOf({ days: 0, isLive: true }) - scoreOf({ days: 0 }),
    scoreOf({ days: 0 }),
    'at work is as fresh as now',
  )
  const best = scoreOf({ days: 0, isLive: true, title: 'x' }, ['disk', 'quota'])
  assert.ok(scoreOf({ days: 4000, title: 'Disks, quotas' }, ['disk', 'quota']) > best)
  assert.ok(scoreOf({ days: 4000, title: 'Disk' }, ['disk', 'quota']) < best, 'one of two words does not')
  assert.equal(scoreOf({ days: 0, title: 'Disk' }), 2, 'without words a title is worth nothing')
})

test('the same question has the same answer: equals stand by time, then by kind and id', () => {
  const all = [found('b'), found('a'), found('c', { kind: 'run' }), found('late', { days: 99.9999 })]
  for (const given of [all, all.toReversed()]) assert.deepEqual(order(given, []), ['late', 'c', 'a', 'b'])
})

test('a time that is none or to come takes no place from the others', () => {
  const all = [found('none', { at: 'x', isLive: true }), found('plain'), found('to come', { days: -100 })]
  assert.deepEqual(order(all, []).toSorted(), ['none', 'plain', 'to come'])
  const [one, other] = rank([found('now', { days: 0 }), found('to come', { days: -100 })], [], nowMs)
  assert.equal(one?.score, other?.score)
})

test('of each kind some are taken, then the best of all, never more than wanted', () => {
  const tasks = Array.from({ length: 8 }, (_, index) => found(`t${index}`, { title: 'Disk', days: index }))
  const others = [
    found('r', { kind: 'run' }),
    found('b1', { kind: 'brief' }),
    found('b2', { kind: 'brief', days: 200 }),
  ]
  const ranked = rank([...others, ...tasks], ['disk'], nowMs)
  const shared = (limit: number) => share(ranked, limit).map(({ document }) => document.id)
  assert.deepEqual(shared(6), ['t0', 't1', 't2', 't3', 'b1', 'r'])
  assert.deepEqual(shared(2), ['t0', 'b1'])
  assert.deepEqual(shared(100).length, 11)
  // With room for two of each kind, the second brief stands before a fifth task.
  assert.deepEqual(shared(12).length, 11)
  const many = [
    ...tasks,
    ...tasks.map((each) => ({ ...each, document: { ...each.document, id: `${each.document.id}-b` } })),
  ]
  const crowded = share(rank([...others, ...many], ['disk'], nowMs), 12).map(({ document }) => document.id)
  assert.deepEqual([crowded.length, crowded.slice(-3).toSorted()], [12, ['b1', 'b2', 'r']])
  assert.deepEqual(share([], 5), [])
})

test('an address takes the words along, whatever they hold', () => {
  assert.equal(withWords('/tasks/1', ['disk', 'a&b']), '/tasks/1?words=disk+a%26b')
  assert.equal(withWords('/tasks?id=1', ['disk']), '/tasks?id=1&words=disk')
})
