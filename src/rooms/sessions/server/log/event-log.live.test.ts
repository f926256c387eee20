// The log of sessions and its indexes, on both databases.
import assert from 'node:assert/strict'
import { toIso } from '#base/time.ts'
import { onBoth } from '#platform/server/db/both.testkit.ts'
import { statement } from '#platform/server/db/script.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { ActorKind } from '#rooms/activity/contract.ts'
import { newRecord, type SessionRecord } from '../../core/record.ts'
import { createPastStore } from '../past/past-store.ts'
import { createForget } from '../past/forget.ts'
import { createEventLog, type LogRow } from './event-log.ts'
import { sessionActivity } from './session-activity.ts'

const startMs = Date.parse('2026-11-20T12:00:00.000Z')
const second = (seconds: number): string => toIso(startMs + seconds * 1000)

function recordOf(id: string): SessionRecord {
  const given = { id, at: second(0), origin: 'launched', agentType: 'code-agent', tmuxSession: `agent-${id}` } as const
  return newRecord({
    ...given,
    label: null,
    prompt: 'Say \u0000 and \ud83d\ude80.',
    taskId: null,
    dependsOn: [],
    workingDir: null,
    interactive: false,
    runnable: true,
    deviceId: null,
    harness: null,
  })
}

const created = (id: string): LogRow => ({
  kind: 'created',
  at: second(0),
  record: recordOf(id),
  source: 'launch',
  who: { kind: 'agent', name: 'ada' },
})

function changed(sessionId: string, at: string, metadata: string | null = null): LogRow {
  const said = { event: 'hook.to_review', from: 'running', to: 'awaiting_review', source: 'hook' } as const
  const entry = { ...said, accepted: true, metadata, runId: null }
  return { kind: 'event', at, sessionId, entry, change: {} }
}

function open(database: Database) {
  const log = createEventLog(database)
  return {
    log,
    async append(rows: readonly LogRow[], alongside = {}): Promise<number> {
      let last = 0
      await log.append(rows, { committed: (seq) => (last = seq), undo: () => undefined, ...alongside })
      return last
    },
    async seqsOf(sessionId: string): Promise<number[]> {
      const seqs: number[] = []
      for (let before: number | null = null; ; before = seqs.at(-1) ?? null) {
        const { events, next_cursor: next } = await log.page(sessionId, { limit: 7, before })
        seqs.push(...events.map(({ seq }) => seq))
        if (next === null) return seqs
      }
    },
    async indexed(): Promise<readonly number[]> {
      const of = async (table: 'session_history' | 'session_activity'): Promise<number> => {
        const rows = await database.read.selectFrom(table).select('seq').execute()
        return rows.length
      }
      return [await of('session_history'), await of('session_activity')]
    },
  }
}

onBoth('rows have rising numbers, and are read as they were written', async (_t, database) => {
  const { log, append } = open(database)
  assert.equal(await log.hasAny(), false)
  const first = await append([created('a')])
  const last = await append([changed('a', second(1), 'NUL \u0000, half \ud83d'), changed('b', second(2))])
  assert.equal(last, first + 2)
  assert.equal(await log.hasAny(), true)
  const rows = await log.since(first - 1)
  assert.deepEqual(
    rows.map(({ seq, kind, sessionId }) => [seq, kind, sessionId]),
    [
      [first, 'created', 'a'],
      [first + 1, 'event', 'a'],
      [last, 'event', 'b'],
    ],
  )
  assert.match(rows[0]?.data ?? '', /Say \\u0000/)
  assert.deepEqual(await log.since(last), [])
  const { events } = await log.page('a', { limit: 5, before: null })
  const [event] = events
  assert.deepEqual(
    [event?.event, event?.from, event?.to, event?.accepted, event?.source, event?.at],
    ['hook.to_review', 'running', 'awaiting_review', true, 'hook', second(1)],
  )
  assert.match(event?.metadata ?? '', /^NUL ., half .$/su)
})

const nothing = statement(`UPDATE counters SET value = value WHERE name = ''`)

onBoth('what is alongside is committed with the rows, or neither is', async (_t, database) => {
  const { log, append } = open(database)
  let committed = 0
  const save = (record: SessionRecord) => ({ session: record.session, leftAt: second(3), leftAs: 'pruned' }) as const
  const past = save(recordOf('a'))
  const removal: LogRow = { kind: 'removed', at: second(3), sessionId: 'a', source: 'user', dismissed: null, past }
  const failing = {
    *script() {
      yield* nothing.run()
      throw new Error('as on a full disk')
    },
  }
  const store = createPastStore(database)
  await assert.rejects(append([created('a'), removal], { alongside: [failing] }))
  assert.deepEqual([await log.hasAny(), await store.find('a')], [false, null])
  await append([created('a'), removal], { alongside: [{ *script() {}, committed: () => (committed += 1) }] })
  assert.deepEqual([await log.hasAny(), (await store.find('a'))?.leftAs, committed], [true, 'pruned', 1])
})

