// The reference for the board: a bare ws server that sends a frame of the service's size to every viewer for each event.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

const frameBytes = Number(process.argv[2])
const answer = JSON.stringify({ ok: true })
const server = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (part: string) => (text += part))
  request.on('end', () => {
    const event: unknown = JSON.parse(text)
    const frame = JSON.stringify({ type: 'changes', event })
    const padded = Buffer.alloc(Math.max(frameBytes, frame.length), ' ')
    padded.write(frame)
    for (const viewer of sockets.clients) viewer.send(padded, { binary: false })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length }).end(answer)
  })
})
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on('connection', (viewer) => viewer.send('{"type":"snapshot"}'))
// Its connections stay open while the other side is measured.
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
