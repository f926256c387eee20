// A start that can't read the database, since a newer program made it, names the copy that brings it back.
import assert from 'node:assert/strict'
import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { makeHome } from '../../support/home.ts'
import { ingest, listSessions } from '../../support/http.ts'
import { orrery, startService, type Service } from '../../support/service.ts'

test('an older program says where its copy is, and starts once that is put back as it says', async () => {
  await using place = await makeHome()
  const database = join(place.home, 'service.db')
  const start = async (act?: (service: Service) => Promise<unknown>) => {
    await using service = await startService(place)
    await act?.(service)
    const { json } = await service.call('GET /api/tasks', { token: service.token })
    const sessions = await listSessions(service)
    await service.stop()
    const titles = (json.tasks as { title: string }[]).map(({ title }) => title)
    return [...titles, ...sessions.map(({ tmux_session: name, state }) => `${name} ${state}`)]
  }
  const copies = () => readdirSync(place.home).filter((name) => name.includes('before-v'))
  await start(async (service) => {
    await service.call('POST /api/tasks', { token: service.token, json: { title: 'From before' } })
    await ingest(service, { tmux_session: 'agent-before', event: 'start' })
  })
  assert.deepEqual(copies(), [], 'a new home has nothing to keep')

  const highest = changed(database, (db) => {
    const row = db.prepare('SELECT max(number) AS highest FROM migrations').get()
    db.exec(newer)
    return Number(row?.highest)
  })
  const alone = await orrery(place, ['start'])
  assert.equal(alone.code, 69, alone.err)
  assert.match(alone.err, new RegExp(`is at version 900, and this program knows none above ${highest}\\n`))
  assert.match(alone.err, /Start the newer Orrery\./)
  assert.doesNotMatch(alone.err, /its copy|\n\s+at /, 'there is none to name')

  // As the newer one would have left it.
  const copy = `${database}.before-v${highest + 1}`
  changed(database, (db) => {
    db.exec('DELETE FROM migrations WHERE number = 900')
    db.prepare('VACUUM INTO ?').run(copy)
    db.exec(newer)
  })
  const told = await orrery(place, ['start'])
  assert.ok(told.err.includes(`then name ${copy} service.db.`), told.err)
  const [, words = ''] = /move (.*) away, then name/.exec(told.err) ?? []
  const named = words.split(/, | and /)
  assert.deepEqual(named, ['sessions.json', 'service.db', 'service.db-wal', 'service.db-shm'])
  for (const name of named) rmSync(join(place.home, name), { force: true })
  renameSync(copy, database)
  assert.deepEqual(await start(), ['From before', 'agent-before running'])
})

const newer = "INSERT INTO migrations VALUES (900, 'of a newer one', '2026-01-01T00:00:00.000Z')"

function changed<T>(file: string, act: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file)
  try {
    return act(db)
  } finally {
    db.close()
  }
}
