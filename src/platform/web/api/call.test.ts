// How the page asks, against a service that answers what the test gives it.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { route } from '#platform/route.ts'
import { accessToken, dropToken, keepToken } from '../auth/token.ts'
import { changes } from './changes.ts'
import { call, callBytes, callText } from './call.ts'

const readOne = route<{ params: 'id'; query: { readonly more?: number }; answer: { readonly id: string } }>()({
  method: 'GET',
  path: '/things/:id',
  access: 'authenticated',
})
const change = route<{ body: { readonly name: string }; answer: { readonly ok: true } }>()({
  method: 'POST',
  path: '/things',
  access: 'authenticated',
})
const readText = route<{ answer: string }>()({ method: 'GET', path: '/text', access: 'authenticated' })

type Asked = { readonly path: string; readonly method: string; readonly headers: Headers; readonly body: unknown }

const asked: Asked[] = []
let answer: () => Response | Promise<Response>

beforeEach(() => {
  asked.length = 0
  answer = () => Response.json({ id: 'a b' })
})
afterEach(() => {
  const token = accessToken()
  if (token !== null) dropToken(token)
})

globalThis.fetch = async (path, options) => {
  const { method = '', headers, body } = options ?? {}
  asked.push({ path: typeof path === 'string' ? path : '', method, headers: new Headers(headers), body })
  return answer()
}

test('a question has its address, its login and its body, and the answer is a value', async () => {
  keepToken('t1')
  assert.deepEqual(await call(readOne, { params: { id: 'a b' }, query: { more: 2 } }), {
    ok: true,
    value: { id: 'a b' },
  })
  const [first] = asked
  assert.deepEqual([first?.method, first?.path], ['GET', '/things/a%20b?more=2'])
  assert.deepEqual([first?.headers.get('authorization'), first?.headers.get('content-type')], ['Bearer t1', null])
  await call(change, { body: { name: 'x' }, token: 'typed' })
  assert.deepEqual([asked[1]?.method, asked[1]?.body], ['POST', '{"name":"x"}'])
  assert.deepEqual(
    [asked[1]?.headers.get('authorization'), asked[1]?.headers.get('content-type')],
    ['Bearer typed', 'application/json'],
  )
})

test('what the service refuses is told in its words, with the request to look for', async () => {
  const body = {
    error: 'conflict',
    reason: 'It is over.',
    hint: 'Look again.',
    details: [{ field: 'id', reason: 'x' }, 7],
  }
  answer = () => Response.json(body, { status: 409, headers: { 'x-request-id': 'r1' } })
  const refused = await call(readOne, { params: { id: 'x' } })
  assert.deepEqual(refused.ok ? null : refused.error, {
    status: 409,
    error: 'conflict',
    reason: 'It is over.',
    hint: 'Look again.',
    details: [{ field: 'id', reason: 'x' }],
    requestId: 'r1',
  })
})

test('what is no answer of ours becomes a sentence: nobody there, a page of a proxy, a list', async () => {
  const rows: [() => Response | Promise<Response>, string, string][] = [
    [() => Promise.reject(new TypeError('fetch failed')), 'unreachable', 'Orrery does not answer.'],
    [() => new Response('<html>', { status: 502 }), 'unexpected_answer', 'The service answered 502.'],
    [() => new Response('<html>'), 'unexpected_answer', 'The service answered 200.'],
    [() => Response.json([1]), 'unexpected_answer', 'The service answered 200.'],
  ]
  for (const [given, error, reason] of rows) {
    answer = given
    const refused = await call(readOne, { params: { id: 'x' } })
    assert.deepEqual(refused.ok ? null : [refused.error.error, refused.error.reason], [error, reason])
  }
})

test('a login that the service does not know is forgotten, one that was typed for this request alone is not', async () => {
  answer = () => Response.json({ error: 'unauthenticated', reason: 'Who?' }, { status: 401 })
  keepToken('t1')
  await call(change, { body: { name: 'x' }, token: 'typed' })
  assert.equal(accessToken(), 't1')
  await call(readText)
  assert.equal(accessToken(), null)
})

test('texts and files are answered as they are', async () => {
  answer = () => new Response('ö', { headers: { 'x-name': 'n' } })
  assert.deepEqual(await callText(readText), { ok: true, value: 'ö' })
  const file = await callBytes(readText)
  assert.ok(file.ok)
  assert.deepEqual([[...file.value.bytes], file.value.headers.get('x-name')], [[0xc3, 0xb6], 'n'])
  answer = () => Response.json({ reason: 'It is gone.' }, { status: 404 })
  const gone = await callText(readText)
  assert.equal(gone.ok ? '' : gone.error.reason, 'It is gone.')
})

test('an undo waits for changes alone, and not for those that may take long', async () => {
  const waits = Promise.withResolvers<Response>()
  answer = () => waits.promise
  const settled: string[] = []
  const answered = () => changes.answered().then(() => settled.push('answered'))
  const all = [call(readOne, { params: { id: 'a' } }), call(change, { body: { name: 'x' }, timeoutMs: 60_000 })]
  await answered()
  assert.deepEqual(settled, ['answered'])
  const sent = call(change, { body: { name: 'x' } }).then(() => settled.push('sent'))
  const undone = answered()
  waits.resolve(Response.json({ ok: true }))
  await Promise.all([...all, sent, undone])
  assert.deepEqual(settled, ['answered', 'sent', 'answered'])
})
