// A hub of two nodes, attic and cellar, and devices of theirs.
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deviceOf, pairDaemon, startDaemon, untilOnline } from '../../support/daemon.ts'
import { makeDevicePlace } from '../../support/device-place.ts'
import type { TestHome } from '../../support/home.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import type { openNodes } from './two-services.ts'

/** A machine with few cores at work on other suites takes its time. */
export const patienceMs = 120_000
const localDeviceOff = JSON.stringify({ fabric: { localDevice: false } })

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

type Board = { readonly state: string; readonly exit_code: number | null; readonly node?: { readonly name: string } }

/** A session as the board of that node shows it. */
export async function shownAt(service: Service, id: string): Promise<Board | null> {
  const { status, json } = await service.call(`GET /api/hooks/sessions/${id}`, { token: service.token })
  return status === 200 ? ((json.session ?? json) as Board) : null
}

/** Two nodes of one hub, whose addresses each other's devices learn. */
export async function openDeviceHub(nodes: Awaited<ReturnType<typeof openNodes>>) {
  const { opened, url } = nodes
  const names = ['attic', 'cellar'] as const
  const places = new Map<string, { place: TestHome; port: number }>()
  for (const name of names) places.set(name, { place: (await nodes.node(name)).place, port: await freePort() })
  const env = (name: string) => ({
    DATABASE_URL: url,
    SERVICE_NODE: name,
    DEPLOYMENT: 'cloud-fabric',
    PORT: String(places.get(name)?.port),
    SERVICE_PUBLIC_URL: `http://127.0.0.1:${places.get(name)?.port}`,
  })
  const placeOf = (name: string) => places.get(name)?.place ?? assert.fail(name)
  const begin = async (name: string): Promise<Service> =>
    opened.use(await startService(placeOf(name), { env: env(name) }))
  for (const name of names) {
    mkdirSync(placeOf(name).home, { mode: 0o700 })
    writeFileSync(join(placeOf(name).home, 'config.json'), localDeviceOff, { mode: 0o600 })
  }
  const attic = await begin('attic')
  const { out: key } = await orrery(placeOf('attic'), ['node', 'key'], { env: env('attic') })
  writeFileSync(join(placeOf('cellar').home, 'hub-key'), key, { mode: 0o600 })
  return { opened, begin, attic, cellar: await begin('cellar') }
}

export type DeviceHub = Awaited<ReturnType<typeof openDeviceHub>>

/** A paired machine whose harness is that script, connected to the attic. */
export async function openDevice(hub: DeviceHub, script: string) {
  const place = hub.opened.use(await makeDevicePlace())
  place.install('claude', script)
  const { id } = await pairDaemon(hub.attic, place)
  const daemon = hub.opened.use(startDaemon(place))
  await untilOnline(hub.attic, id)
  return { place, id, daemon }
}

export const isAt = (service: Service, id: string, node: string) =>
  until(
    `the device is connected to ${node}`,
    async () => {
      const device = await deviceOf(service, id)
      return device.status === 'online' && device.node === node
    },
    patienceMs,
  )

export const untilEnded = (service: Service, id: string) =>
  until(
    'it ended',
    async () => {
      const session = await shownAt(service, id)
      return session !== null && session.exit_code !== null ? session : null
    },
    patienceMs,
  )
