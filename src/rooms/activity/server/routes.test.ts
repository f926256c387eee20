// The activity over HTTP: pages, filters and files of what one log and the audit hold.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { statement } from '#platform/server/db/script.ts'
import { startTestServer, testToken } from '#platform/server/http/testing/test-server.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import type { ActivityAnswer, ActivityDensity, ActivityRow, ActivitySource } from '../contract.ts'
import { sampleRow } from '../core/sample-row.testkit.ts'
import { openActivityRoom } from './index.ts'

const moment = (minute: number): string => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`
const written = [5, 4, 3, 2, 1].map((minute) => sampleRow({ id: `session:${minute}`, at: moment(minute) }))

/** A log that is already in its order, as a room would read it. */
const source: ActivitySource = {
  log: 'session',
  source: 'tmux',
  page: async ({ actor, isKind, since }, before, limit) =>
    written
      .filter(({ at, id }) => at < before.at || (at === before.at && id.slice('session:'.length) < before.key))
      .filter((row) => (actor === null || row.actor.kind === actor) && isKind(row.kind) && row.at >= (since ?? ''))
      .slice(0, limit),
  async count({ isKind }, { from, to, characters }) {
    const counted = written.filter(({ kind, at }) => isKind(kind) && at >= from && at < to)
    return new Map(counted.length === 0 ? [] : [[moment(1).slice(0, characters), counted.length]])
  },
  facts: async (key) => (key === '5' ? [{ name: 'Event', value: 'agent.tool_use' }] : []),
}

const audited = [
  [moment(6), 'settings.changed', 'settings', 'config.json', 'Settings'],
  [moment(6), 'auth.login', null, null, null],
  [moment(7), 'device.paired', 'device', 'd1', null],
  [moment(8), 'auth.refused', null, null, null],
] as const

const insert = statement(
  'INSERT INTO audit (at, kind, subject_type, subject_id, subject_label, actor_kind, actor_name, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
)

async function open() {
  const home = await mkdtemp(join(tmpdir(), 'orrery-activity-'))
  const database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
  await database.commits.write({
    *script() {
      for (const [at, kind, type, id, label] of audited)
        yield* insert.run(at, kind, type, id, label, 'person', 'Firefox', kind)
    },
  })
  const time = new ManualTime(moment(30))
  const audit = { record: async () => undefined }
  const ground = { database, clock: time, timers: time, audit }
  const room = openActivityRoom(ground, { sources: [source], namesOfAgents: async () => new Map() })
  const server = await startTestServer({ mount: ({ api, metrics }) => room.mount?.(api, metrics) })
  const ask = (path: string) => fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${testToken}` } })
  const page = async (query: string) => (await (await ask(`/api/activity?${query}`)).json()) as ActivityAnswer
  return {
    ask,
    page,
    kinds: async (query: string) => (await page(query)).rows.map(({ kind }) => kind),
    async [Symbol.asyncDispose]() {
      await server.stop()
      await room[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      await rm(home, { recursive: true, force: true })
    },
  }
}

test('pages go on where the last one ended, and the files hold the same rows', async () => {
  await using room = await open()
  const all = (await room.page('limit=200')).rows
  assert.equal(all.length, audited.length + written.length)
  const paged: ActivityRow[] = []
  let cursor = ''
  do {
    const { rows, next_cursor: next } = await room.page(`limit=2${cursor}`)
    assert.ok(rows.length <= 2)
    paged.push(...rows)
    cursor = next === null ? '' : `&cursor=${encodeURIComponent(next)}`
  } while (cursor !== '')
  assert.deepEqual(paged, all)
  const jsonl = await room.ask('/api/activity/export?format=jsonl')
  const lines = (await jsonl.text()).trimEnd().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)),
    all,
  )
  const csv = await room.ask('/api/activity/export?kind=auth')
  assert.equal((await csv.text()).trimEnd().split('\r\n').length, 3, 'a head and two rows')
  assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/)
  assert.equal(csv.headers.get('content-disposition'), 'attachment; filename="activity-2026-11-20.csv"')
  assert.match(jsonl.headers.get('content-disposition') ?? '', /activity-2026-11-20\.jsonl/)
  const none = await room.ask('/api/activity/export?kind=nothing')
  assert.equal((await none.text()).trimEnd().split('\r\n').length, 1, 'a head alone')
  await assertRefused(await room.ask('/api/activity?cursor=x'))
})

test('what happened to the service itself says what it happened to, and leads to the settings where they are meant', async () => {
  await using room = await open()
  const own = (await room.page('source=system')).rows
  assert.deepEqual(
    own.map(({ kind, subject, href }) => [kind, subject, href]),
    [
      ['auth.refused', { type: 'service', id: 'service', label: 'Orrery' }, '/settings'],
      ['device.paired', { type: 'device', id: 'd1', label: 'd1' }, null],
      ['auth.login', { type: 'service', id: 'service', label: 'Orrery' }, '/settings'],
      ['settings.changed', { type: 'settings', id: 'config.json', label: 'Settings' }, '/settings'],
    ],
  )
  assert.deepEqual(await room.kinds('source=system&kind=auth'), ['auth.refused', 'auth.login'])
  assert.deepEqual(await room.kinds('source=system&kind=auth.login'), ['auth.login'])
  assert.deepEqual(await room.kinds('source=system&kind=session'), [])
  assert.deepEqual(await room.kinds('source=system&actor=agent'), [])
  assert.deepEqual(await room.kinds(`source=system&since=${moment(7)}`), ['auth.refused', 'device.paired'])
  assert.deepEqual((await room.page(`source=tmux&until=${moment(2)}`)).rows, written.slice(3))
})

test('rows are counted over time, and each says what its log knows', async () => {
  await using room = await open()
  const density = (await (await room.ask('/api/activity/density')).json()) as ActivityDensity
  assert.deepEqual(density.parts, [
    { at: '2026-11-20T10:00:00.000Z', rows: written.length + audited.length, failures: 1 },
  ])
  assert.equal(density.is_complete, true)
  const facts = async (id: string) => (await room.ask(`/api/activity/${id}`)).json()
  assert.deepEqual(await facts('session:5'), { facts: [{ name: 'Event', value: 'agent.tool_use' }] })
  assert.deepEqual(await facts('audit:1'), { facts: [] })
  assert.equal((await room.ask('/api/activity/nothing:1')).status, 404)
})

async function assertRefused(answer: Response): Promise<void> {
  const body = (await answer.json()) as { readonly error: string; readonly details: readonly { field: string }[] }
  assert.deepEqual([answer.status, body.error, body.details[0]?.field], [400, 'invalid_request', 'cursor'])
}
