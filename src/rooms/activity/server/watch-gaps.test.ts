import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { minuteMs } from '#base/time.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import type { AuditRow } from '#platform/server/audit/audit.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import { createGapWatch } from './watch-gaps.ts'

const home = await mkdtemp(join(tmpdir(), 'orrery-gaps-'))
after(() => rm(home, { recursive: true, force: true }))

test('a start tells how long the service had not run, after a stop and after a kill', async () => {
  const time = new ManualTime('2026-11-20T10:00:00.000Z')
  const told: AuditRow[] = []
  await using database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
  const audit = { record: async (row: AuditRow) => void told.push(row) }
  const open = () => createGapWatch({ database, clock: time, timers: time, audit })

  const first = open()
  await first.start()
  assert.deepEqual(told, [], 'the first start of a home follows no gap')
  await time.pass(5 * minuteMs)
  await first.stop()
  await time.pass(14 * minuteMs)

  const second = open()
  await second.start()
  await time.pass(10.5 * minuteMs)
  // Killed: the first one ended its signs, and this one never says that it ends.
  const killed = time.now()
  time.nowMs = killed + 3 * minuteMs
  await open().start()
  assert.deepEqual(
    told.map(({ kind, text }) => [kind, text]),
    [
      ['service.restarted', 'did not run for 14 min'],
      ['service.restarted', 'did not run for up to 3 min: it had ended unexpectedly'],
    ],
  )
})
