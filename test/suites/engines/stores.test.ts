// Where a service keeps its stores: with DATABASE_URL in PostgreSQL, else in its home, where no store on PostgreSQL is loaded.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import { makeHome, type Variables } from '../../support/home.ts'
import { orrery, startService } from '../../support/service.ts'
import { openDbosPlaces } from './dbos-rig.ts'

const places = openDbosPlaces()
after(() => places.close())

/** Told by Node itself for each module that it is about to load. */
const watching = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) { console.error('loads ' + url); return next(url, context) } })
`)}`

const sourceMapSchema = z.object({ sources: z.array(z.string()) })

/** The source files that a script of the bundle was made of: its own name says only which of them comes first. */
function sourcesOf(url: string): readonly string[] {
  const path = `${fileURLToPath(url)}.map`
  return existsSync(path) ? sourceMapSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).sources : []
}

async function start(env: Variables) {
  await using place = await makeHome()
  await using service = await startService(place, { env, nodeOptions: ['--import', watching] })
  assert.equal((await service.call('POST /api/tasks', { json: { id: 'one', title: 'One' } })).status, 201)
  await service.stop()
  const loaded = service.stderr().match(/^loads .*$/gm) ?? []
  assert.ok(loaded.length > 0, 'what it loads is told')
  const scripts = loaded.map((line) => line.slice('loads '.length)).filter((url) => url.endsWith('.js'))
  const isLoaded = scripts.some((url) => sourcesOf(url).some((source) => source.endsWith('/postgres/open-postgres.ts')))
  return { isLoaded, hasFile: existsSync(join(place.home, 'service.db')) }
}

test('without DATABASE_URL the stores are in the home, and none on PostgreSQL is loaded', async () => {
  assert.deepEqual(await start({ DATABASE_URL: undefined }), { isLoaded: false, hasFile: true })
})

test('with DATABASE_URL they are in PostgreSQL, and the home has no file', { skip: withoutPostgres }, async () => {
  const env = { DATABASE_URL: await places.database(), SERVICE_NODE: 'attic' }
  assert.deepEqual(await start(env), { isLoaded: true, hasFile: false })
})

test('with DATABASE_URL and SERVICE_STORES=home they are in the home', { skip: withoutPostgres }, async () => {
  const env = { DATABASE_URL: await places.database(), SERVICE_STORES: 'home', SERVICE_NODE: 'attic' }
  assert.deepEqual(await start(env), { isLoaded: false, hasFile: true })
})

test('a home with a board does not start on a PostgreSQL that has none', { skip: withoutPostgres }, async () => {
  const onPostgres = { DATABASE_URL: await places.database(), SERVICE_NODE: 'attic' }
  await using place = await makeHome()
  const tasksWith = async (env: Variables): Promise<unknown[]> => {
    await using service = await startService(place, { env })
    const { json } = await service.call('GET /api/tasks')
    return (json.tasks as { id: string }[]).map(({ id }) => id)
  }
  {
    await using service = await startService(place, { env: { DATABASE_URL: undefined } })
    assert.equal((await service.call('POST /api/tasks', { json: { id: 'one', title: 'One' } })).status, 201)
  }
  const refused = await orrery(place, ['start'], { env: onPostgres })
  assert.equal(refused.code, 78, refused.err)
  assert.match(refused.err, /this home holds a task, and the PostgreSQL of DATABASE_URL has no board yet/)
  assert.match(refused.err, /orrery migrate --to postgres/)
  assert.deepEqual(await tasksWith({ ...onPostgres, SERVICE_STORES: 'home' }), ['one'], 'it may stay in the home')
  const copied = await orrery(place, ['migrate', '--to', 'postgres'], { env: onPostgres })
  assert.equal(copied.code, 0, copied.err)
  assert.deepEqual(await tasksWith(onPostgres), ['one'], 'it went along')
  const other = { DATABASE_URL: await places.database(), SERVICE_NODE: 'attic', SERVICE_STORES: 'shared' }
  assert.deepEqual(await tasksWith(other), [], 'who says so begins with an empty board')
})
