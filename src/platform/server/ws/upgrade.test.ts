import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { WebSocket } from 'ws'
import { err, ok } from '#base/result.ts'
import type { SocketRequest } from '../http/api.ts'
import type { HttpServer } from '../http/server.ts'
import { startTestServer, testToken } from '../http/testing/test-server.ts'

const addressOf = (url: string, path: string) => `${url.replace('http', 'ws')}${path}`

test('a socket route gets its id and its query, and frames go both ways', async (t) => {
  const requests: SocketRequest[] = []
  const mount = ({ addSocket }: HttpServer) => {
    addSocket({
      path: '/ws/things/:id',
      access: 'public',
      accept: (socket, request) => {
        requests.push(request)
        socket.on('message', (data) => socket.send(data))
      },
    })
    assert.throws(() => addSocket({ path: '/ws/things/:id', access: 'public', accept: () => {} }), /registered twice/)
  }
  const server = await startTestServer({ mount })
  t.after(() => server.stop())
  const socket = new WebSocket(addressOf(server.url, '/ws/things/a%20b?since=5'))
  await once(socket, 'open')
  assert.equal(socket.extensions, '')
  socket.send('hello')
  const [data] = (await once(socket, 'message')) as [Buffer]
  assert.equal(data.toString(), 'hello')
  assert.equal(requests[0]?.id, 'a b')
  assert.equal(requests[0]?.url.searchParams.get('since'), '5')
  socket.terminate()
})

test('a route may judge its callers itself, before the upgrade', async (t) => {
  const asked: (string | null)[] = []
  const mount = ({ addSocket }: HttpServer) =>
    addSocket({
      path: '/ws/device',
      access: 'device',
      async admit(bearer) {
        asked.push(bearer)
        if (bearer !== 'good') return err({ error: 'nonce_needed', reason: 'Once more.', extra: { nonce: 'n' } })
        return ok((socket) => socket.send(`hello ${bearer}`))
      },
    })
  const server = await startTestServer({ mount })
  t.after(() => server.stop())
  const dial = (headers: Record<string, string>) => new WebSocket(addressOf(server.url, '/ws/device'), { headers })
  const [, answer] = (await once(dial({}), 'unexpected-response')) as [unknown, IncomingMessage]
  assert.equal(answer.statusCode, 401)
  const { nonce, error } = (await json(answer)) as Record<string, unknown>
  assert.deepEqual([nonce, error], ['n', 'nonce_needed'])
  const socket = dial({ authorization: 'Bearer good', host: 'any.name.at.all' })
  const [data] = (await once(socket, 'message')) as [Buffer]
  assert.equal(data.toString(), 'hello good')
  socket.terminate()
  const [page] = (await once(dial({ authorization: 'Bearer good', origin: server.url }), 'error')) as [Error]
  assert.match(page.message, /403/)
  assert.deepEqual(asked, [null, 'good'])
})

test('a route may take larger frames than others', async (t) => {
  const mount = ({ addSocket }: HttpServer) => {
    for (const maxPayload of [64 * 1024, 256 * 1024]) {
      const path = `/ws/${maxPayload}`
      addSocket({
        path,
        access: 'public',
        maxPayload,
        accept: (socket) => socket.on('message', () => socket.send('got')),
      })
    }
  }
  const server = await startTestServer({ mount })
  t.after(() => server.stop())
  const outcome = async (path: string) => {
    const socket = new WebSocket(addressOf(server.url, path))
    await once(socket, 'open')
    socket.send(Buffer.alloc(100 * 1024))
    return await Promise.race([once(socket, 'message').then(() => 'got'), once(socket, 'close').then(([code]) => code)])
  }
  assert.equal(await outcome('/ws/65536'), 1009)
  assert.equal(await outcome('/ws/262144'), 'got')
})

test('closing the server ends every socket', async (t) => {
  const mount = ({ addSocket }: HttpServer) => addSocket({ path: '/ws/state', access: 'public', accept: () => {} })
  const server = await startTestServer({ mount })
  t.after(() => server.stop())
  const sockets = [1, 2, 3].map(() => new WebSocket(addressOf(server.url, '/ws/state')))
  await Promise.all(sockets.map((socket) => once(socket, 'open')))
  const closed = Promise.all(sockets.map((socket) => once(socket, 'close')))
  await server.server.close()
  await closed
})

test('a socket path that is gone or unknown is refused with its status', async (t) => {
  const gone = (target: string) =>
    target.startsWith('/api/vault') ? ({ error: 'gone_in_legacy_mode', reason: 'Gone.' } as const) : null
  const server = await startTestServer({ gone })
  t.after(() => server.stop())
  const rows: [string, string][] = [
    ['/api/vault', '410'],
    ['/ws/nothing', '404'],
    ['/ws/terminal/x', '401'],
    ['/healthz', '404'],
  ]
  for (const [path, status] of rows) {
    const [error] = (await once(new WebSocket(addressOf(server.url, path)), 'error')) as [Error]
    assert.match(error.message, new RegExp(status), path)
  }
})

test('viewers without credentials never take the places of those with them, and the other way round', async (t) => {
  const mount = ({ addSocket }: HttpServer) => {
    addSocket({ path: '/ws/viewer', access: 'local_or_authenticated', accept: () => {} })
    addSocket({ path: '/ws/terminal', access: 'authenticated', accept: () => {} })
  }
  const sockets = 3
  const server = await startTestServer({ mount, limits: { sockets } })
  t.after(() => server.stop())
  const open = async (path: string, token?: string): Promise<WebSocket | number> => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const socket = new WebSocket(addressOf(server.url, path), { headers })
    const refused = once(socket, 'unexpected-response') as Promise<[unknown, { statusCode: number }]>
    return await Promise.race([
      once(socket, 'open').then(() => socket),
      refused.then(([, answer]) => answer.statusCode),
    ])
  }
  const viewers = await Promise.all(Array.from({ length: sockets }, () => open('/ws/viewer')))
  assert.equal(await open('/ws/viewer'), 429)
  const owners = []
  for (let count = 0; count < sockets; count++) owners.push(await open('/ws/terminal', testToken))
  assert.ok(owners.every((socket) => socket instanceof WebSocket))
  assert.equal(await open('/ws/viewer', testToken), 429)
  const [first] = viewers
  assert.ok(first instanceof WebSocket)
  first.terminate()
  while ((await open('/ws/viewer')) === 429);
  for (const socket of [...viewers, ...owners]) if (socket instanceof WebSocket) socket.terminate()
})
