// Without devices: in legacy mode, and until they are open.
import { err } from '#base/result.ts'
import type { Alongside } from '#platform/server/db/alongside.ts'
import type { DevicesPort } from '../ports.ts'

/** Sessions of devices that were there in another mode stand still: nothing of them can be started or ended. */
export const noDevices: DevicesPort = {
  placeOf: () =>
    err({
      error: 'device_offline',
      reason: 'It runs on a device, and this service has none.',
      hint: 'Start the service with DEPLOYMENT=cloud-fabric.',
    }),
  nameOf: () => null,
  start: () => nothing,
  cancel: () => nothing,
}

const nothing: Alongside = {
  *script() {},
}
