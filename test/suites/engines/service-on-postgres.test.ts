// The real service with DATABASE_URL: its strands run on PostgreSQL, outlive a kill -9, and the password is told nowhere.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { makeHome } from '../../support/home.ts'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openDbosPlaces } from './dbos-rig.ts'

const places = openDbosPlaces()
after(() => places.close())

const canary = 'canary-of-the-database'

const strand = (root: string) => `import { access, appendFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
const traces = ${JSON.stringify(join(root, 'traces'))}
const isGo = () => access(${JSON.stringify(join(root, 'go'))}).then(() => true, () => false)
export default {
  id: 'patient',
  steps: [
    { id: 'first', run: () => appendFile(traces, 'first\\n') },
    { id: 'wait', after: ['first'], run: async () => {
      await appendFile(traces, 'wait\\n')
      while (!(await isGo())) await wait(20)
      return 'gone'
    } },
  ],
}
`

test(
  'a service on PostgreSQL runs strands through a kill -9 and tells no password',
  { skip: withoutPostgres },
  async () => {
    const address = await places.database()
    const env = { DATABASE_URL: address.replace('orrery@', `orrery:${canary}@`), SERVICE_NODE: 'attic' }
    await using place = await makeHome()
    mkdirSync(join(place.home, 'workflows'), { recursive: true })
    writeFileSync(join(place.home, 'workflows/patient.ts'), strand(place.home))
    const traces = () => readFileSync(join(place.home, 'traces'), 'utf8').trim().split('\n')
    let service = await startService(place, { env })
    try {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${service.token}` }
      const body = JSON.stringify({ run_id: 'one' })
      const asked = await fetch(`${service.url}/api/flow/strands/patient/run`, { method: 'POST', headers, body })
      assert.ok(asked.ok, await asked.text())
      await until('it waits', () => traces().includes('wait'))
      await service.kill()
      assert.deepEqual(await workflows(address), [['run:one', 'PENDING', 'attic']])
      writeFileSync(join(place.home, 'go'), '')
      service = await startService(place, { env })
      const run = await until('it is over', () => finished(service, 'one'))
      assert.equal(run.status, 'success')
      assert.deepEqual(traces(), ['first', 'wait', 'wait'])
      await until('PostgreSQL has its end', async () => (await workflows(address))[0]?.[1] === 'SUCCESS')
      assert.ok(!(service.stdout() + service.stderr()).includes(canary))
      const settings = await fetch(`${service.url}/api/system/settings`, { headers })
      assert.ok(!(await settings.text()).includes(canary))
    } finally {
      await service[Symbol.asyncDispose]()
    }
  },
)

async function finished({ url, token }: Service, runId: string): Promise<{ readonly status: string } | null> {
  const answer = await fetch(`${url}/api/flow/runs/${runId}`, { headers: { authorization: `Bearer ${token}` } })
  const { run } = (await answer.json()) as { run: { status: string; finished_at: string | null } }
  return run.finished_at === null ? null : run
}

async function workflows(address: string): Promise<string[][]> {
  const client = new Client({ connectionString: address })
  await client.connect()
  const { rows } = await client.query<Record<string, string>>(
    "SELECT workflow_uuid, status, executor_id FROM dbos.workflow_status WHERE workflow_uuid = 'run:one'",
  )
  await client.end()
  return rows.map((row) => Object.values(row))
}
