// The devices room as app/ wires it.
import type { DevicesGround, DevicesRoom } from './hub.ts'
import type { DevicesPorts } from './ports.ts'
import { mountDevices, noDevices } from './routes.ts'
import { mountFabricSessions } from './session-routes.ts'

/** The machines that sessions may run on. In legacy mode there are none, and nothing of them is loaded. */
export async function openDevicesRoom(ground: DevicesGround, ports: DevicesPorts): Promise<DevicesRoom> {
  if (ports.mode === 'fabric') {
    const { openHub } = await import('./hub.ts')
    return await openHub(ground, ports)
  }
  return {
    local: null,
    terminals: null,
    requests: null,
    present: () => [],
    nameOf: () => null,
    hearOfNodes: () => {},
    countBy: () => {},
    recipients: () => [],
    machines: async () => [],
    serveBy: () => {},
    prefaceWith: () => {},
    mount(api) {
      mountDevices(api, noDevices, () => [])
      mountFabricSessions(api, ports.fabric, null)
    },
    async [Symbol.asyncDispose]() {},
  }
}
