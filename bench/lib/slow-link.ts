// A line that takes its time: TCP to another port, each way half of the delay.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { hold } from './held.ts'

export type SlowLink = AsyncDisposable & { readonly url: string }

/** `delayMs` there and back. */
export async function openSlowLink(url: string, delayMs: number): Promise<SlowLink> {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(new URL(url).port), '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from.setNoDelay(true))
      // Timers of one delay ring in the order in which they were set.
      from.on('data', (part) => void setTimeout(() => void (to.destroyed || to.write(part)), delayMs / 2))
      from.on('error', () => to.destroy()).on('close', () => void setTimeout(() => to.destroy(), delayMs / 2))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return hold({ url: `http://127.0.0.1:${port}` }, async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
}
