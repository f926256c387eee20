// The reference for terminals: a bare ws server that shows a tmux session to its only viewer, byte by byte.
import { spawn } from '@lydell/node-pty'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

const [socketName = '', session = ''] = process.argv.slice(2)
const server = createServer()
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on('connection', (viewer) => {
  const options = { name: 'xterm-256color', cols: 80, rows: 24, env: process.env }
  const terminal = spawn('tmux', ['-u', '-L', socketName, 'attach-session', '-t', session], options)
  terminal.onData((text) => viewer.send(Buffer.from(text)))
  // ws gives Buffers, its default.
  viewer.on('message', (data) => terminal.write((data as Buffer).toString()))
  viewer.on('close', () => terminal.kill('SIGHUP'))
})
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
