// Events of agents while the disk of the home takes nothing: where hooks leave them, and how they come back.
import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ok } from '#base/result.ts'
import { StorageError } from '#platform/server/db/storage-error.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { smallDisk } from '../../../../test/support/small-disk.ts'
import { run, searchPath, temporaryFolder } from './hooks.testkit.ts'
import { createHookQueue } from './queue.ts'
import { readQueue } from './read-queue.ts'
import { secondFolderOf } from './second-place.ts'
import { writeHookScripts } from './write-scripts.ts'

const settings = { promptSubmit: 'working', interactiveStop: 'to_review' } as const
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

for (const [shell, name] of [
  ['bash', 'orrery-hook.sh'],
  ['sh', 'orrery-hook-fallback.sh'],
] as const) {
  test(`${name} leaves its event in the second place when the disk of the home is full`, async (t) => {
    using disk = smallDisk()
    if (disk.missing !== null) return t.skip(disk.missing)
    await writeHookScripts(disk.path, settings)
    const folder = secondFolderOf(disk.path)
    if (folder === null) return t.skip(noSecondDisk)
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    disk.fill()
    const env = { PATH: searchPath, SERVICE_HOME: disk.path, SERVICE_SESSION_TMUX: 'agent-1', SERVICE_HOOK_PORT: '9' }
    for (const status of ['1', '2']) {
      const { output } = await run({ argv: [shell, join(disk.path, 'bin', name), '--exit', status], env })
      assert.equal(output, '')
    }
    const lines = readFileSync(join(folder, 'hook-queue.jsonl'), 'utf8').trimEnd().split('\n')
    assert.deepEqual(
      lines.map((text) => (JSON.parse(text) as { exit_code: number }).exit_code),
      [1, 2],
    )
    const modes = [folder, join(folder, 'hook-queue.jsonl')].map((path) => statSync(path).mode & 0o777)
    assert.deepEqual(modes, [0o700, 0o600])
  })
}
