// Where a service keeps its stores: with SERVICE_STORES=shared in PostgreSQL, else in its home, where no store on PostgreSQL is loaded.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import { makeHome, type Variables } from '../../support/home.ts'
import { startService } from '../../support/service.ts'
import { openDbosPlaces } from './dbos-rig.ts'

const places = openDbosPlaces()
after(() => places.close())

/** Told by Node itself for each module that it is about to load. */
const watching = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) { console.error('loads ' + url); return next(url, context) } })
`)}`

async function start(env: Variables) {
  await using place = await makeHome()
  await using service = await startService(place, { env, nodeOptions: ['--import', watching] })
  assert.equal((await service.call('POST /api/tasks', { json: { id: 'one', title: 'One' } })).status, 201)
  await service.stop()
  const loaded = service.stderr().match(/^loads .*$/gm) ?? []
  assert.ok(loaded.length > 0, 'what it loads is told')
  const isLoaded = loaded.some((line) => /\/open-postgres[^/]*\.js$/.test(line))
  return { isLoaded, hasFile: existsSync(join(place.home, 'service.db')) }
}

test('without DATABASE_URL the stores are in the home, and none on PostgreSQL is loaded', async () => {
  assert.deepEqual(await start({ DATABASE_URL: undefined }), { isLoaded: false, hasFile: true })
})

test('with DATABASE_URL and SERVICE_STORES=home as well', { skip: withoutPostgres }, async () => {
  const env = { DATABASE_URL: await places.database(), SERVICE_STORES: 'home', SERVICE_NODE: 'attic' }
  assert.deepEqual(await start(env), { isLoaded: false, hasFile: true })
})

test(
  'with SERVICE_STORES=shared they are in PostgreSQL, and the home has no file',
  { skip: withoutPostgres },
  async () => {
    const env = { DATABASE_URL: await places.database(), SERVICE_STORES: 'shared', SERVICE_NODE: 'attic' }
    assert.deepEqual(await start(env), { isLoaded: true, hasFile: false })
  },
)
