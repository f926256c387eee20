// What the page takes from the devices room; nothing of it is loaded before somebody opens it.
import { HardDrive, Plus } from 'lucide-react'
import { openPanel } from '#platform/web/shell/panel-url.ts'
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import type { PageRoom } from '#platform/web/shell/page-room.ts'
import { devicesFollower } from './device-store.ts'
import { DevicesHost } from './devices-host.tsx'
import { openPairing } from './dialog-state.ts'

export { devices, devicesLoaded } from './device-store.ts'
export { openPairing } from './dialog-state.ts'
export { faceOf } from './face.ts'
export { pollDevices } from './poll-devices.ts'
export { connectDevices } from './ports.ts'

/** Opens the panel of a device over the present page. */
export const openDevice = (id: string): void => openPanel('planet', id)

const DevicesPage = lazyPart(() => import('./list/devices-page.tsx').then(({ DevicesPage }) => DevicesPage))

/** The machines that sessions may run on: their page, how they are paired, and their place in the palette. */
export const devicesRoom: PageRoom = {
  name: 'devices',
  tabs: [
    {
      id: 'devices',
      label: 'Devices',
      path: '/devices',
      icon: HardDrive,
      modes: ['fabric'],
      key: 'd',
      isRare: true,
      Page: DevicesPage,
    },
  ],
  commands: [{ id: 'devices.pair', title: 'Pair a device', group: 'Devices', icon: Plus, run: openPairing }],
  palette: () => import('./palette-source.ts').then(({ deviceSource }) => [deviceSource]),
  followers: [devicesFollower],
  Host: DevicesHost,
}
