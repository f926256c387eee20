// Several services that share their stores: each hears of everything, and one calls.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshPostgres } from '#platform/server/db/both.testkit.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { openPostgresDatabase } from '#platform/server/db/postgres/open-postgres.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import type { Delivery } from '../contract.ts'
import { itemOf, openRoom, trustedEndpoint } from './room.testkit.ts'

let endpoint: Awaited<ReturnType<typeof trustedEndpoint>>
before(async () => (endpoint = await trustedEndpoint()))
after(() => endpoint[Symbol.asyncDispose]())

type Room = Awaited<ReturnType<typeof openRoom>>
type There = { readonly room: Room; readonly database: Database }

const told = (deliveries: readonly Delivery[]): string[] =>
  deliveries.map(({ event, channel, state }) => `${event} ${channel} ${state}`).toSorted()

test(
  'several call once where they have the same channel, and a browser from where it subscribed',
  { skip: withoutPostgres },
  async () => {
    const url = await freshPostgres()
    const notify = {
      slackUrl: `${endpoint.url}/slack`,
      webhookUrl: `${endpoint.url}/hook`,
      webhookSecret: 'webhook-secret',
    }
    const begin = async (node: string, home?: string): Promise<There> => {
      const database = await openPostgresDatabase({ url, node, log: silentLog })
      // A start is told what stands.
      const again = home === undefined ? {} : { home, items: [itemOf('s1')] }
      return { database, room: await openRoom({ database, notify, ...again }) }
    }
    endpoint.answer(() => ({ status: 201 }))
    const one = await begin('one')
    let other = await begin('other')
    const each = (act: (there: There) => unknown) => Promise.all([one, other].map(act))
    // What they were to write by now is committed, or refused.
    const written = () => each(({ database }) => database.commits.write({ *script() {} }))
    const subscribed = await one.room.call('POST', '/subscriptions', { ...endpoint.subscribe('phone'), label: 'phone' })
    assert.equal(subscribed.status, 201)

    await each(({ room }) => room.tell(itemOf('s1')))
    await each(({ room }) => room.time.pass(5000))
    await written()
    const calls = ['told push delivered', 'told slack delivered', 'told webhook delivered']
    assert.deepEqual(told(await one.room.settled(3)), calls)
    assert.deepEqual([endpoint.pushes.length, endpoint.posts.length], [1, 2])

    await other.room.close()
    other = await begin('other', other.room.home)
    await written()
    assert.deepEqual(told(await other.room.deliveries()), calls, 'a start sends nothing of another one')

    await each(({ room }) => room.end('s1'))
    await written()
    await one.room.settled(5)
    await written()
    assert.deepEqual(told(await one.room.deliveries()), ['over push delivered', 'over webhook delivered', ...calls])
    assert.deepEqual([endpoint.pushes.length, endpoint.posts.length], [2, 3])
    await each(({ room }) => room.remove())
  },
)
