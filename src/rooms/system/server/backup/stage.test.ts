// Where a restore takes a backup apart, what of earlier ones it clears away, and what it says when it can't.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { schemaNumber } from '../schema-number.ts'
import { placeFor, stage } from './stage.ts'
import { tarEnd, tarHeader, tarPadding } from './tar.ts'

const now = '2026-11-22T18:50:21.000Z'
/** Above every number that a process of Linux or macOS can have. */
const deadPid = 4_999_999

/** A folder with a home in it. */
async function makePlace(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-stage-'))
  t.after(() => rm(folder, { recursive: true }))
  const home = join(folder, 'home')
  mkdirSync(home)
  return { folder, home }
}

test('a backup is taken apart beside the home, for its owner alone, and nothing is left of the try', async (t) => {
  const { folder, home } = await makePlace(t)
  const { staged, aside } = placeFor(home, now)
  assert.equal(staged, join(folder, `home.restoring-${process.pid}`))
  assert.equal(statSync(staged).mode & 0o777, 0o700)
  assert.equal(aside, join(folder, 'home.before-20261122T185021Z'))
  assert.deepEqual([readdirSync(home), existsSync(aside)], [[], false])
  assert.deepEqual(readdirSync(folder).toSorted(), ['home', `home.restoring-${process.pid}`])
})

test('a home that is not there yet has its place all the same', async (t) => {
  const { folder } = await makePlace(t)
  const home = join(folder, 'deep/new')
  const { staged } = placeFor(home, now)
  assert.equal(staged, join(folder, `deep/new.restoring-${process.pid}`))
  assert.deepEqual([existsSync(staged), existsSync(home)], [true, false])
})

test('what a killed restore left goes, in both places; what another one works in and other files stay', async (t) => {
  const { folder, home } = await makePlace(t)
  const left = [join(folder, `home.restoring-${deadPid}`), join(home, `restoring-${deadPid}`)]
  const stays = [
    // The test runner lives.
    join(folder, `home.restoring-${process.ppid}`),
    join(folder, `other.restoring-${deadPid}`),
    join(folder, 'home.restoring-soon'),
    join(folder, 'home.before-20261101T000000Z'),
    join(home, 'workflows'),
  ]
  for (const path of [...left, ...stays]) {
    mkdirSync(path)
    writeFileSync(join(path, 'file'), 'x')
  }
  placeFor(home, now)
  assert.deepEqual(left.filter(existsSync), [])
  assert.deepEqual(stays.filter(existsSync), stays)
})

test('its own folder of an earlier process of the same number is emptied first', async (t) => {
  const { folder, home } = await makePlace(t)
  const own = join(folder, `home.restoring-${process.pid}`)
  mkdirSync(own)
  writeFileSync(join(own, 'half'), 'x')
  const { staged } = placeFor(home, now)
  assert.equal(staged, own)
  assert.deepEqual(readdirSync(staged), [])
})

test('a home that was put aside in the same second is not put aside over', async (t) => {
  const { folder, home } = await makePlace(t)
  mkdirSync(join(folder, 'home.before-20261122T185021Z'))
  assert.equal(placeFor(home, now).aside, join(folder, 'home.before-20261122T185021Z-2'))
})

test('an archive that is none is refused in words, and its folder goes', async (t) => {
  const { folder, home } = await makePlace(t)
  const archive = join(folder, 'no.tar.gz')
  writeFileSync(archive, 'not packed')
  const { staged } = placeFor(home, now)
  const refused = await stage({ archive, staged, home, onBytes: () => {} }).catch((error: unknown) => error)
  assert.ok(refused instanceof CliError)
  assert.match(refused.message, /can't be restored: it is not packed as a backup is/)
  assert.deepEqual(refused.hints, ['Nothing was changed. Take another backup.'])
  assert.equal(existsSync(staged), false)
})

test('a backup of a newer program is refused by its own words, and nothing of it is left', async (t) => {
  const { folder, home } = await makePlace(t)
  const archive = join(folder, 'newer.tar.gz')
  const manifest = Buffer.from(
    JSON.stringify({
      format: 1,
      product: 'orrery',
      made_at: now,
      version: '99.0.0',
      schema: schemaNumber + 1,
      host: 'box',
      home,
      outputs: false,
    }),
  )
  const head = tarHeader({ path: 'manifest.json', bytes: manifest.length, mtimeMs: 0 })
  writeFileSync(archive, gzipSync(Buffer.concat([head, manifest, tarPadding(manifest.length), tarEnd])))
  const { staged } = placeFor(home, now)
  const refused = await stage({ archive, staged, home, onBytes: () => {} }).catch((error: unknown) => error)
  assert.ok(refused instanceof CliError)
  assert.match(refused.message, /99\.0\.0/)
  assert.deepEqual([refused.exit, existsSync(staged), readdirSync(home)], ['refused', false, []])
})
