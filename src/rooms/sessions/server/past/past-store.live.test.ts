// Past sessions, their names and what was said to them, on both databases.
import assert from 'node:assert/strict'
import { onBoth } from '#platform/server/db/both.testkit.ts'
import { sampleSession } from '#testing/sample-session.testkit.ts'
import { createAnswerLog } from '../answer/answer-log.ts'
import { namesOfAgents, namesOfSessions } from '../log/session-names.ts'
import { createPastStore, type PastRecord } from './past-store.ts'

const minute = (minutes: number): string => new Date(Date.UTC(2026, 10, 20, 10, minutes)).toISOString()

function left(id: string, minutes: number, fields = {}): PastRecord {
  const { prompt_cut: _ofCards, ...session } = sampleSession({ id, tmux_session: `agent-${id}`, ...fields })
  return { session: { ...session, state: 'completed' }, leftAt: minute(minutes), leftAs: 'dismissed' }
}

onBoth('past sessions are found, paged and filtered in the order in which they left', async (_t, database) => {
  const store = createPastStore(database)
  const all = Array.from({ length: 120 }, (_, index) => left(`s${index}`, index, { task_id: index % 3 ? 'T-1' : null }))
  await store.add(all)
  const ids = async (filters: object, limit = 3, from: number | null = null) =>
    (await store.page(filters, { limit, from })).rows.map(({ session }) => session.id)
  assert.deepEqual(await ids({}), ['s119', 's118', 's117'])
  const first = await store.page({}, { limit: 3, from: null })
  assert.deepEqual(await ids({}, 3, Number(first.next)), ['s116', 's115', 's114'])
  assert.deepEqual(await ids({ task_id: 'T-1' }), ['s119', 's118', 's116'])
  assert.deepEqual(await ids({ state: 'failed' }), [])
  assert.deepEqual(await ids({ since: minute(10), until: minute(12) }), ['s11', 's10'])
  const found = await store.find('s7')
  assert.deepEqual([found?.session, found?.leftAt], [all[7]?.session, minute(7)])
  const later = await store.after(found?.seq ?? 0, 2)
  assert.deepEqual(
    later.map(({ session }) => session.id),
    ['s8', 's9'],
  )
  assert.equal((await store.ids()).size, 120)
})

onBoth('one that comes back and leaves again is there once, and a hidden one is due', async (_t, database) => {
  const store = createPastStore(database)
  await store.add([left('a', 0), left('b', 5), left('c', 6)])
  const place = (await store.find('a'))?.seq
  await store.add([{ ...left('a', 9), leftAs: 'pruned' }])
  const again = await store.find('a')
  assert.deepEqual([again?.seq, again?.leftAs, again?.leftAt], [place, 'pruned', minute(9)])
  assert.deepEqual([await store.hide('c'), await store.hide('c'), await store.hide('none')], [true, false, false])
  assert.equal(await store.find('c'), null)
  const due = await store.due(minute(6), 10)
  assert.deepEqual(
    due.map(({ session }) => session.id),
    ['b', 'c'],
  )
})

onBoth(
  'who left the board is called by its label, its terminal, or the newest of that terminal',
  async (_t, database) => {
    const store = createPastStore(database)
    const said = 'NUL \u0000 and half \ud83d of a pair'
    await store.add([
      left('old', 0, { label: 'Old', tmux_session: 'agent-x' }),
      left('new', 1, { label: 'New “\u00fc”', tmux_session: 'agent-x', last_message: said }),
      { ...left('bare', 2), session: { ...left('bare', 2).session, label: null as never } },
    ])
    const byId = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1)
    const nameOf = (id: string): string | null => (id === 'here' ? 'Here' : null)
    const read = async (ids: readonly string[]) =>
      [...(await namesOfSessions(database.read, nameOf, ids))].toSorted(byId)
    assert.deepEqual(await read(['new', 'here', 'bare', 'none']), [
      ['bare', 'agent-bare'],
      ['here', 'Here'],
      ['new', 'New “ü”'],
    ])
    const agents = await namesOfAgents(database.read, nameOf, ['agent-x', 'old', 'agent-none'])
    assert.deepEqual([...agents].toSorted(byId), [
      ['agent-x', 'New “ü”'],
      ['old', 'Old'],
    ])
  },
)

onBoth('an answer says how it went, and one that nobody finished says that', async (_t, database) => {
  const log = createAnswerLog(database)
  const answer = { session_id: 's1', text: 'yes', submit: true, actor: 'person', by: null, browser: 'Firefox' } as const
  const typed = await log.finish(await log.begin({ ...answer, at: minute(0) }), 'typed')
  const open = await log.begin({ ...answer, at: minute(1), submit: false })
  await log.begin({ ...answer, at: minute(1), session_id: 's2' })
  assert.ok(open.id > typed.id)
  await log.settle(null)
  const { answers, next_cursor: next } = await log.page('s1', { limit: 1, before: null })
  assert.deepEqual(answers, [{ ...open, state: 'unknown' }])
  const older = await log.page('s1', { limit: 1, before: Number(next) })
  assert.deepEqual([older.answers, older.next_cursor], [[typed], null])
  await log.dropBefore(minute(1))
  assert.deepEqual((await log.page('s1', { limit: 5, before: null })).answers, answers)
})
