// The reference for devices: a bare ws server that passes the events of devices on to its viewers, and drops what they write.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

/** What a session's frame weighs. */
const frameBytes = 1100
const server = createServer()
const viewers = new WebSocketServer({ noServer: true, perMessageDeflate: false })
const devices = new WebSocketServer({ noServer: true, perMessageDeflate: false })
viewers.on('connection', (viewer) => viewer.send('{"type":"snapshot"}'))
devices.on('connection', (device) => {
  device.on('message', (text: Buffer) => {
    const frame = JSON.parse(text.toString()) as { readonly type: string; readonly session_id: string }
    if (frame.type !== 'session.event') return
    const told = JSON.stringify({ type: 'changes', changes: [{ id: frame.session_id }] })
    const padded = Buffer.alloc(Math.max(frameBytes, told.length), ' ')
    padded.write(told)
    for (const viewer of viewers.clients) viewer.send(padded, { binary: false })
  })
})
server.on('upgrade', (request, socket, first) => {
  const side = request.url === '/ws/device' ? devices : viewers
  side.handleUpgrade(request, socket, first, (opened) => side.emit('connection', opened))
})
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
