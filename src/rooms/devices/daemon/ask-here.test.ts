import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { askHere } from './ask-here.ts'

async function answerOf(listener: RequestListener, timeoutMs = 60_000): Promise<unknown> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/tags`)
  try {
    return await askHere(url, timeoutMs)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('an answer is parsed; a refusal, a redirection, other texts and silence are failures', async () => {
  assert.deepEqual(await answerOf((request, response) => response.end(JSON.stringify({ asked: request.url }))), {
    asked: '/api/tags',
  })
  await assert.rejects(
    answerOf((_, response) => response.writeHead(404).end('{}')),
    /answered 404/,
  )
  const elsewhere = { location: 'http://cloud.example' }
  await assert.rejects(
    answerOf((_, response) => response.writeHead(302, elsewhere).end()),
    /answered 302/,
  )
  await assert.rejects(
    answerOf((_, response) => response.end('<html>')),
    SyntaxError,
  )
  await assert.rejects(
    answerOf(() => {}, 50),
    { name: 'AbortError' },
  )
  await assert.rejects(askHere(new URL('http://127.0.0.1:9/api/tags'), 60_000), /ECONNREFUSED/)
})
