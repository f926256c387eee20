// What an agent of one node asks is shown on the page of another and decided there: its own node tells the agent, once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { liveApprovals } from '#rooms/approvals/api.ts'
import type { Approval } from '#rooms/approvals/contract.ts'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import { openAskingAgent } from '../../support/asking-agent.ts'
import type { Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openViewer } from '../../support/viewer.ts'
import { openNodes } from './two-services.ts'

const stateSchema = z.object({ state: z.string() })

const options = { skip: withoutPostgres }

async function openOnes(service: Service): Promise<readonly Approval[]> {
  const { json } = await service.call('GET /api/approvals?state=open', { token: service.token })
  return json.approvals as readonly Approval[]
}

test('an approval is decided on another node, and an owner that is away is said', options, async () => {
  await using nodes = await openNodes()
  const attic = await nodes.node('attic')
  const owner = await attic.begin()
  const other = await (await nodes.node('cellar')).begin()
  using viewer = await openViewer(other.port, { token: other.token })
  /** As the last frame tells it; undefined once it left. */
  const shown = (id: string): string | undefined =>
    viewer.frames
      .flatMap(({ changes = [] }) => changes)
      .filter((change) => change.kind === liveApprovals.kind && change.id === id)
      .map(({ value }) => stateSchema.safeParse(value).data?.state)
      .at(-1)

  const agent = await openAskingAgent({ home: attic.place, service: owner }, { label: 'Attic' })
  const { id, input_hash: hash } = agent.asked
  await until('its card on the other one', () => shown(id) === 'open')
  assert.deepEqual(
    (await openOnes(other)).map((one) => one.id),
    [id],
  )
  const decide = (decision: object) => other.call(`POST /api/approvals/${id}`, { token: other.token, json: decision })
  const wrong = await decide({ decision: 'approve', input_hash: 'f'.repeat(64) })
  assert.ok(wrong.status === 409 || wrong.status === 400, wrong.text)
  const both = await Promise.all([1, 2].map(() => decide({ decision: 'approve', input_hash: hash })))
  assert.deepEqual(
    new Set(both.map(({ status }) => status)),
    new Set([200, 409]),
    both.map(({ text }) => text).join('\n'),
  )
  await agent.is('approved')
  await agent.reads('allow')
  const { text } = await owner.call('GET /api/activity', { token: owner.token })
  assert.ok(text.includes('(through cellar)'), 'its history says through which')
  await agent.goOn()
  await agent.is('applied')
  await until('its card leaves the other one', () => shown(id) === undefined)

  const second = await openAskingAgent({ home: attic.place, service: owner }, { label: 'Away' })
  await until('its card', () => shown(second.asked.id) === 'open')
  await owner.kill()
  await nodes.change(`UPDATE orrery.nodes SET last_heartbeat = now() - interval '45 seconds' WHERE name = 'attic'`)
  const away = await other.call(`POST /api/approvals/${second.asked.id}`, {
    token: other.token,
    json: { decision: 'deny', input_hash: second.asked.input_hash },
  })
  assert.deepEqual([away.status, away.json.error], [503, 'node_offline'], away.text)
  assert.equal((await openOnes(other)).length, 1, 'nothing was changed')
  await attic.begin()
  // Its dialog stands in the terminal still, and its card says so.
  await until('nobody is asked here any more', () => shown(second.asked.id) === 'expired')
})
