// A disk that is nearly full, or becomes full while a backup is made: nothing of it is left, and the service goes on.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { BackupList } from '#rooms/system/contract.ts'
import { makeHome } from '../../support/home.ts'
import { ingest } from '../../support/http.ts'
import { startService } from '../../support/service.ts'
import { smallDisk } from '../../support/small-disk.ts'
import { until } from '../../support/until.ts'

const megabyte = 1024 * 1024

/** The process that packs into the file of this name; null for other files. */
function packerOf(name: string): number | null {
  const pid = /\.(?<pid>\d+)\.2\.tmp$/.exec(name)?.groups?.pid
  return pid === undefined ? null : Number(pid)
}

test('a backup begins only with room, ends when the disk fills up, and leaves nothing', async (t) => {
  await using place = await makeHome()
  using disk = smallDisk({ size: '160m', path: place.home })
  if (disk.missing !== null) return t.skip(disk.missing)
  mkdirSync(join(place.home, 'logs'), { mode: 0o700 })
  writeFileSync(join(place.home, 'logs', 'large.log'), randomBytes(50 * megabyte))
  await using service = await startService(place)
  const { token } = service
  const make = () => service.call('POST /api/system/backup', { token, json: {} })
  const copies = () => readdirSync(join(place.home, 'backups')).filter((name) => !name.endsWith('.gz'))

  const asked = make()
  const packer = await until('it packs', () =>
    copies()
      .map(packerOf)
      .find((pid) => pid !== null),
  )
  // Held where it is: on a busy machine it would be done before the disk is full.
  process.kill(packer, 'SIGSTOP')
  disk.fill()
  const cut = await asked
  assert.equal(cut.status, 503, cut.text)
  assert.match(String(cut.json.reason), /became full/)
  assert.deepEqual(copies(), [])
  const { backups } = (await service.call('GET /api/system/backups', { token })).json as BackupList
  assert.deepEqual(
    backups.map(({ state }) => state),
    ['failed'],
  )

  const refused = await make()
  assert.equal(refused.status, 503)
  assert.match(String(refused.json.reason), /the disk of the home has .* left/)
  disk.empty()
  const isTaken = async () => (await ingest(service, { tmux_session: 'agent-x', event: 'start' })).status === 200
  await until('reports are taken again', isTaken)
  assert.equal((await make()).status, 201)
})
