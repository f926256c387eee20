// Two services with a way between them that stays in this process: what is another node's is done there, once, as its caller.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { z } from 'zod'
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import { route } from '#platform/route.ts'
import { bind } from '../bind.ts'
import { mount, mountRaw } from '../mount.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { whoAsks } from '../who-asks.ts'
import type { OwnedBy } from './owner.ts'
import type { Carry, NodeRelay } from './relay.ts'

type Said = { readonly at: string; readonly text: string; readonly by: string; readonly who: string }
const say = route<{ body: { text: string }; query: { loud?: boolean }; answer: Said }>()({
  method: 'POST',
  path: '/api/things/:id',
  access: 'authenticated',
})
const readBytes = route<{ query: { whole?: boolean }; answer: string }>()({
  method: 'GET',
  path: '/api/things/:id/bytes',
  access: 'public',
})
const plain = route<{ answer: { at: string } }>()({ method: 'GET', path: '/api/plain', access: 'public' })

const routes = {
  say: bind(say, {
    summary: 'Say it',
    query: z.strictObject({ loud: z.enum(['true', 'false']).optional() }),
    body: z.strictObject({ text: z.string() }),
    status: 201,
    answer: z.object({ at: z.string(), text: z.string(), by: z.string(), who: z.string() }),
  }),
  readBytes: bind(readBytes, { summary: 'Bytes', query: z.strictObject({ whole: z.string().optional() }) }),
  plain: bind(plain, { summary: 'Anybody’s', answer: z.object({ at: z.string() }) }),
}

/** Whose a thing is, by its name, as each node takes it. */
const owners: Record<string, Record<string, () => OwnedBy | Promise<OwnedBy>>> = {
  attic: {
    there: async () => 'cellar',
    gone: () => 'shed',
    slow: () => 'slow',
    lost: () => 'cellar',
    wrong: () => Promise.reject(new Error('the table is gone')),
    whole: () => ({ node: 'cellar', what: 'The whole of it' }),
  },
  cellar: { lost: () => 'attic' },
}

const carries = new Map<string, Carry>()
let sent: string[] = []
let done: string[] = []

const away = (reason: string): Refusal => ({ error: 'node_offline', reason, hint: 'Start it.' })

function relayOf(here: string): NodeRelay {
  return {
    here,
    serve: (carry) => void carries.set(here, carry),
    urlOf: async (node) => (node === 'cellar' ? 'http://cellar.example' : null),
    async ask(node, request): Promise<Result<string, Refusal>> {
      sent.push(request)
      const carry = carries.get(node)
      if (node === 'slow') return err(away('The node slow, where this belongs, did not answer within 20 s.'))
      return carry === undefined ? err(away(`The node ${node} is away.`)) : ok(await carry(request, 5000))
    },
  }
}

function begin(node: string): Promise<TestServer> {
  return startTestServer({
    relay: relayOf(node),
    mount: ({ api }) => {
      const owner = ({ params: { id } }: { params: { id: string } }) => owners[node]?.[id]?.() ?? null
      mount(api, routes.say, {
        owner,
        async handle({ params: { id }, body, query, request }) {
          if (id === 'hanging') await new Promise(() => {})
          done.push(`${node} ${id}`)
          const text = query.loud === 'true' ? body.text.toUpperCase() : body.text
          const { principal } = request
          const by = principal === null ? 'nobody' : `${principal.kind} ${principal.relayed?.name}`
          return ok({ at: node, text, by, who: whoAsks(request).name })
        },
      })
      mountRaw(api, routes.readBytes, {
        owner,
        handle: (_asked, reply) =>
          void reply
            .header('x-log-next', '7')
            .type('text/plain')
            .send(Buffer.from([0xff, 0, 1, 0xc3])),
      })
      mount(api, routes.plain, () => ok({ at: node }))
    },
  })
}

let attic: TestServer
let cellar: TestServer
before(async () => {
  attic = await begin('attic')
  cellar = await begin('cellar')
})
beforeEach(() => {
  sent = []
  done = []
})
after(async () => {
  await attic.stop()
  await cellar.stop()
})

const ask = (id: string, body: unknown = { text: 'hello' }, more: Parameters<TestServer['send']>[2] = {}) =>
  attic.send('POST', `/api/things/${id}`, { body, ...more })
