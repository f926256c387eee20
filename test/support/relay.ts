// A relay of TCP between a client and a server, as a proxy or a cut network is one: it reads along, falls silent, or cuts.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Relay extends AsyncDisposable {
  readonly port: number
  /** All that clients have sent so far. */
  readonly heard: () => string
  /** From now on nothing passes on the connections that are open, and none of them ends; new ones work. */
  silence(): void
  /**
   * From now on nothing passes, on connections that are open and on new ones, until the answer is called: then it passes late,
   * and what one side gave up meanwhile ends for the other.
   */
  hold(): () => void
  /** Ends the connections that are open, on both sides. */
  cut(): void
  /** Of the next connection that carries `text` the server takes `last` after it, and the connection ends instead of its answer. Resolves then. */
  loseAnswer(text: string, last?: string): Promise<void>
  /** The next connection that carries this text falls silent once the server has answered it. Resolves then. */
  silenceAfter(text: string): Promise<void>
}

type Pair = readonly [client: Socket, far: Socket]

function passOn([client, far]: Pair): void {
  client.pipe(far)
  far.pipe(client)
}

/** Sees what a client sends; true: it has nothing more to wait for. */
type Wait = (pair: Pair, part: string) => boolean

export async function openRelay(target: number): Promise<Relay> {
  let heard = ''
  const pairs = new Set<Pair>()
  const waits = new Set<Wait>()
  let isHeld = false
  const server = createServer((client) => {
    const far = connect(target, '127.0.0.1')
    const pair = [client, far] as const
    pairs.add(pair)
    client.on('data', (data) => {
      const part = data.toString('latin1')
      heard += part
      for (const wait of waits) if (wait(pair, part)) waits.delete(wait)
    })
    if (isHeld) silence(pair)
    else passOn(pair)
    for (const [one, other] of [pair, pair.toReversed() as [Socket, Socket]]) {
      one.on('error', () => other.destroy())
      one.on('close', () => {
        pairs.delete(pair)
        if (!silenced.has(pair)) other.destroy()
      })
    }
  })
  const silenced = new Set<Pair>()
  function silence(pair: Pair): void {
    silenced.add(pair)
    for (const socket of pair) socket.unpipe().pause()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    heard: () => heard,
    hold() {
      isHeld = true
      for (const pair of pairs) silence(pair)
      return () => {
        isHeld = false
        for (const pair of silenced) {
          if (pair.some(({ destroyed }) => destroyed)) for (const socket of pair) socket.destroy()
          else passOn(pair)
        }
        silenced.clear()
      }
    },
    silence() {
      for (const pair of pairs) silence(pair)
    },
    loseAnswer(text, last = text) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const carriers = new WeakSet<Pair>()
      waits.add((pair, part) => {
        if (part.includes(text)) carriers.add(pair)
        if (!carriers.has(pair) || !part.includes(last)) return false
        const [client, far] = pair
        far.unpipe(client)
        far.once('data', () => {
          for (const socket of pair) socket.destroy()
          resolve()
        })
        far.resume()
        return true
      })
      return promise
    },
    silenceAfter(text) {
      const { promise, resolve } = Promise.withResolvers<void>()
      waits.add((pair, part) => {
        if (!part.includes(text)) return false
        pair[1].once('data', () => {
          silence(pair)
          resolve()
        })
        return true
      })
      return promise
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
