import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { WebSocket, WebSocketServer } from 'ws'
import { createViewer, maxUnsentBytes, type Viewer } from './viewer.ts'

type Pair = AsyncDisposable & {
  readonly viewer: Viewer
  readonly socket: WebSocket
  readonly client: WebSocket
  readonly received: string[]
}

/** A viewer and its client at the two ends of a real connection; frames are told by their first letter. */
async function connectPair(): Promise<Pair> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const received: string[] = []
  client.on('message', (data: Buffer) => received.push(data.toString('latin1', 0, 1)))
  const [[socket]] = (await Promise.all([once(server, 'connection'), once(client, 'open')])) as [[WebSocket], unknown]
  const viewer = createViewer({ socket, snapshot: () => [Buffer.from('snapshot')], passedMs: 0 })
  return {
    viewer,
    socket,
    client,
    received,
    async [Symbol.asyncDispose]() {
      client.terminate()
      socket.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Sends changes to a client that does not read, until the system takes no more and the viewer is behind. */
async function clog({ viewer, socket, client }: Pair): Promise<void> {
  client.pause()
  for (let stalled = 0; stalled < 20;) {
    const before = socket.bufferedAmount
    viewer.sendChanges(Buffer.alloc(maxUnsentBytes / 4, 'c'))
    await setImmediate()
    stalled = before > 0 && socket.bufferedAmount === before ? stalled + 1 : 0
  }
}

async function firstSnapshot({ client, received }: Pair): Promise<void> {
  while (!received.includes('s')) await once(client, 'message')
}

test('a viewer that fell behind gets one snapshot once it reads again, and changes after that', async () => {
  await using pair = await connectPair()
  const { viewer, client, received } = pair
  await clog(pair)
  client.resume()
  await firstSnapshot(pair)
  viewer.sendChanges(Buffer.from('change'))
  await once(client, 'message')
  assert.deepEqual([received.filter((frame) => frame === 's').length, received.at(-1)], [1, 'c'])
})

test('pings that wait behind the changes do not hold the snapshot back', async () => {
  await using pair = await connectPair()
  const { viewer, client } = pair
  await clog(pair)
  viewer.checkAlive(10_000)
  viewer.checkAlive(20_000)
  client.resume()
  await firstSnapshot(pair)
})

test('a change of more than the bound becomes a snapshot, and no second one before the first is sent', async () => {
  await using pair = await connectPair()
  const { viewer, client, received } = pair
  await clog(pair)
  for (let count = 0; count < 10; count++) viewer.sendChanges(Buffer.alloc(maxUnsentBytes + 1, 'c'))
  client.resume()
  await firstSnapshot(pair)
  viewer.sendChanges(Buffer.from('change'))
  await once(client, 'message')
  assert.equal(received.filter((frame) => frame === 's').length, 1)
})

test('a viewer without a pong for 30 seconds is ended', async () => {
  await using pair = await connectPair()
  const { viewer, client } = pair
  client.pause()
  viewer.checkAlive(29_999)
  assert.equal(client.readyState, WebSocket.OPEN)
  viewer.checkAlive(30_000)
  client.resume()
  await once(client, 'close')
})