const told = async (answer: Response) => [answer.status, await answer.json()]

test('what is ours is done here, and nothing travels', async () => {
  const answer = await ask('own')
  const { at } = (await answer.json()) as Said
  assert.deepEqual([answer.status, at, sent], [201, 'attic', []])
})

test("what is another node's is done there, by who asked here, and its answer is the answer", async () => {
  const answer = await ask('there?loud=true', undefined, {
    headers: { 'user-agent': 'orrery/1.0' },
    body: { text: 'a😀' },
  })
  const said = { at: 'cellar', text: 'A😀', by: 'access_token access token', who: 'command line (through attic)' }
  assert.deepEqual(await told(answer), [201, said])
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
  assert.deepEqual(done, ['cellar there'])
  assert.ok(!sent.join().includes('a-token-for-tests'), 'no token travels')
})

test('a refusal there is the refusal here: what does not fit is told as its route tells it', async () => {
  const [status, body] = await told(await ask('there', { text: 1 }))
  assert.deepEqual([status, (body as { error: string }).error, done], [400, 'invalid_request', []])
})

test('bytes and the headers that tell of them come as they are', async () => {
  const answer = await attic.send('GET', '/api/things/there/bytes')
  assert.deepEqual([...new Uint8Array(await answer.arrayBuffer())], [0xff, 0, 1, 0xc3])
  assert.deepEqual([answer.headers.get('x-log-next'), answer.headers.get('content-type')], ['7', 'text/plain'])
})

const refused: readonly [id: string, reason: RegExp, hint: RegExp][] = [
  ['gone', /^The node shed is away\.$/, /^Start it\.$/],
  ['slow', /did not answer within 20 s\.$/, /^Start it\.$/],
  [
    'lost',
    /^This was passed on to the node cellar, which takes it for one of the node attic\.$/,
    /^Nothing was changed\./,
  ],
  ['whole', /^The whole of it is to be had from the node cellar alone/, /open http:\/\/cellar\.example\.$/],
]
for (const [id, reason, hint] of refused) {
  test(`503 node_offline with words: ${id}`, async () => {
    const [status, body] = await told(await ask(id))
    const refusal = body as { error: string; reason: string; hint: string }
    assert.deepEqual([status, refusal.error, done], [503, 'node_offline', []])
    assert.match(refusal.reason, reason)
    assert.match(refusal.hint, hint)
  })
}

test('an owner that can not be told is an error of ours, and nothing is done', async () => {
  const answer = await ask('wrong')
  assert.deepEqual([answer.status, done, sent], [500, [], []])
})

test('who may not ask here, and what is too large here, never travels', async () => {
  assert.equal((await ask('there', { text: 'x' }, { token: null })).status, 401)
  assert.equal((await ask('there', { text: 'x' }, { token: 'wrong' })).status, 401)
  assert.equal((await ask('there', { text: 'x'.repeat(1024 * 1024) })).status, 413)
  assert.deepEqual([sent, done], [[], []])
})

test('nothing but what has an owner is asked through another node, and no header makes a caller one who was judged', async () => {
  const carry = carries.get('cellar')
  assert.ok(carry !== undefined)
  const asked = { from: 'attic', method: 'GET', userAgent: null, agent: null, principal: null, name: 'x' }
  for (const url of ['/api/plain', '/', '/metrics', '/api/nothing', '/api/auth/logins']) {
    assert.equal(JSON.parse(await carry(JSON.stringify({ ...asked, url }), 5000)).status, 404, url)
  }
  await assert.rejects(carry('{"from":"attic"}', 5000))
})

test('what takes longer than its time ends, and is no answer', async () => {
  const carry = carries.get('cellar')
  assert.ok(carry !== undefined)
  const asked = { from: 'attic', method: 'POST', url: '/api/things/hanging', body: { text: 'x' } }
  const who = { userAgent: null, agent: null, principal: { kind: 'access_token' }, name: 'x' }
  const beganMs = performance.now()
  await assert.rejects(carry(JSON.stringify({ ...asked, ...who }), 200))
  assert.ok(performance.now() - beganMs < 5000)
})
