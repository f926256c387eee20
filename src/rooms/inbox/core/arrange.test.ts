import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InboxItem } from '../contract.ts'
import { arrange, inOrder, sectionIds } from './arrange.ts'
import { minute, sampleItem as item, seen, snoozed } from './sample-item.testkit.ts'

const outline = (items: readonly InboxItem[]) =>
  arrange(items).sections.map(({ id, groups }) => [id, groups.map((group) => group.items.map((each) => each.id))])

test('who waits comes first, the longest wait on top; then what failed, the newest on top; then strands; then tasks', () => {
  assert.deepEqual(
    outline([
      item({ id: 'task:B', kind: 'blocked', since: minute(1) }),
      item({ id: 'run:r', kind: 'run_failed', since: minute(2) }),
      item({ id: 'strand:m', kind: 'missed', since: minute(3) }),
      item({ id: 'session:old', since: minute(1) }),
      item({ id: 'session:new', since: minute(9) }),
      item({ id: 'session:short', kind: 'needs_you', since: minute(8) }),
      item({ id: 'session:long', kind: 'needs_you', since: minute(2) }),
    ]),
    [
      ['waiting', [['session:long'], ['session:short']]],
      ['failed', [['session:new'], ['session:old']]],
      ['strands', [['strand:m'], ['run:r']]],
      ['blocked', [['task:B']]],
    ],
  )
})

test('who asks for permission comes first, the one that ends first on top: after its time nobody is asked here', () => {
  const asks = { kind: 'needs_you', since: minute(9) } as const
  const plain = Array.from({ length: 7 }, (_, nth) =>
    item({ id: `session:${nth}`, kind: 'needs_you', since: minute(nth) }),
  )
  const inbox = outline([
    ...plain,
    item({ id: 'session:late', ...asks, asks_until: minute(40) }),
    item({ id: 'session:soon', ...asks, asks_until: minute(30) }),
  ])
  assert.deepEqual(inbox[0]?.[1]?.slice(0, 3), [['session:soon'], ['session:late'], ['session:0']])
})

test('what failed for one reason is one group, where its newest stands', () => {
  assert.deepEqual(
    outline([
      item({ id: 'session:a', cause: 'exit 1', since: minute(1) }),
      item({ id: 'session:b', cause: 'exit 137', since: minute(2) }),
      item({ id: 'session:c', cause: 'exit 1', since: minute(3) }),
      item({ id: 'session:d', cause: null, since: minute(4) }),
      item({ id: 'session:e', cause: null, since: minute(5) }),
    ]),
    [['failed', [['session:e'], ['session:d'], ['session:c', 'session:a'], ['session:b']]]],
  )
})

test('runs and missed slots of a strand are one group', () => {
  const about = { type: 'strand', id: 'nightly', title: 'nightly', project: null } as const
  const other = { type: 'strand', id: 'hourly', title: 'hourly', project: null } as const
  assert.deepEqual(
    outline([
      item({ id: 'run:1', kind: 'run_failed', about, since: minute(1) }),
      item({ id: 'run:2', kind: 'run_failed', about: other, since: minute(2) }),
      item({ id: 'strand:nightly', kind: 'missed', about, since: minute(3) }),
    ]),
    [['strands', [['strand:nightly', 'run:1'], ['run:2']]]],
  )
})

test('two agents that ask the same are told one by one, and keep their places; three are one', () => {
  const about = { type: 'task', id: 'E', title: 'Field app', project: null } as const
  const asks = (id: string, at: number) =>
    item({ id: `session:${id}`, kind: 'needs_you', cause: 'npx playwright install', about, since: minute(at) })
  const between = item({ id: 'session:between', kind: 'needs_you', cause: 'git push', since: minute(2) })
  assert.deepEqual(outline([asks('a', 1), asks('c', 3), between]), [
    ['waiting', [['session:a'], ['session:between'], ['session:c']]],
  ])
  assert.deepEqual(outline([asks('a', 1), asks('c', 3), asks('d', 4), between]), [
    ['waiting', [['session:a', 'session:c', 'session:d'], ['session:between']]],
  ])
  const strangers = [asks('a', 1), asks('c', 3), asks('d', 4)].map((each) => ({ ...each, about: null }))
  assert.equal(outline(strangers)[0]?.[1]?.length, 3, 'nothing in common but the words')
})

