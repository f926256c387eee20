// `orrery migrate`: a home that was in use for a while goes on in PostgreSQL, with all that it held.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import type { Session } from '#rooms/sessions/contract.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openNodes } from './two-services.ts'

const options = { skip: withoutPostgres }

/** Its variables: stores in the home, whatever the other tests have. */
const alone = { DATABASE_URL: undefined }

const tasksOf = async ({ call, token }: Service): Promise<string[]> => {
  const { json } = await call('GET /api/tasks?limit=200', { token })
  return (json.tasks as { id: string; title: string; status: string; description: string }[]).map(
    ({ id, title, status, description }) => [id, title, status, description].join(' | '),
  )
}

async function pastOf({ call, token }: Service, id: string): Promise<string[]> {
  const { json } = await call(`GET /api/hooks/sessions/${id}/events?limit=50`, { token })
  return (json.events as { event: string; from: string; to: string }[]).map(({ event, from, to }) =>
    [event, from, to].join(' '),
  )
}

/** Tasks, a brief and a session that ended; answers the session's id. */
async function use(service: Service): Promise<string> {
  const { call, token } = service
  for (let count = 1; count <= 120; count += 1) {
    const json = { title: `Näme ${count}`, description: `What to do, “${count}”\n\\x00 😀`, status: 'ready' }
    assert.equal((await call('POST /api/tasks', { token, json })).status, 201)
  }
  const brief = await call('POST /api/briefs', { token, json: { source: 'other', body: 'The release is on Friday' } })
  assert.ok(brief.status < 300, brief.text)
  const launched = await call('POST /api/agents/launch', {
    token,
    json: { agent_type: 'shell', prompt: 'exit 3', label: 'fails' },
  })
  assert.equal(launched.status, 201, launched.text)
  const { id } = launched.json.session as Session
  await until('it failed', async () => {
    const { json } = await call(`GET /api/hooks/sessions/${id}`, { token })
    return (json.session as Session).state === 'failed'
  })
  return id
}

const migrate = (place: TestHome, url: string, ...more: readonly string[]) =>
  orrery(place, ['migrate', '--to', 'postgres', url, ...more], { env: { ...alone, SERVICE_NODE: 'moved' } })

test('a home moves to PostgreSQL with its tasks, sessions and briefs, and goes on there', options, async () => {
  await using nodes = await openNodes()
  await using place = await makeHome()
  const before = await startService(place, { env: alone })
  const session = await use(before)
  const [tasks, past] = [await tasksOf(before), await pastOf(before, session)]
  assert.deepEqual([tasks.length, past.length > 0], [120, true])

  const busy = await migrate(place, nodes.url)
  assert.equal(busy.code, 75, busy.err)
  assert.match(busy.err, /orrery service stop/)
  await before.stop()

  const dry = await migrate(place, nodes.url, '--dry-run')
  assert.equal(dry.code, 0, dry.err)
  assert.match(dry.out, /^tasks +120 /m)
  assert.match(dry.err, /Nothing was changed/)
  const moved = await migrate(place, nodes.url, '--json')
  assert.equal(moved.code, 0, moved.err)
  const told = JSON.parse(moved.out) as { dry_run: boolean; node: string; tables: { name: string; rows: number }[] }
  assert.deepEqual([told.dry_run, told.node], [false, 'moved'])
  assert.equal(told.tables.find(({ name }) => name === 'tasks')?.rows, 120)
  const again = await migrate(place, nodes.url)
  assert.equal(again.code, 1)
  assert.match(again.err, /holds rows of Orrery already/)

  const env = { DATABASE_URL: nodes.url, SERVICE_NODE: 'moved' }
  await using after = await startService(place, { env })
  assert.deepEqual(await tasksOf(after), tasks)
  assert.deepEqual(await pastOf(after, session), past)
  const { json } = await after.call(`GET /api/hooks/sessions/${session}`, { token: after.token })
  assert.equal((json.session as Session).state, 'failed')
  const added = await after.call('POST /api/tasks', { token: after.token, json: { title: 'One more' } })
  assert.equal(added.status, 201, added.text)
  const found = await after.call('GET /api/tasks?q=name-119', { token: after.token })
  assert.equal((found.json.tasks as unknown[]).length, 1)
  const briefs = await after.call('GET /api/briefs', { token: after.token })
  assert.match(briefs.text, /The release is on Friday/)
})

test('what is wrong with the address is said without the password, and nothing is changed', options, async () => {
  await using nodes = await openNodes()
  await using place = await makeHome()
  const nowhere = await migrate(place, nodes.url)
  assert.equal(nowhere.code, 1)
  assert.match(nowhere.err, /there is no service\.db/)
  const service = await startService(place, { env: alone })
  await service.stop()
  const file = join(place.home, 'service.db')
  const before = await readFile(file)
  const wrong = await migrate(place, 'postgres://somebody:geheim@127.0.0.1:9/none', '--dry-run')
  assert.equal(wrong.code, 69, wrong.err)
  assert.match(wrong.err, /127\.0\.0\.1:9\/none can not be used/)
  assert.match(wrong.err, /pg_isready/)
  const missing = await migrate(place, nodes.url.replace(/\/shared/, '/missing'))
  assert.equal(missing.code, 69, missing.err)
  assert.match(missing.err, /does not exist/)
  for (const { out, err } of [wrong, missing]) assert.doesNotMatch(out + err, /geheim/)
  const noAddress = await orrery(place, ['migrate', '--to', 'postgres'], { env: alone })
  assert.equal(noAddress.code, 2)
  assert.match(noAddress.err, /DATABASE_URL/)
  const dry = await migrate(place, nodes.url, '--dry-run')
  assert.equal(dry.code, 0, dry.err)
  assert.deepEqual(await readFile(file), before)
})
