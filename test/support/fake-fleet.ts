// Machines that a test plays by hand, paired with a real hub: each heard once, each obeying what its test says.
import { online, pairDevice, type sampleFacts } from '#rooms/devices/server/room.testkit.ts'
import type { Device } from '#rooms/devices/contract.ts'
import { asHub } from './as-hub.ts'
import { startThere } from './device-place.ts'
import type { Service } from './service.ts'
import { until } from './until.ts'

type Facts = Partial<typeof sampleFacts>
type Run = { readonly session_id: string; readonly run_id: string }

export type PlayedDevice = Awaited<ReturnType<typeof playDevice>>

/** A machine that is there, with its first heartbeat told. */
export async function playDevice(service: Service, label: string, facts: Facts = {}) {
  const hub = asHub(service)
  const device = await pairDevice(hub, { label })
  const channel = await online(hub, device)
  const seen = { installedHarnesses: ['code-agent' as const], ...facts }
  channel.beat(seen)
  await until(`${label} was heard`, async () => (await readDevice(service, device.id)).free_ram !== null)
  return {
    id: device.id,
    channel,
    beat: (changes: Facts = {}) => channel.beat({ ...seen, ...changes }),
    /** Starts a session there, which runs; `say` sends what its agent tells. */
    async run(body: object) {
      const id = await startThere(service, { deviceTarget: device.id, ...body })
      let start = await channel.next()
      while (start.type !== 'session.start') start = await channel.next()
      const run: Run = { session_id: id, run_id: start.run_id }
      let seq = 0
      const say = (type: string, more: object = {}): void => channel.send({ type, ...run, seq: (seq += 1), ...more })
      say('session.started', { tmux_session: null })
      return { id, say, waits: () => say('session.event', { event: 'to_review', metadata: 'May I?', at: 5 }) }
    },
  }
}

async function readDevice(service: Service, id: string): Promise<Device> {
  const { json } = await service.call(`GET /api/devices/${id}`, { token: service.token })
  return json.device as Device
}
