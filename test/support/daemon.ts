// Starts, stops and kills a real daemon process on a test's home, and pairs it with a real hub.
import { spawn } from 'node:child_process'
import { orreryArgv } from './entry.ts'
import type { TestHome } from './home.ts'
import { orrery, type Ended, type Service } from './service.ts'
import { until } from './until.ts'

/** Disposing kills the process if it still runs. */
export interface Daemon extends AsyncDisposable {
  readonly pid: number
  readonly stderr: () => string
  /** Resolves when the process is gone. */
  readonly ended: Promise<Ended>
  /** SIGTERM, and waits for the end. */
  readonly stop: () => Promise<Ended>
}

const running = new Set<number>()
// A test run that is broken off leaves no daemon behind.
process.on('exit', () => running.forEach((pid) => process.kill(pid, 'SIGKILL')))

/** `orrery daemon run`; `nodeOptions` stand before the program, `wrapper` before all of it. */
export function startDaemon(
  place: TestHome,
  nodeOptions: readonly string[] = [],
  wrapper: readonly string[] = [],
): Daemon {
  const [program, ...args] = [...wrapper, ...orreryArgv(nodeOptions), 'daemon', 'run']
  const child = spawn(program, args, { env: place.env(), cwd: place.userHome, stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()))
  const pid = child.pid ?? 0
  running.add(pid)
  const ended = new Promise<Ended>((resolve) => {
    child.once('exit', (code, signal) => {
      running.delete(pid)
      resolve({ code, signal })
    })
  })
  const signal = (name: NodeJS.Signals): Promise<Ended> => {
    child.kill(name)
    return ended
  }
  return {
    pid,
    stderr: () => stderr,
    ended,
    stop: () => signal('SIGTERM'),
    [Symbol.asyncDispose]: async () => void (await signal('SIGKILL')),
  }
}

export type PairedDaemon = { readonly id: string; readonly words: readonly string[]; readonly out: string }

/** Makes a code on the hub and runs the command that it shows; `url` in place of the hub's own. Throws when it is refused. */
export async function pairDaemon(hub: Service, place: TestHome, url?: string): Promise<PairedDaemon> {
  const made = await hub.call('POST /api/auth/devices/pairings', { token: hub.token, json: { label: 'Forge' } })
  const [, , , address = '', code = ''] = String(made.json.command).split(' ')
  const { code: exit, out, err } = await orrery(place, ['daemon', 'pair', url ?? address, code, '--json'])
  if (exit !== 0) throw new Error(err)
  const { device_id: id, fingerprint: words } = JSON.parse(out) as { device_id: string; fingerprint: string[] }
  return { id, words, out }
}

/** What `orrery daemon status` tells. */
export async function statusOf(place: TestHome): Promise<Readonly<Record<string, unknown>>> {
  const { out } = await orrery(place, ['daemon', 'status', '--json'])
  return JSON.parse(out === '' ? '{}' : out) as Record<string, unknown>
}

/** What the hub tells of a device. */
export async function deviceOf(hub: Service, id: string): Promise<Readonly<Record<string, unknown>>> {
  const { json } = await hub.call('GET /api/auth/devices', { token: hub.token })
  const devices = json.devices as readonly Readonly<Record<string, unknown>>[]
  return devices.find((device) => device.id === id) ?? {}
}

/** Until the hub has heard a heartbeat of the connection. */
export async function untilOnline(hub: Service, id: string): Promise<Readonly<Record<string, unknown>>> {
  return await until(
    'the device is online',
    async () => {
      const device = await deviceOf(hub, id)
      return device.status === 'online' && device.free_ram !== null ? device : null
    },
    60_000,
  )
}
