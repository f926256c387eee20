// Answers and snapshots that nobody reads hold a bounded amount of memory, and the others are served meanwhile.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeHome } from '../../support/home.ts'
import { openConnection, type RawConnection } from '../../support/raw-tcp.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { residentMiB } from '../../support/memory.ts'
import { costsOf } from './watch-costs.ts'

const mib = 1024 * 1024

async function addTasks(service: Service, count: number, description: string): Promise<void> {
  for (let n = 0; n < count; n++) {
    const { status } = await service.call('POST /api/tasks', { json: { title: `task ${n}`, description } })
    assert.equal(status, 201)
  }
}

test('unread lists of large tasks hold little, pages cover all tasks, and the memory comes back', async () => {
  await using place = await makeHome()
  await using service = await startService(place)
  await addTasks(service, 80, 'x'.repeat(400_000))
  const ids = new Set<string>()
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = cursor === '' ? '' : `&cursor=${cursor}`
    const { json, text } = await service.call(`GET /api/tasks?limit=200${query}`)
    assert.ok(text.length < 2 * mib, `a page of ${text.length} bytes`)
    for (const { id } of json.tasks as { readonly id: string }[]) ids.add(id)
    cursor = json.next_cursor as string | null
  }
  assert.equal(ids.size, 80)
  const before = residentMiB(service.pid)
  const unread: RawConnection[] = []
  const costs = await costsOf(service, async () => {
    for (let count = 0; count < 60; count++) unread.push(await askUnread(service, '/api/tasks?limit=200'))
    await service.call('GET /api/tasks?limit=1')
  })
  // Whole lists would be 60 times 32 MiB.
  assert.ok(costs.grownMiB < 400, `${costs.grownMiB.toFixed(0)} MiB`)
  assert.ok(costs.stallMs < 3000, `${costs.stallMs.toFixed(0)} ms`)
  for (const connection of unread) connection[Symbol.dispose]()
  await until('the memory comes back', () => residentMiB(service.pid) < before + 150, 60_000)
})

async function askUnread(service: Service, path: string): Promise<RawConnection> {
  const connection = await openConnection(service.port)
  connection.socket.pause()
  connection.socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\n\r\n`)
  return connection
}

test('viewers that never read their snapshot hold little, however much changes while they come', async () => {
  await using place = await makeHome()
  await using service = await startService(place)
  for (let n = 0; n < 500; n++) {
    const json = { tmux_session: `agent-${n}`, agent_type: 'shell', prompt: '€'.repeat(900), label: 'x'.repeat(200) }
    assert.equal((await service.call('POST /api/hooks/sessions', { json })).status, 201)
  }
  const viewers: RawConnection[] = []
  const costs = await costsOf(service, async () => {
    for (let n = 0; n < 200; n++) {
      const json = { tmux_session: `agent-${n}`, event: n % 2 === 0 ? 'start' : 'to_review', metadata: `change ${n}` }
      assert.equal((await service.call('POST /api/hooks/ingest', { json })).status, 200)
      viewers.push(await openUnread(service))
    }
  })
  // A snapshot each would be 200 times 2 MiB.
  assert.ok(costs.grownMiB < 250, `${costs.grownMiB.toFixed(0)} MiB`)
  assert.ok(costs.stallMs < 3000, `${costs.stallMs.toFixed(0)} ms`)
  for (const viewer of viewers) viewer[Symbol.dispose]()
})

test('viewers that never read a large board hold far less than a snapshot each', async () => {
  await using place = await makeHome()
  await using service = await startService(place)
  const tasks = Array.from({ length: 5000 }, (_, n) => ({ id: `v${n}`, title: `${n} `.padEnd(500, 'x') }))
  for (let first = 0; first < tasks.length; first += 1000) {
    const json = { format: 'vibe-kanban', text: JSON.stringify(tasks.slice(first, first + 1000)) }
    assert.equal((await service.call('POST /api/tasks/import', { json, token: service.token })).json.created, 1000)
  }
  const viewers: RawConnection[] = []
  const costs = await costsOf(service, async () => {
    for (let n = 0; n < 60; n++) {
      // Each change would make the next snapshot another one.
      assert.equal((await service.call('POST /api/tasks', { json: { title: `change ${n}` } })).status, 201)
      viewers.push(await openUnread(service))
    }
    const readMore = () => service.call('GET /api/tasks?limit=1')
    assert.equal((await readMore()).status, 200)
  })
  // A snapshot each would be 60 times 5 MiB; kernel buffers hold a part of each outside the process.
  assert.ok(costs.grownMiB < 150, `${costs.grownMiB.toFixed(0)} MiB`)
  for (const viewer of viewers) viewer[Symbol.dispose]()
})

async function openUnread(service: Service): Promise<RawConnection> {
  const connection = await openConnection(service.port)
  connection.socket.pause()
  const lines = [
    'GET /ws/state HTTP/1.1',
    `Host: 127.0.0.1:${service.port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  ]
  connection.socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  return connection
}
