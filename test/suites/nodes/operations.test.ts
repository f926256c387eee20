// What somebody who keeps several hubs looks at: doctor, metrics and backups of services that share their stores.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import type { BackupAnswer } from '#rooms/system/contract.ts'
import { orrery } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openNodes } from './two-services.ts'

test('doctor, metrics and backups tell of the PostgreSQL and of the nodes', { skip: withoutPostgres }, async () => {
  await using nodes = await openNodes()
  const [first, second] = [await nodes.node('one'), await nodes.node('the-other.example')]
  const one = await first.begin()
  const other = await second.begin()
  const metrics = async () => (await one.call('GET /metrics', { token: one.token })).text
  await until('both are counted', async () => {
    await one.call('GET /api/system', { token: one.token })
    return (await metrics()).includes('orrery_nodes{node="one",standing="live"} 2\n')
  })
  assert.match(await metrics(), /^orrery_node_up\{node="one"\} 1$/m)
  assert.match(
    (await other.call('GET /metrics', { token: other.token })).text,
    /^orrery_node_up\{node="the-other\.example"\} 1$/m,
  )

  const env = { DATABASE_URL: nodes.url, SERVICE_NODE: 'one' }
  const doctor = await orrery(first.place, ['doctor', '--json'], { env })
  const { findings } = JSON.parse(doctor.out) as { findings: { name: string; level: string; says: string }[] }
  const looked = findings.find(({ name }) => name === 'postgres')
  assert.equal(looked?.level, 'ok', doctor.out)
  assert.match(looked.says, /2 nodes on it$/)

  const { status, json, text } = await one.call('POST /api/system/backup', { token: one.token, json: {} })
  assert.equal(status, 201, text)
  const { backup, elsewhere } = json as unknown as BackupAnswer
  assert.match(elsewhere ?? '', /pg_dump/)
  const listing = execFileSync('tar', ['--list', '--gzip', '--file', backup.path], { encoding: 'utf8' })
  assert.doesNotMatch(listing, /service\.db/)
  const told = await orrery(first.place, ['backup', '--list'], { env })
  assert.match(told.err, /pg_dump/)
  await one.stop()
  const restored = await orrery(first.place, ['restore', backup.path], { env })
  assert.equal(restored.code, 0, restored.err)
  assert.match(restored.err, /holds no tables/)
  const again = await first.begin()
  assert.equal((await again.call('GET /api/tasks', { token: again.token })).status, 200)
})