onBoth('a history is whole across its batches, and so is what retention leaves', async (_t, database) => {
  const { log, append, seqsOf, indexed } = open(database)
  const kept: number[] = []
  for (const count of [1, 499, 3, 700, 2]) {
    const last = await append(
      Array.from({ length: count }, (_, index) => changed(index % 2 ? 'a' : 'b', second(kept.length + index))),
    )
    for (let index = 0; index < count; index++) kept.push(last - count + 1 + index)
  }
  const all = [...(await seqsOf('a')), ...(await seqsOf('b'))].toSorted((one, other) => one - other)
  assert.deepEqual(all, kept)
  assert.deepEqual(await indexed(), [1203, 1203], 'the last two stand behind the mark')
  await log.dropBefore({ time: second(1200), now: second(2000) })
  const left = [...(await seqsOf('a')), ...(await seqsOf('b'))].toSorted((one, other) => one - other)
  assert.deepEqual(left, kept.slice(1200))
  assert.deepEqual(await indexed(), [3, 3])
})

onBoth('one checkpoint is there, and no replay reads it', async (_t, database) => {
  const { log, append } = open(database)
  await append([created('a')])
  assert.equal(await log.lastCheckpoint(), null)
  const records = [recordOf('a'), recordOf('b')]
  const first = await log.checkpoint(() => ({ at: second(1), records, dismissed: [] }))
  const newest = await log.checkpoint(() => ({ at: second(2), records: records.slice(1), dismissed: [] }))
  assert.ok(newest > first)
  const read = await log.lastCheckpoint()
  assert.equal(read?.seq, newest)
  const sessions = (read?.parts ?? []).flatMap((part) => JSON.parse(part).sessions as { readonly id: string }[])
  assert.deepEqual(
    sessions.map(({ id }) => id),
    ['b'],
  )
  const after = await append([changed('a', second(3))])
  assert.deepEqual(
    (await log.since(newest)).map(({ seq }) => seq),
    [after],
  )
  assert.equal((await log.since(0)).length, 2)
})

onBoth('the activity is read by its lanes, before and behind the mark', async (_t, database) => {
  const { append } = open(database)
  const [source] = sessionActivity({ ...database, nodes: () => [database.others.node] }, (id) =>
    id === 'a' ? 'Move CI' : null,
  )
  const page = async ({ kinds = '', actor = null }: { readonly kinds?: string; readonly actor?: ActorKind | null }) => {
    const asked = { isKind: (kind: string) => kind.startsWith(kinds), actor, since: null }
    const rows = await source?.page(asked, { at: '9', key: '9'.repeat(16) }, 50)
    return (rows ?? []).map((row) => [row.kind, row.actor.kind, row.actor.name, row.text])
  }
  await append([created('a')])
  await append([changed('a', second(1), 'may I?')])
  const told = [
    ['session.waiting', 'hook', 'Move CI', 'needs you: may I?'],
    ['session.launched', 'agent', 'ada', 'launched'],
  ]
  assert.deepEqual(await page({}), told)
  await append(Array.from({ length: 600 }, () => changed('b', second(-1))))
  assert.deepEqual((await page({})).slice(0, 2), told)
  assert.deepEqual(await page({ actor: 'agent' }), told.slice(1))
  assert.deepEqual(await page({ kinds: 'session.launched' }), told.slice(1))
  const span = { from: second(0), to: second(10), characters: 13 }
  const counts = await source?.count({ isKind: () => true, actor: null }, span)
  assert.deepEqual([...(counts ?? [])], [['2026-11-20T12', 2]])
})

onBoth('a session that is forgotten leaves no row, and takes none of the others', async (_t, database) => {
  const { append, seqsOf, indexed } = open(database)
  const past = createPastStore(database)
  await append([created('a'), created('b')])
  await append(Array.from({ length: 500 }, (_, index) => changed(index % 2 ? 'a' : 'b', second(index))))
  await append([changed('a', second(900)), changed('b', second(900))])
  await past.add([{ session: recordOf('a').session, leftAt: second(901), leftAs: 'dismissed' }])
  const forget = createForget({
    commits: database.commits,
    past,
    clock: { now: () => startMs },
    days: () => 30,
    forgetArtifacts: async () => {},
    settle: async () => {},
    onForgotten: async () => {},
  })
  assert.equal(await forget.now('a'), true)
  assert.equal(await forget.now('a'), false)
  assert.deepEqual([await seqsOf('a'), (await seqsOf('b')).length], [[], 252])
  assert.deepEqual(await indexed(), [251, 251])
  const left = await database.read.selectFrom('past_sessions').select('id').execute()
  assert.deepEqual(left, [])
})
