// The table of approvals, on both databases.
import assert from 'node:assert/strict'
import { onBoth } from '#platform/server/db/both.testkit.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { sampleApproval } from '#testing/sample-approval.testkit.ts'
import type { KeptApproval } from '../contract/kept.ts'
import { createApprovalStore } from './store.ts'

const minute = (minutes: number): string => new Date(Date.UTC(2026, 10, 20, 10, minutes)).toISOString()

function kept(id: string, minutes: number, fields: Partial<KeptApproval> = {}): KeptApproval {
  return {
    ...sampleApproval({ id, asked_at: minute(minutes) }),
    input: { command: 'printf "\u0000" and half \ud83d' },
    suggestions: [],
    sent: [],
    chosen: null,
    client: null,
    stands_in_terminal: false,
    on_device: null,
    ...fields,
  }
}

function open({ read, commits }: Database) {
  const store = createApprovalStore(read)
  return {
    store,
    save: (...approvals: readonly KeptApproval[]) =>
      commits.write({
        *script() {
          for (const approval of approvals) yield* store.save(approval)
        },
      }),
    async ids(fields = {}) {
      const page = await store.page({ state: null, session: null, limit: 50, from: null, ...fields })
      return page.map(({ approval }) => approval.id)
    },
  }
}

onBoth('approvals are kept whole, changed in their place, and listed the newest first', async (_t, database) => {
  const { store, save, ids } = open(database)
  const first = kept('a', 0, { input: { command: 'ls “ü” 🚀', deep: { list: [1, null] } } })
  await save(first, kept('b', 1), kept('c', 2, { session_id: 's2' }))
  await save({ ...first, state: 'approved', decided_by: 'Ada' })
  assert.deepEqual(await store.find('a'), { ...first, state: 'approved', decided_by: 'Ada' })
  assert.equal(await store.find('none'), null)
  assert.deepEqual(await ids(), ['c', 'b', 'a'])
  assert.deepEqual(
    [await ids({ state: 'open' }), await ids({ session: 's1' })],
    [
      ['c', 'b'],
      ['b', 'a'],
    ],
  )
  const [newest] = await store.page({ state: null, session: null, limit: 1, from: null })
  assert.deepEqual(await ids({ from: newest?.seq, limit: 1 }), ['b'])
})

onBoth(
  'a start knows what is not settled; what is old goes, unless it is open or stands in a terminal',
  async (_t, database) => {
    const { store, save, ids } = open(database)
    await save(
      kept('open', 0),
      kept('approved', 0, { state: 'approved' }),
      kept('denied', 0, { state: 'denied' }),
      kept('expired', 0, { state: 'expired' }),
      kept('stands', 0, { state: 'expired', stands_in_terminal: true }),
      kept('young', 9, { state: 'denied', on_device: { id: 'd1', run_id: 'r1', approval_id: 'x' } }),
    )
    const names = (approvals: readonly KeptApproval[]) => approvals.map(({ id }) => id).toSorted()
    assert.deepEqual(names(await store.unsettled()), ['approved', 'open', 'stands'])
    assert.deepEqual(names(await store.overOnDevices(minute(0))), ['young'])
    await database.commits.write({ script: () => store.removeBefore(minute(5)) })
    assert.deepEqual(await ids(), ['young', 'stands', 'open'])
    await save(kept('other', 9, { session_id: 's2' }))
    await database.commits.write({ script: () => store.removeOfSession('s1') })
    assert.deepEqual(await ids(), ['other'])
  },
)

onBoth('of a device a start knows what stands, and what was asked lately', async (_t, database) => {
  const { store, save } = open(database)
  const of = (id: string, minutes: number, fields: Partial<KeptApproval> = {}) =>
    kept(id, minutes, { on_device: { id: 'd1', run_id: 'r1', approval_id: id }, ...fields })
  await save(
    of('open', 0),
    of('old', 0, { state: 'denied' }),
    of('late', 9, { state: 'denied' }),
    of('stands', 0, { state: 'expired', stands_in_terminal: true }),
    of('over', 0, { state: 'expired' }),
    of('theirs', 9, { on_device: { id: 'd2', run_id: 'r1', approval_id: 'theirs' } }),
    kept('here', 9),
  )
  let found: readonly string[] = []
  await database.commits.write({
    *script() {
      found = (yield* store.ofDevice('d1', minute(5))).map(({ id }) => id).toSorted()
    },
  })
  assert.deepEqual(found, ['late', 'open', 'stands'])
})
