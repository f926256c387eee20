// Callers with the hook key over real connections: ours without a look, and no more than that.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { accessClasses } from '#platform/access.ts'
import { createHookKey, readHookKey } from '../access/hook-key.ts'
import type { HttpServer } from './server.ts'
import { sendRaw } from './testing/raw-http.ts'
import { startTestServer, type TestServer } from './testing/test-server.ts'

/** Whoever is looked at belongs to another user. */
let looks = 0
const owners = {
  known: () => null,
  look: () => {
    looks += 1
    return Promise.resolve('another' as const)
  },
}

/** Whose program calls is no question to what daemons of devices call. */
const classes = accessClasses.filter((access) => access !== 'device' && access !== 'pairing')

function mount({ api, addSocket }: HttpServer): void {
  for (const access of classes) {
    api.get(`/probe/${access}`, { config: { access } }, () => ({ ok: true }))
    addSocket({ path: `/probe/${access}`, access, accept: (socket) => socket.close() })
  }
}

const home = mkdtempSync(join(tmpdir(), 'orrery-hook-key-'))
const hookKey = createHookKey()
let server: TestServer
let exposed: TestServer
let right: readonly [string, string]
before(async () => {
  server = await startTestServer({ mount, owners, hookKey })
  exposed = await startTestServer({ mount, owners, hookKey, config: { host: '0.0.0.0', allowedHosts: ['box.lan'] } })
  await hookKey.publish(home, server.port)
  right = ['X-Orrery-Hook-Key', readHookKey(home, server.port) ?? '']
})
after(async () => {
  await Promise.all([server.stop(), exposed.stop()])
  rmSync(home, { recursive: true })
})

type Headers = readonly (readonly [string, string])[]

/** The statuses of each class, in the order of `classes`, and how many looks they took. */
async function statusesOf({ port }: TestServer, headers: Headers): Promise<[number[], number]> {
  looks = 0
  const statuses: number[] = []
  for (const access of classes) {
    const all = [['Host', `127.0.0.1:${port}`] as const, ...headers]
    statuses.push((await sendRaw({ port, target: `/probe/${access}`, headers: all })).status)
  }
  return [statuses, looks]
}

const stranger = [200, 403, 403, 401, 401, 200]

test('the right key makes a local caller one of our user without a look, and grants nothing else', async () => {
  assert.deepEqual(await statusesOf(server, []), [stranger, 3])
  assert.deepEqual(await statusesOf(server, [right]), [[200, 200, 200, 200, 401, 200], 0])
})

test('a wrong key says nothing: the look decides', async () => {
  for (const wrong of ['', 'x', `${right[1]}x`, 'x'.repeat(right[1].length)]) {
    assert.deepEqual(await statusesOf(server, [[right[0], wrong]]), [stranger, 3], wrong)
  }
  assert.deepEqual(await statusesOf(server, [right, [right[0], 'x']]), [stranger, 3])
})

test('who is not local by its headers or its address is not local with the key either', async () => {
  const notLocal: Headers = [
    ['X-Forwarded-For', '127.0.0.1'],
    ['Sec-Fetch-Site', 'cross-site'],
    ['Origin', 'http://evil.com'],
  ]
  for (const header of notLocal) {
    assert.deepEqual(await statusesOf(server, [right, header]), [stranger, 0], header[0])
  }
  const host = ['Host', 'evil.com'] as const
  assert.equal((await sendRaw({ port: server.port, target: '/probe/local_only', headers: [host, right] })).status, 403)
  assert.deepEqual(await statusesOf(exposed, [right]), [stranger, 0])
})

test('the key counts on sockets too', async () => {
  const handshake: Headers = [
    ['Host', `127.0.0.1:${server.port}`],
    ['Connection', 'Upgrade'],
    ['Upgrade', 'websocket'],
    ['Sec-WebSocket-Version', '13'],
    ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
  ]
  const target = '/probe/local_only'
  assert.equal((await sendRaw({ port: server.port, target, headers: handshake })).status, 403)
  assert.equal((await sendRaw({ port: server.port, target, headers: [...handshake, right] })).status, 101)
})

test('the key counts for its request alone, not for the connection', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = async (headers: Record<string, string>): Promise<number | undefined> => {
    const asked = request(`http://127.0.0.1:${server.port}/probe/local_only`, { agent, headers }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    await answer.resume().toArray()
    return answer.statusCode
  }
  assert.equal(await ask({ [right[0]]: right[1] }), 200)
  assert.equal(await ask({}), 403)
  agent.destroy()
})