test('seen and snoozed ones stand apart and are not counted among the open', () => {
  const inbox = arrange([
    item({ id: 'session:open', kind: 'needs_you' }),
    item({ id: 'session:seen', mark: seen }),
    item({ id: 'session:later', mark: snoozed(minute(60)) }),
    item({ id: 'session:soon', mark: snoozed(minute(30)) }),
    item({ id: 'session:changes', mark: snoozed(null) }),
  ])
  assert.deepEqual(
    inOrder(inbox).map(({ id }) => id),
    ['session:open'],
  )
  assert.deepEqual(
    inbox.snoozed.map(({ id }) => id),
    ['session:soon', 'session:later', 'session:changes'],
  )
  assert.deepEqual(
    inbox.seen.map(({ id }) => id),
    ['session:seen'],
  )
  assert.deepEqual(inbox.counts, { waiting: 1, to_see: 0, open: 1, snoozed: 3, seen: 1 })
  assert.equal(inbox.nextBack, minute(30))
})

test('a group is to be seen once, whatever it holds; who waits is counted one by one', () => {
  const failures = ['a', 'b', 'c'].map((id) => item({ id: `session:${id}`, cause: 'exit 1' }))
  const waits = ['d', 'e'].map((id) => item({ id: `session:${id}`, kind: 'needs_you' }))
  const { counts } = arrange([...failures, ...waits, item({ id: 'task:T', kind: 'blocked' })])
  assert.deepEqual(counts, { waiting: 2, to_see: 2, open: 6, snoozed: 0, seen: 0 })
})

test('a blocked task is told by the session that works on it', () => {
  const task = item({ id: 'task:T', kind: 'blocked', task_id: 'T', cause: 's' })
  const tables: readonly [string, readonly InboxItem[], readonly string[]][] = [
    ['alone', [task], ['task:T']],
    ['a session calls', [task, item({ id: 'session:other', task_id: 'T' })], ['session:other']],
    ['the session that blocked it was seen', [task, item({ id: 'session:s', task_id: 'T', mark: seen })], []],
    ['another one was seen', [task, item({ id: 'session:other', task_id: 'T', mark: seen })], ['task:T']],
    ['the session is on another task', [task, item({ id: 'session:s', task_id: 'U' })], ['session:s', 'task:T']],
  ]
  for (const [name, items, expected] of tables) {
    assert.deepEqual(
      inOrder(arrange(items)).map(({ id }) => id),
      expected,
      name,
    )
  }
})

/** Numbers that look random and are the same in each run (mulberry32). */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

function someItems(seed: number): InboxItem[] {
  const below = numbersFrom(seed)
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T
  const marks = [null, null, null, seen, snoozed(null), snoozed(minute(1)), snoozed(minute(2))]
  return Array.from({ length: below(40) }, (_, index) => {
    const kind = pick(['needs_you', 'failed', 'run_failed', 'missed', 'blocked'] as const)
    const type = kind === 'blocked' ? 'task' : kind === 'run_failed' ? 'run' : kind === 'missed' ? 'strand' : 'session'
    const aboutId = pick(['A', 'B'])
    const about = {
      type: type === 'run' || type === 'strand' ? 'strand' : 'task',
      id: aboutId,
      title: aboutId,
      project: null,
    } as const
    return item({
      id: `${type}:${index}`,
      kind,
      since: minute(below(5)),
      cause: pick([null, 'one', 'other']),
      about: pick([null, about]),
      task_id: pick([null, 'T', 'U']),
      mark: pick(marks),
      asks_until: pick([null, null, minute(8), minute(9)]),
    })
  })
}

test('for any items: each stands once, in an order that hangs on nothing but the items', () => {
  for (let seed = 0; seed < 500; seed += 1) {
    const items = someItems(seed)
    const inbox = arrange(items)
    const told = [...inOrder(inbox), ...inbox.snoozed, ...inbox.seen].map(({ id }) => id)
    assert.equal(new Set(told).size, told.length, `seed ${seed}: twice`)
    const folded = items.filter(({ id }) => !told.includes(id))
    assert.ok(
      folded.every(
        ({ kind, task_id: task }) =>
          kind === 'blocked' && items.some((it) => it.subject.type === 'session' && it.task_id === task),
      ),
      `seed ${seed}: lost`,
    )
    assert.deepEqual(arrange(items.toReversed()), inbox, `seed ${seed}: order`)
    assert.deepEqual(
      inbox.sections.map(({ id }) => id),
      sectionIds.filter((id) => inbox.sections.some((it) => it.id === id)),
    )
    assert.ok(
      inOrder(inbox).every(({ mark }) => mark === null),
      `seed ${seed}: marked`,
    )
    assert.equal(inbox.counts.waiting, inOrder(inbox).filter(({ kind }) => kind === 'needs_you').length)
  }
})
