import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { WebSocket, WebSocketServer } from 'ws'
import { ok } from '#base/result.ts'
import type { TerminalMode } from '../contract.ts'
import type { TerminalSource } from './source.ts'
import { TerminalViewer } from './viewer.ts'

/** A client of a terminal that greets and ends when it is hung up, and how many there were at once. */
function countingClients() {
  const counts = { alive: 0, most: 0, opened: 0 }
  const attach: TerminalSource['attach'] = async (_wish, { onData, onEnd }) => {
    counts.opened += 1
    counts.alive += 1
    counts.most = Math.max(counts.most, counts.alive)
    const hangUp = (): void => {
      setImmediate(() => {
        counts.alive -= 1
        onEnd({ reason: 'detached', message: 'hung up' })
      })
    }
    setImmediate(() => onData('shown'))
    return ok({ tmuxSession: 'agent-x', write() {}, resize() {}, pause() {}, resume() {}, hangUp })
  }
  return { counts, attach }
}

async function openViewer(attach: TerminalSource['attach']) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  server.on('connection', (socket) => {
    const viewer = new TerminalViewer({
      sized: () => {},
      socket,
      query: { mode: 'read', columns: 80, rows: 24 },
      source: { attach },
      nowMs: () => 0,
    })
    assert.ok(viewer)
  })
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const modes: TerminalMode[] = []
  client.on('message', (data: Buffer, isBinary) => {
    if (isBinary) return
    const frame = JSON.parse(data.toString()) as { readonly type: string; readonly mode: TerminalMode }
    if (frame.type === 'ready') modes.push(frame.mode)
  })
  await once(client, 'open')
  return {
    client,
    modes,
    async [Symbol.asyncDispose]() {
      client.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}

test('a viewer that floods changes of mode has one tmux client at a time, and ends in the last mode it asked for', async () => {
  const { counts, attach } = countingClients()
  await using viewer = await openViewer(attach)
  while (viewer.modes.length === 0) await once(viewer.client, 'message')
  const wishes = 500
  for (let count = 0; count < wishes; count++) {
    viewer.client.send(JSON.stringify({ type: 'mode', mode: count % 2 === 0 ? 'write' : 'read' }))
  }
  viewer.client.send(JSON.stringify({ type: 'mode', mode: 'write' }))
  viewer.client.ping()
  await once(viewer.client, 'pong')
  while (viewer.modes.at(-1) !== 'write' || counts.alive !== 1) await once(viewer.client, 'message')
  assert.equal(counts.most, 1)
  assert.ok(counts.opened < wishes, `${counts.opened} clients for ${wishes} wishes`)
})
