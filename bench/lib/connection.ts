// One HTTP connection that stays open, one request at a time, as cheap for the client as it gets.
import { once } from 'node:events'
import { connect } from 'node:net'
import { hold } from './held.ts'

export type Connection = AsyncDisposable & {
  /** Sends a whole request and resolves with the body of its answer. Rejects at a status that is no success. */
  readonly exchange: (request: Buffer) => Promise<Buffer>
}

export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  let waiting = Promise.withResolvers<Buffer>()
  let received: Buffer = Buffer.alloc(0)
  const fail = (reason: string): void => waiting.reject(new Error(reason))
  socket.on('error', (error) => fail(`the connection broke: ${error.message}`))
  socket.on('close', () => fail('the server closed the connection'))
  socket.on('data', (part) => {
    received = received.length === 0 ? part : Buffer.concat([received, part])
    const answer = readAnswer(received)
    if (answer === null) return
    received = Buffer.alloc(0)
    if (answer.status.startsWith('2')) waiting.resolve(answer.body)
    else fail(`the server answered ${answer.status}: ${answer.body.toString()}`)
  })
  const exchange = (request: Buffer): Promise<Buffer> => {
    waiting = Promise.withResolvers<Buffer>()
    if (socket.writable) socket.write(request)
    else fail('the server has closed the connection')
    return waiting.promise
  }
  // Nobody waits for the end of a connection.
  waiting.promise.catch(() => {})
  return hold({ exchange }, async () => {
    socket.removeAllListeners('close').destroy()
  })
}

const headEnd = '\r\n\r\n'

/** Null until the answer is there as a whole. */
function readAnswer(received: Buffer): { readonly status: string; readonly body: Buffer } | null {
  const end = received.indexOf(headEnd)
  if (end === -1) return null
  const head = received.toString('latin1', 0, end)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error('the server answered without a Content-Length')
  const start = end + headEnd.length
  const isWhole = received.length >= start + Number(length)
  return isWhole ? { status: head.slice(9, 12), body: received.subarray(start) } : null
}
