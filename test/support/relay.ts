// A relay of TCP between a client and a server, as a proxy or a cut network is one: it reads along, falls silent, or cuts.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Relay extends AsyncDisposable {
  readonly port: number
  /** All that clients have sent so far. */
  readonly heard: () => string
  /** From now on nothing passes on the connections that are open, and none of them ends; new ones work. */
  silence(): void
  /** Ends the connections that are open, on both sides. */
  cut(): void
}

export async function openRelay(target: number): Promise<Relay> {
  let heard = ''
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer((client) => {
    const far = connect(target, '127.0.0.1')
    const pair = [client, far] as const
    pairs.add(pair)
    client.on('data', (part) => (heard += part.toString('latin1')))
    client.pipe(far)
    far.pipe(client)
    for (const [one, other] of [pair, pair.toReversed() as [Socket, Socket]]) {
      one.on('error', () => other.destroy())
      one.on('close', () => {
        pairs.delete(pair)
        if (!silenced.has(pair)) other.destroy()
      })
    }
  })
  const silenced = new Set<readonly [Socket, Socket]>()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    heard: () => heard,
    silence() {
      for (const pair of pairs) {
        silenced.add(pair)
        for (const socket of pair) socket.unpipe().pause()
      }
    },
    cut() {
      for (const pair of pairs) for (const socket of pair) socket.destroy()
    },
    async [Symbol.asyncDispose]() {
      for (const pair of [...pairs, ...silenced]) for (const socket of pair) socket.destroy()
      server.close()
    },
  }
}
