// What needs a person on several services that share their stores: each lists all of it, and what is seen on one is seen on all.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import { inboxAnswerSchema } from '#rooms/inbox/contract.ts'
import type { Session } from '#rooms/sessions/contract.ts'
import type { Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openNodes } from './two-services.ts'

/** The items that it lists, with their marks. */
async function listed({ call, token }: Service): Promise<ReadonlyMap<string, string | null>> {
  const { json } = await call('GET /api/inbox?state=all', { token })
  return new Map(inboxAnswerSchema.parse(json).items.map(({ id, mark }) => [id, mark?.kind ?? null]))
}

test('what is seen, snoozed and taken back on one service is so on the other', { skip: withoutPostgres }, async () => {
  await using nodes = await openNodes()
  const [first, second] = [await nodes.node('one'), await nodes.node('other')]
  const one = await first.begin()
  let other = await second.begin()
  const launched = await one.call('POST /api/agents/launch', {
    token: one.token,
    json: { agent_type: 'shell', prompt: 'exit 3', label: 'fails' },
  })
  assert.equal(launched.status, 201, launched.text)
  const id = `session:${(launched.json.session as Session).id}`
  for (const each of [one, other])
    await until('its failure is listed', async () => (await listed(each)).get(id) === null)

  const mark = async (service: Service, json: object): Promise<void> => {
    const answer = await service.call('POST /api/inbox/marks', {
      token: service.token,
      json: { items: [{ id }], ...json },
    })
    assert.equal(answer.status, 200, answer.text)
  }
  const bothSay = (kind: string | null) =>
    until(`both say ${kind}`, async () =>
      (await Promise.all([one, other].map(listed))).every((items) => items.has(id) && items.get(id) === kind),
    )
  await mark(other, { mark: 'seen' })
  await bothSay('seen')
  await mark(one, { mark: 'none' })
  await bothSay(null)
  await mark(other, { mark: 'snoozed', until: new Date(Date.now() + 3_600_000).toISOString() })
  await bothSay('snoozed')
  await other.kill()
  await mark(one, { mark: 'seen' })
  other = await second.begin()
  await bothSay('seen')
})
