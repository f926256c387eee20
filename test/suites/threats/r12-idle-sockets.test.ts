// R12: thousands of connections that say nothing, or drip their headers or a body, are dropped or closed, in bounded memory,
// and who came before them is served all the while.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { makeHome } from '../../support/home.ts'
import { call, ingest, sessionOf } from '../../support/http.ts'
import { residentMiB } from '../../support/memory.ts'
import { head, openConnection } from '../../support/raw-tcp.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openViewer } from '../../support/viewer.ts'

const socketCount = 10_000
/** The listener's own bound, `connections` of `platform/server/http/limits.ts`. */
const mostConnections = 5000
/** Its bounds are 10 s for headers and 30 s for a request, and those who wait before it come in waves; the rest is for a busy machine. */
const closedWithinMs = 240_000

const own = ({ port }: Service): string => `Host: 127.0.0.1:${port}`

const skip = process.platform === 'linux' ? false : 'what a process holds is read from /proc'

test(
  'ten thousand silent and dripping connections take nothing from those before, and go again',
  { skip },
  async () => {
    await using place = await makeHome()
    await using service = await startService(place)
    const before = residentMiB(service.pid)
    using viewer = await openViewer(service.port)
    using kept = await openConnection(service.port)
    const served = () => kept.received().split('HTTP/1.1 200').length - 1
    kept.socket.write(head('GET /healthz HTTP/1.1', own(service)))
    await until('a connection is served', () => served() === 1)
    using slow = await openConnection(service.port)
    const lines = [own(service), 'Content-Type: application/json', 'Content-Length: 1000']
    slow.socket.write(head('POST /api/hooks/ingest HTTP/1.1', ...lines))
    const held = heldBy(service)
    using flood = openFlood(service)
    const isTaken = () => flood.settled() === socketCount && heldBy(service) <= mostConnections + held
    await until('they have come, or were dropped', isTaken, closedWithinMs)
    assert.ok(residentMiB(service.pid) - before < 200, `${before} MiB grew to ${residentMiB(service.pid)} MiB`)

    kept.socket.write(head('GET /healthz HTTP/1.1', own(service)))
    await until('it is served amid the flood', () => served() === 2)
    const drip = setInterval(() => {
      flood.drip()
      if (!slow.socket.destroyed) slow.socket.write(' ')
    }, 1000)
    try {
      // Of those that the system dropped while they waited for a place, clients may never hear: what the service holds counts.
      await until('each of them is closed', () => heldBy(service) <= held && slow.socket.destroyed, closedWithinMs)
    } finally {
      clearInterval(drip)
    }
    assert.match(slow.received(), /^HTTP\/1\.1 408 /, 'who drips a body is told')
    assert.equal((await call(service.port, 'GET /readyz')).status, 200)
    const { id } = sessionOf(await ingest(service, { tmux_session: 'agent-after', event: 'start' }))
    await until('the viewer from before sees it', () => viewer.sessions.has(id))
    assert.ok(residentMiB(service.pid) - before < 200, `${before} MiB grew to ${residentMiB(service.pid)} MiB`)
    assert.doesNotMatch(service.stderr(), /"level":(50|60)/)
  },
)

/** Its open files: sockets, and few others. */
const heldBy = ({ pid }: Service): number => readdirSync(`/proc/${pid}/fd`).length

type Flood = Disposable & {
  /** Those that are open or were closed again; the others are still on their way. */
  readonly settled: () => number
  /** One more byte of a header on every connection that has begun one. */
  readonly drip: () => void
}

/** Half of them begin a request and do not end its headers. */
function openFlood(service: Service): Flood {
  const open = new Set<Socket>()
  let gone = 0
  const sockets = Array.from({ length: socketCount }, (_, nth) => {
    const socket = connect({ host: '127.0.0.1', port: service.port })
    let isGone = false
    socket.on('connect', () => {
      open.add(socket)
      if (nth % 2 === 0) socket.write(`GET /api/version HTTP/1.1\r\n${own(service)}\r\nX: `)
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      open.delete(socket)
      if (!isGone) gone += 1
      isGone = true
    })
    socket.resume()
    return socket
  })
  return {
    settled: () => open.size + gone,
    drip: () => sockets.forEach((socket, nth) => nth % 2 === 0 && open.has(socket) && socket.write('x')),
    [Symbol.dispose]: () => sockets.forEach((socket) => socket.destroy()),
  }
}
