// R4, R11 and R12 where only real time will do: all of it waits at once.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { makeHome, type TestHome } from '../../support/home.ts'
import { ingest, sessionOf } from '../../support/http.ts'
import { residentMiB } from '../../support/memory.ts'
import { head, openConnection, type RawConnection } from '../../support/raw-tcp.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openViewer } from '../../support/viewer.ts'

/** What the service promises, and room for a busy machine. */
const headerLimitMs = 10_000
const requestLimitMs = 30_000
const deadViewerMs = 30_000
const graceMs = 15_000

/** Ten thousand, or what the system lets this process have beside everything else. */
function idleConnections(): number {
  const limit = Number(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }))
  return Number.isNaN(limit) ? 10_000 : Math.min(10_000, Math.floor(limit / 2))
}

describe('in real time', { concurrency: 8 }, () => {
  let place: TestHome
  let service: Service
  before(async () => {
    place = await makeHome()
    service = await startService(place)
  })
  after(async () => {
    assert.doesNotMatch(service.stderr(), /"level":(50|60)/)
    await service[Symbol.asyncDispose]()
    await place[Symbol.asyncDispose]()
  })

  test('a viewer that answers no ping is ended after 30 s, and one that answers is not', async () => {
    using good = await openViewer(service.port)
    using silent = await openViewer(service.port, { silent: true })
    const startedMs = performance.now()
    await Promise.race([silent.closed, wait(deadViewerMs + graceMs, null, { ref: false })])
    const tookMs = performance.now() - startedMs
    assert.equal(silent.socket.readyState, silent.socket.CLOSED)
    assert.ok(tookMs > deadViewerMs - 5000, `${tookMs} ms`)
    assert.equal(good.socket.readyState, good.socket.OPEN)
    const { id } = sessionOf(await ingest(service, { tmux_session: 'agent-after', event: 'start' }))
    await until('the good one goes on', () => good.sessions.has(id))
  })

  test('ten thousand connections that say nothing are refused or closed, and the service answers after them', async () => {
    await using place = await makeHome()
    await using service = await startService(place)
    const before = residentMiB(service.pid)
    const opened: RawConnection[] = []
    for (let count = 0; count < idleConnections(); count += 100) {
      const batch = Array.from({ length: 100 }, () => openConnection(service.port).catch(() => null))
      opened.push(...(await Promise.all(batch)).filter((connection) => connection !== null))
    }
    const most = residentMiB(service.pid)
    assert.ok(most - before < 200, `${before.toFixed(0)} MiB grew to ${most.toFixed(0)} MiB`)
    await Promise.race([
      Promise.all(opened.map(({ closed }) => closed)),
      wait(headerLimitMs + graceMs, null, { ref: false }),
    ])
    assert.equal(opened.filter(({ socket }) => !socket.destroyed).length, 0)
    assert.equal((await service.call('GET /readyz')).status, 200)
  })

  test('headers that drip byte by byte are cut off after 10 s', async () => {
    const bytes = `GET /api/version HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\nX-Slow: `
    await assertCutOff(service, { begin: bytes, drip: 'x', limitMs: headerLimitMs })
  })

  test('a body that drips byte by byte is cut off after 30 s', async () => {
    const lines = [`Host: 127.0.0.1:${service.port}`, 'Content-Type: application/json', 'Content-Length: 100000']
    const begin = head('POST /api/hooks/ingest HTTP/1.1', ...lines)
    await assertCutOff(service, { begin, drip: ' ', limitMs: requestLimitMs })
  })

  test('a handshake that never ends is cut off after 10 s', async () => {
    const begin = `GET /ws/state HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\nUpgrade: websocket\r\n`
    await assertCutOff(service, { begin, drip: 'X-Slow: x\r\n', limitMs: headerLimitMs })
  })

  test('an event that nobody takes is tried five times and becomes a dead letter once', async () => {
    const line = { tmux_session: 'nobody', event: 'exit', metadata: 'never' }
    await writeFile(join(place.home, 'hook-queue.jsonl'), `${JSON.stringify(line)}\n`)
    const dead = await until('it is given up', () => deadLetters(place), 5 * 5000 + graceMs)
    assert.deepEqual(
      dead.map(({ metadata, tries }) => [metadata, tries]),
      [['never', 5]],
    )
    // Two more drains find nothing of it.
    await writeFile(
      join(place.home, 'hook-queue.jsonl'),
      `${JSON.stringify({ ...line, metadata: 'later', tries: 3 })}\n`,
    )
    const both = await until(
      'the other one is given up',
      async () => {
        const found = await deadLetters(place)
        return found !== null && found.length >= 2 && found
      },
      2 * 5000 + graceMs,
    )
    assert.deepEqual(
      both.map(({ metadata }) => metadata),
      ['never', 'later'],
    )
  })
})

type Drip = { readonly begin: string; readonly drip: string; readonly limitMs: number }

/** Sends a little each second, for as long as it is let. */
async function assertCutOff(service: Service, { begin, drip, limitMs }: Drip): Promise<void> {
  using connection = await openConnection(service.port)
  const startedMs = performance.now()
  connection.socket.write(begin)
  const timer = setInterval(() => connection.socket.write(drip), 500)
  try {
    await Promise.race([connection.closed, wait(limitMs + graceMs, null, { ref: false })])
  } finally {
    clearInterval(timer)
  }
  assert.ok(connection.socket.destroyed, `still open after ${limitMs + graceMs} ms`)
  assert.ok(performance.now() - startedMs > limitMs - 2000, 'cut off too early')
  assert.match(connection.received(), /^(HTTP\/1.1 408 |$)/)
}

async function deadLetters(place: TestHome): Promise<Record<string, unknown>[] | null> {
  try {
    const text = await readFile(join(place.home, 'hook-dead-letters.jsonl'), 'utf8')
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
