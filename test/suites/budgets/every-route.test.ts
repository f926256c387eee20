// Each route and socket, flooded by a loop of requests, stays within a budget of memory, children and time.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { makeHome, type TestHome } from '../../support/home.ts'
import { launch, sessionOf } from '../../support/http.ts'
import { openConnection } from '../../support/raw-tcp.ts'
import { startService, type Service } from '../../support/service.ts'
import { shareOf, shareTold } from '../../support/share.ts'
import { until } from '../../support/until.ts'
import { listRoutes, listSockets, type Route } from '../threats/known-routes.ts'
import { costsOf, type Costs } from './watch-costs.ts'

/** Far below what unbounded work costs, far above what a busy machine adds. */
const usual: Costs = { grownMiB: 200, children: 40, stallMs: 3000 }

/**
 * What a flood of each route may cost; the longest prefix decides. A route without one fails: measure it, and give it a row here.
 */
const budgets: Readonly<Record<string, Costs>> = {
  '/healthz': usual,
  '/readyz': usual,
  '/metrics': usual,
  '/mode.js': usual,
  '/': usual,
  '/board': usual,
  '/assets': usual,
  '/api/docs': usual,
  '/api/openapi.json': usual,
  '/api/version': usual,
  '/api/auth': usual,
  '/api/hooks': usual,
  '/api/tasks': usual,
  '/api/triage': usual,
  '/api/briefs': usual,
  '/api/inbox': usual,
  '/api/approvals': usual,
  '/api/notifications': usual,
  '/api/home': usual,
  '/api/assistant': usual,
  '/api/agents': usual,
  '/api/system': usual,
  '/api/flow': usual,
  '/api/gateway': usual,
  '/api/plugins': usual,
  '/api/morning': usual,
  '/api/activity': usual,
  '/api/search': usual,
  '/api/devices': usual,
  '/api/nodes': usual,
  '/api/sessions': usual,
  '/api/vault': usual,
  '/api/fuel': usual,
  '/mcp': usual,
  '/ws/state': usual,
  '/ws/flow': usual,
  '/ws/terminal': usual,
  '/ws/device': usual,
}

const atOnce = 40

let place: TestHome
let service: Service
let id: string

before(async () => {
  place = await makeHome()
  service = await startService(place)
  id = sessionOf(await launch(service, { agent_type: 'shell', prompt: 'sleep 600' })).id
  await until('it has a terminal', async () => (await place.terminals()).length === 1)
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

function budgetOf(path: string): Costs | null {
  const fitting = Object.keys(budgets).filter((prefix) => path === prefix || path.startsWith(`${prefix}/`))
  return budgets[fitting.toSorted((one, other) => other.length - one.length)[0] ?? ''] ?? null
}

function assertWithin(costs: Costs, path: string): void {
  const budget = budgetOf(path)
  assert.ok(budget !== null, `${path} has no budget`)
  for (const cost of ['grownMiB', 'children', 'stallMs'] as const) {
    assert.ok(costs[cost] <= budget[cost], `${path}: ${cost} ${costs[cost].toFixed(0)} is above ${budget[cost]}`)
  }
}

/** Where the route takes the id of a session, that of one with a terminal. */
const pathOf = ({ path, pattern }: Route): string =>
  /^\/api\/(?:agents|hooks\/sessions)\//.test(pattern) ? path.replaceAll('nobody', id) : path

describe(`a flood of (${shareTold})`, () => {
  test('no route or socket without a budget', async () => {
    const routes = await listRoutes(service)
    assert.ok(routes.length >= 25)
    const all = [...routes.map(pathOf), ...listSockets().map(({ path }) => path)]
    assert.deepEqual(
      all.filter((path) => budgetOf(path) === null),
      [],
    )
  })

  test('every route that reads', async () => {
    const routes = (await listRoutes(service)).filter(({ method }) => method === 'GET')
    assert.ok(routes.length >= 15)
    for (const route of shareOf(routes, 3)) {
      const path = pathOf(route)
      const ask = () => service.call(`GET ${path}`, { token: service.token })
      const costs = await costsOf(service, () => Promise.all(Array.from({ length: atOnce }, ask)))
      assertWithin(costs, path)
    }
  })

  test('every route that changes, with bodies that are refused', async () => {
    const routes = (await listRoutes(service)).filter(({ method }) => method !== 'GET')
    assert.ok(routes.length >= 10)
    const body = JSON.stringify({ filler: 'x'.repeat(100_000) })
    for (const { method, path, takesBody } of shareOf(routes, 3)) {
      const options = takesBody ? { body, headers: { 'content-type': 'application/json' } } : {}
      const ask = () => service.call(`${method} ${path}`, { token: service.token, ...options })
      const costs = await costsOf(service, () => Promise.all(Array.from({ length: atOnce }, ask)))
      assertWithin(costs, path)
    }
  })

  test('every socket, opened and closed', async () => {
    for (const { path } of listSockets()) {
      const target = path.replaceAll('nobody', id)
      const costs = await costsOf(service, () => Promise.all(Array.from({ length: atOnce }, () => openAndCut(target))))
      assertWithin(costs, path)
    }
    await until('all are gone', async () => /^orrery_sockets 0$/m.test((await service.call('GET /metrics')).text))
  })
})

async function openAndCut(path: string): Promise<void> {
  using connection = await openConnection(service.port)
  const lines = [
    `GET ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${service.port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    `Authorization: Bearer ${service.token}`,
  ]
  connection.socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  await until('it answers', () => connection.received() !== '')
}
