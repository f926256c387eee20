// Events that hooks left on another disk, since that of the home took nothing: where, and how they come back.
import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { ok } from '#base/result.ts'
import { StorageError } from '#platform/server/db/storage-error.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { temporaryFolder } from '../hooks.testkit.ts'
import { createHookQueue } from './queue.ts'
import { readQueue } from './read-queue.ts'
import { isSecondFolder, secondFolderOf } from './second-place.ts'

const noSecondDisk = 'this machine has no second disk'
const nothing = { delivered: 0, failed: 0, dead: 0 }

/** A queue over `home`, and the metadata of what it delivered. */
function queueOver(home: string, isFull: () => boolean = () => false) {
  const applied: (string | null)[] = []
  const queue = createHookQueue({
    home,
    clock: { now: () => Date.parse('2026-11-20T08:00:00.000Z') },
    log: silentLog,
    async applyReport(report) {
      if (isFull()) throw new StorageError('full', { trouble: 'full' })
      applied.push(report.metadata)
      return ok({ ok: true, changed: true, session: null })
    },
  })
  return { queue, applied }
}

const line = (name: string): string =>
  `${JSON.stringify({ tmux_session: 'agent-1', event: 'tool_use', metadata: name, at: 1795163301.5 })}\n`

test('the second place is on another disk than the home, and of each home its own', (t) => {
  using home = temporaryFolder()
  using other = temporaryFolder()
  const [folder, folderOfOther] = [secondFolderOf(home.path), secondFolderOf(other.path)]
  const homeDisk = statSync(home.path).dev
  const isThere = [`/run/user/${process.getuid?.()}`, '/dev/shm', '/tmp'].some((path) => {
    const found = statSync(path, { throwIfNoEntry: false })
    return found !== undefined && found.dev !== homeDisk
  })
  assert.equal(folder !== null, isThere)
  if (folder === null) return t.skip(noSecondDisk)
  assert.notEqual(statSync(dirname(folder)).dev, homeDisk)
  assert.notEqual(folder, folderOfOther)
  assert.equal(secondFolderOf(home.path), folder)
})

test('a home that is not there has no second place', () => {
  using home = temporaryFolder()
  assert.equal(secondFolderOf(join(home.path, 'missing')), null)
})

test('only a folder of our own that is closed to others counts as the second place', () => {
  using home = temporaryFolder()
  const folder = join(home.path, 'left')
  assert.equal(isSecondFolder(folder), false)
  mkdirSync(folder)
  for (const [mode, counts] of [
    [0o700, true],
    [0o500, true],
    [0o750, false],
    [0o701, false],
    [0o777, false],
  ] as const) {
    chmodSync(folder, mode)
    assert.equal(isSecondFolder(folder), counts, mode.toString(8))
  }
  chmodSync(folder, 0o700)
  symlinkSync(folder, join(home.path, 'link'))
  writeFileSync(join(home.path, 'file'), '', { mode: 0o600 })
  for (const name of ['link', 'file']) assert.equal(isSecondFolder(join(home.path, name)), false, name)
})

test('events in the second place are listed and delivered, but only from a folder closed to others', async (t) => {
  using home = temporaryFolder()
  const folder = secondFolderOf(home.path)
  if (folder === null) return t.skip(noSecondDisk)
  t.after(() => rmSync(folder, { recursive: true }))
  const { queue, applied } = queueOver(home.path)
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(join(folder, 'hook-queue.jsonl'), line('left'))
  chmodSync(folder, 0o777)
  assert.deepEqual(await queue.drain('look'), nothing)
  chmodSync(folder, 0o700)
  assert.equal((await readQueue(home.path)).queued.total, 1)
  writeFileSync(join(home.path, 'hook-queue.jsonl'), line('home'))
  assert.deepEqual(await queue.drain('look'), { ...nothing, delivered: 2 })
  assert.deepEqual(applied, ['home', 'left'])
  assert.equal((await readQueue(home.path)).queued.total, 0)
})

test('while the database takes no changes events wait as they are, however often they are tried', async () => {
  using home = temporaryFolder()
  let isFull = true
  const { queue } = queueOver(home.path, () => isFull)
  writeFileSync(join(home.path, 'hook-queue.jsonl'), line('a') + line('b'))
  for (let count = 0; count < 20; count++) assert.deepEqual(await queue.drain('timer'), nothing)
  isFull = false
  assert.deepEqual(await queue.drain('timer'), { ...nothing, delivered: 2 })
})
