// Answers a refusal on a bare socket, where there is no response object: refused upgrades and broken requests.
import { refusalStatus, type Refusal } from '#platform/contract.ts'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorBody } from './refuse.ts'
import { dataHeaders } from './security-headers.ts'

/** Writes the whole answer and ends the connection. A socket that is already gone is left alone. */
export function endWithRefusal(socket: Duplex, refusal: Refusal): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const status = refusalStatus[refusal.error]
  const body = JSON.stringify(errorBody(refusal))
  const headers = {
    ...dataHeaders,
    ...(status === 401 ? { 'www-authenticate': 'Bearer realm="orrery"' } : {}),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  // The other side may be gone before it has read the answer; that is its affair.
  socket.on('error', () => socket.destroy())
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head.join('')}\r\n${body}`)
}
