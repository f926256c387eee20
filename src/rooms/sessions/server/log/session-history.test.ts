import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { toIso } from '#base/time.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { createEventLog, type LogRow } from './event-log.ts'

const sessions = ['a', 'b', 'c', 'never']

/** The log in a home of its own, beside a list of what must be in it. */
async function openLog() {
  const home = await mkdtemp(join(tmpdir(), 'orrery-history-'))
  const open = () => openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
  let database = open()
  let log = createEventLog(database)
  let nowMs = Date.parse('2026-11-20T12:00:00.000Z')
  let kept: { readonly seq: number; readonly sessionId: string; readonly at: string }[] = []

  function rowsOf(count: number, offset: number): LogRow[] {
    return Array.from({ length: count }, (_, index) => ({
      kind: 'changed',
      at: toIso(nowMs),
      sessionId: sessions[(index * index + offset) % 3] ?? '',
      entry: { event: null, from: null, to: null, accepted: true, source: 'service', metadata: null, runId: null },
      change: {},
    }))
  }

  async function pageThrough(sessionId: string): Promise<number[]> {
    const seqs: number[] = []
    for (let before: number | null = null; ;) {
      const { events, next_cursor } = await log.page(sessionId, { limit: 200, before })
      assert.ok(events.every((event) => event.session_id === sessionId))
      seqs.push(...events.map(({ seq }) => seq))
      if (next_cursor === null) return seqs
      before = Number(next_cursor)
    }
  }

  return {
    async append(count: number) {
      nowMs += 1000
      const rows = rowsOf(count, kept.length)
      let last = 0
      await log.append(rows, { committed: (seq) => (last = seq), undo: () => undefined })
      const first = last - rows.length + 1
      kept.push(...rows.flatMap((row, index) => ('sessionId' in row ? { seq: first + index, ...row } : [])))
    },
    /** Rows that go with the transaction of another write, which fails. */
    async appendInVain(count: number) {
      const failing = database.commits.write({
        run() {
          throw new Error('as on a full disk')
        },
      })
      const appended = log.append(rowsOf(count, 0), { committed: () => undefined, undo: () => undefined })
      for (const { status } of await Promise.allSettled([appended, failing])) assert.equal(status, 'rejected')
    },
    checkpoint: () => log.checkpoint(() => ({ at: toIso(nowMs), records: [], dismissed: [] })),
    /** Drops what is older than the newest part of the rows. */
    async drop(share: number) {
      const at = kept[Math.floor(kept.length * share)]?.at
      if (at === undefined) return
      await log.dropBefore({ time: at, now: at })
      kept = kept.filter((row) => row.at >= at)
    },
    /** As after a crash: what the process knew is gone, and what it committed stands. */
    async reopen() {
      await database[Symbol.asyncDispose]()
      database = open()
      log = createEventLog(database)
    },
    async expectHistories() {
      for (const sessionId of sessions) {
        const expected = kept.filter((row) => row.sessionId === sessionId).map(({ seq }) => seq)
        assert.deepEqual(await pageThrough(sessionId), expected.toReversed())
      }
    },
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]()
      await rm(home, { recursive: true })
    },
  }
}

test('a history has every row of its session, newest first, however many batches they came in', async () => {
  await using log = await openLog()
  for (const count of [1, 498, 1, 1, 700, 3, 499]) {
    await log.append(count)
    await log.expectHistories()
  }
})

test('no order of writes, failed writes, checkpoints, prunes and crashes leaves a history with a hole', async () => {
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('append' as const), count: fc.integer({ min: 1, max: 400 }) }),
    },
    fc.record({ kind: fc.constant('appendInVain' as const), count: fc.integer({ min: 1, max: 600 }) }),
    fc.record({ kind: fc.constant('drop' as const), count: fc.integer({ min: 0, max: 10 }) }),
    fc.record({ kind: fc.constantFrom('checkpoint' as const, 'reopen' as const), count: fc.constant(0) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
      await using log = await openLog()
      for (const { kind, count } of steps) {
        if (kind === 'drop') await log.drop(count / 10)
        else if (kind === 'append' || kind === 'appendInVain') await log[kind](count)
        else await log[kind]()
        await log.expectHistories()
      }
    }),
    { numRuns: 12 },
  )
})

test('a number is never given twice, whatever was dropped before', async () => {
  await using log = await openLog()
  await log.append(10)
  const first = await log.checkpoint()
  const second = await log.checkpoint()
  await log.append(1)
  await log.drop(0.95)
  await log.reopen()
  const third = await log.checkpoint()
  assert.ok(first < second && second < third)
  await log.append(600)
  await log.expectHistories()
})
