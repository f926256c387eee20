// The process that makes a backup: what it tells while it works, and that it ends with whoever asked for it.
import assert from 'node:assert/strict'
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { until } from '#platform/server/tmux/tmux.testkit.ts'
import type { BackupOrder, FromBackup } from './messages.ts'

const megabyte = 1024 * 1024

/** A home with a database, and the order to back it up. */
async function newHome() {
  const home = await mkdtemp(join(tmpdir(), 'orrery-backup-'))
  await mkdir(join(home, 'backups'))
  await mkdir(join(home, 'workflows'))
  const database = new DatabaseSync(join(home, 'service.db'))
  database.exec('CREATE TABLE things (name TEXT)')
  database.close()
  const path = join(home, 'backups', 'orrery-20261122T185021Z.tar.gz')
  const order: BackupOrder = {
    home,
    path,
    hasTables: true,
    manifest: {
      format: 1,
      product: 'orrery',
      made_at: '2026-11-22T18:50:21.000Z',
      version: '1.2.3',
      schema: 1,
      host: 'box',
      home,
      outputs: true,
    },
  }
  return { order, home, path, [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }) }
}

function begin(order: BackupOrder) {
  const child = fork(join(import.meta.dirname, 'backup-process.ts'), [JSON.stringify(order)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const told: FromBackup[] = []
  child.on('message', (message) => told.push(message as FromBackup))
  return { child, told, ended: once(child, 'exit') }
}

test('it tells its steps with their sizes, how far it is about each megabyte, and its end', async () => {
  await using place = await newHome()
  await writeFile(join(place.home, 'workflows/zeros.bin'), '')
  await truncate(join(place.home, 'workflows/zeros.bin'), 5 * megabyte)
  const { size } = await stat(join(place.home, 'service.db'))
  const { told, ended } = begin(place.order)
  assert.deepEqual(await ended, [0, null])
  assert.deepEqual(told[0], { kind: 'step', step: 'database', total: size })
  assert.deepEqual(told[1], { kind: 'step', step: 'archive', total: size + 5 * megabyte })
  assert.deepEqual(told.at(-1), { kind: 'done' })
  const copied = told.flatMap((message) => (message.kind === 'copied' ? [message.bytes] : []))
  assert.ok(copied.length >= 4 && copied.length <= 5, `${copied.length} times`)
  for (const [index, bytes] of copied.entries())
    assert.ok(bytes - (copied[index - 1] ?? 0) >= megabyte && bytes <= size + 6 * megabyte, `${bytes}`)
  assert.deepEqual(await readdir(join(place.home, 'backups')), ['orrery-20261122T185021Z.tar.gz'])
})

test('it gives way to the service and to agents, and ends with whoever asked for it, leaving nothing', async () => {
  await using place = await newHome()
  // It waits at this file until somebody writes into it.
  execFileSync('mkfifo', [join(place.home, 'sessions.json')])
  const { child, told, ended } = begin(place.order)
  await until('it is at work', () => child.pid !== undefined && getPriority(child.pid) >= 10)
  child.disconnect()
  assert.deepEqual(await ended, [null, 'SIGKILL'])
  assert.deepEqual([told, await readdir(join(place.home, 'backups'))], [[], []])
})

test('what it can’t do it tells with the reason', async () => {
  await using place = await newHome()
  await rm(join(place.home, 'service.db'))
  const { told, ended } = begin(place.order)
  await ended
  const [failed] = told
  assert.ok(failed?.kind === 'failed' && !failed.isDiskFull)
  assert.match(failed.reason, /ENOENT.*service\.db/)
})
