// Sends many events fast: one connection, one request after the other, nothing of a client's own costs.
import type { RawConnection } from '../../support/raw-tcp.ts'

/** Sends each event once the one before is answered, and resolves with the statuses; rejects when the connection ends. */
export function postInTurn({ socket, closed }: RawConnection, events: readonly object[]): Promise<number[]> {
  const statuses: number[] = []
  return new Promise((resolve, reject) => {
    void closed.then(() => reject(new Error(`the connection was closed after ${statuses.length} answers`)))
    const next = (): void => {
      const event = events[statuses.length]
      if (event === undefined) return resolve(statuses)
      socket.write(requestFor(event, socket.remotePort))
    }
    let pending = ''
    socket.on('data', (part: Buffer) => {
      pending += part.toString('latin1')
      const { status, rest } = takeAnswer(pending)
      if (status === null) return
      pending = rest
      statuses.push(status)
      next()
    })
    next()
  })
}

function requestFor(event: object, port: number | undefined): Buffer {
  const body = Buffer.from(JSON.stringify(event)).toString('latin1')
  const lines = [
    'POST /api/hooks/ingest HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1')
}

/** Cuts one whole answer off; null while it is not there. */
function takeAnswer(text: string): { readonly status: number | null; readonly rest: string } {
  const end = text.indexOf('\r\n\r\n')
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
  if (end === -1 || length === undefined) return { status: null, rest: text }
  const whole = end + 4 + Number(length)
  if (text.length < whole) return { status: null, rest: text }
  return { status: Number(text.slice(9, 12)), rest: text.slice(whole) }
}
