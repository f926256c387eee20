// Bound routes on a real server: parsed requests, statuses, refusals, the class of each.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { err, ok } from '#base/result.ts'
import { hrefOf, route } from '#platform/route.ts'
import { bind } from './bind.ts'
import { mount, mountRaw } from './mount.ts'
import { startTestServer, testToken, type TestServer } from './testing/test-server.ts'

type Saved = { readonly id: string; readonly count: number }
const save = route<{ body: { count: number }; query: { twice?: boolean }; answer: Saved }>()({
  method: 'POST',
  path: '/api/things/:id',
  access: 'local_or_authenticated',
  raise: [{ query: 'twice', to: 'authenticated' }],
})
const readText = route<{ answer: string }>()({ method: 'GET', path: '/api/things/:id/text', access: 'public' })

const saveBound = bind(save, {
  summary: 'Save a thing',
  query: z.strictObject({ twice: z.enum(['true', 'false']).optional() }),
  body: z.strictObject({ count: z.number() }),
  status: 201,
  otherStatus: 200,
  answer: z.object({ id: z.string(), count: z.number() }),
})
const textBound = bind(readText, { summary: 'A thing as text' })

let served: TestServer

before(async () => {
  served = await startTestServer({
    mount: ({ api }) => {
      mount(api, saveBound, ({ params, query, body }) => {
        if (params.id === 'missing') return err({ error: 'not_found', reason: 'There is no such thing.' })
        const value = { id: params.id, count: query.twice === 'true' ? body.count * 2 : body.count }
        return params.id === 'known' ? { ...ok(value), status: 200 } : ok(value)
      })
      mountRaw(api, textBound, ({ params }, reply) => void reply.type('text/plain').send(`thing ${params.id}`))
    },
  })
})
after(() => served.stop())

const post = (href: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(new URL(href, served.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

test('a handler gets what its schemas parsed, and its value goes out with the status of the route or its own', async () => {
  const made = await post(hrefOf(save, { params: { id: 'a b' } }), { count: 2 })
  assert.deepEqual([made.status, await made.json()], [201, { id: 'a b', count: 2 }])
  const found = await post(hrefOf(save, { params: { id: 'known' } }), { count: 2 })
  assert.equal(found.status, 200)
})

test('what does not fit the schemas never reaches the handler', async () => {
  const refused = await post('/api/things/x', { count: '2', more: 1 })
  const { details } = (await refused.json()) as { details: { field: string }[] }
  assert.deepEqual([refused.status, details.map(({ field }) => field)], [400, ['count', 'more']])
})

test('a refusal goes out with the status of its code', async () => {
  const refused = await post(hrefOf(save, { params: { id: 'missing' } }), { count: 1 })
  assert.deepEqual([refused.status, ((await refused.json()) as { error: string }).error], [404, 'not_found'])
})

test('the class of the route and what raises it are judged before anything is parsed', async () => {
  const href = hrefOf(save, { params: { id: 'a' }, query: { twice: true } })
  assert.equal((await post(href, {})).status, 401)
  const allowed = await post(href, { count: 2 }, { authorization: `Bearer ${testToken}` })
  assert.deepEqual(await allowed.json(), { id: 'a', count: 4 })
})

test('a raw answer is sent by its handler', async () => {
  const answer = await fetch(new URL(hrefOf(readText, { params: { id: 'a/b' } }), served.url))
  assert.deepEqual([answer.status, await answer.text()], [200, 'thing a/b'])
})

test('routes stand in the table with class and schemas', () => {
  const entry = served.server.routes().find(({ url }) => url === save.path)
  assert.deepEqual([entry?.access, entry?.method, entry?.raise.length], ['local_or_authenticated', 'POST', 1])
})
