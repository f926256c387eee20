// The strands that other rooms bring along, in the bundle that users run: one that the workflow room refuses would take all
// others with it, whatever the tests of the rooms say.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Run, Strand } from '#rooms/flow/contract.ts'
import { startFakeGateway } from '#platform/server/gateway/gateway.testkit.ts'
import { rawJobs, rawRuns } from '#rooms/mirror/mirror.testkit.ts'
import { answerFrom } from '#rooms/mirror/server/room.testkit.ts'
import { makeHome } from '../../support/home.ts'
import { startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const brought = ['openclaw-cron-mirror', 'priority-triage']

test('built-in, brought and mirrored strands stand side by side, and nothing is logged as a fault', async () => {
  await using gateway = await startFakeGateway({ answer: answerFrom({ jobs: rawJobs(), runs: rawRuns() }) })
  await using place = await makeHome()
  await using service = await startService(place, { env: { GATEWAY_PORT: String(gateway.port) } })
  const { token } = service
  const list = async (): Promise<Strand[]> => {
    const answer = await service.call('GET /api/flow/strands', { token })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(answer.json.errors, [])
    return answer.json.strands as Strand[]
  }
  // A job that is gone is a strand as well, once its runs were read.
  const mirrored = await until('the jobs of the gateway are strands', async () => {
    const strands = (await list()).filter(({ upstream }) => upstream?.gone_at === null)
    return strands.length === rawJobs().length ? strands : null
  })
  const { json } = await until('their runs are there', async () => {
    const answer = await service.call(`GET /api/flow/runs?strand=${brought[0]}`, { token })
    return (answer.json.runs as Run[]).some(({ status }) => status === 'success') ? answer : null
  })
  assert.equal((json.runs as Run[])[0]?.trigger_by, 'boot-warmup')
  const strands = await list()
  const ids = strands.filter(({ origin }) => origin === 'builtin').map(({ id }) => id)
  assert.deepEqual(
    brought.filter((id) => !ids.includes(id)),
    [],
  )
  assert.ok(ids.length > brought.length, `${ids.join(', ')}: those of the workflow room itself are not there`)
  // The page says of the gateway's strands when they were last read, by the strand that did.
  for (const { upstream } of mirrored) assert.equal(upstream?.mirrored_by, brought[0])
  assert.deepEqual(faultsIn(service.stderr() + service.stdout()), [])
})

/** Lines of the log by which something went wrong; it is JSON where it goes to no terminal. */
function faultsIn(text: string): string[] {
  return text.split('\n').filter((line) => /"level":"?(?:50|60|error|fatal)/.test(line))
}
