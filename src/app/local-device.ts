// The daemon inside the hub: the same program as on any device, over a socket that never leaves the process.
import { join } from 'node:path'
import type { Config } from '#platform/server/config/config.ts'
import { makePrivateHome } from '#platform/server/files/private-home.ts'
import type { Ground } from '#platform/server/house/ground.ts'
import type { Room } from '#platform/server/house/room.ts'
import { createSocketPair } from '#platform/server/ws/frame-socket.ts'
import { createHostLook, openHubAddresses, runDaemon, type Work } from '#rooms/devices/daemon/index.ts'
import { openDeviceWork } from './device-work.ts'
import { ownPrograms } from './own-programs.ts'

type LocalHub = {
  readonly identity: { readonly id: string; readonly publicKey: string }
  readonly accept: (socket: ReturnType<typeof createSocketPair>[number]) => void
}

type LocalGround = Pick<Ground, 'environment' | 'userHome' | 'clock' | 'timers' | 'random' | 'log' | 'version'> & {
  readonly config: Pick<Config, 'home' | 'gateway' | 'agents' | 'hooks' | 'motherSessionsDir' | 'assistant'>
}

/** Its start finds again what was under way here, and connects; its end leaves terminals as they are. */
export function localDevice(ground: LocalGround, hub: LocalHub): Room {
  const { config, environment, timers } = ground
  const folder = join(config.home, 'local')
  const stop = new AbortController()
  const running: { work: Work | null; ended: Promise<unknown> } = { work: null, ended: Promise.resolve() }
  const end = async (): Promise<void> => {
    stop.abort()
    await running.ended
    await running.work?.[Symbol.asyncDispose]()
    running.work = null
  }
  return {
    async start() {
      const work = await openOwnWork(ground, folder)
      if (work === null) return
      const look = createHostLook({
        environment,
        timers,
        gatewayPort: Number(new URL(config.gateway.url).port),
        programs: ownPrograms(config),
      })
      running.work = work
      const around = dialing(hub)
      const hubs = openHubAddresses(folder, around.paired, ground.log)
      running.ended = runDaemon({ ...ground, folder, hubs, work, look, stop: stop.signal, ...around })
    },
    stop: end,
    [Symbol.asyncDispose]: end,
  }
}

/** A service whose own machine can't be a device serves all the same: it is offline, and the log says why. */
async function openOwnWork(ground: LocalGround, folder: string): Promise<Work | null> {
  const made = makePrivateHome(folder)
  try {
    if (!made.ok) throw new Error(made.error.reason)
    return await openDeviceWork({ ...ground, folder })
  } catch (error) {
    ground.log.error({ err: error }, 'this machine is no device now: what it would need could not be opened')
    return null
  }
}

function dialing({ identity, accept }: LocalHub) {
  const paired = {
    device_id: 'local',
    label: '',
    hub_url: 'this service',
    hub_id: identity.id,
    hub_public_key: identity.publicKey,
    paired_at: '',
  }
  return {
    paired,
    async dial() {
      const [socket, theirs] = createSocketPair()
      accept(theirs)
      return { kind: 'open', socket, protocol: 1 } as const
    },
  }
}
