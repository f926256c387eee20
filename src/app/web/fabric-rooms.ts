// The rooms that fabric mode has on top: loaded in that mode alone.
import { Orbit } from 'lucide-react'
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import type { PageRoom } from '#platform/web/shell/page-room.ts'
import { assistantRoom, openAssistant } from '#rooms/assistant/web/index.ts'
import { connectDevices, devices, devicesLoaded, devicesRoom } from '#rooms/devices/web/index.ts'
import { fuelRoom } from '#rooms/fuel/web/index.ts'
import { homeRoomAt } from '#rooms/home/web/index.ts'
import { connectNodes, nodesRoom } from '#rooms/nodes/web/index.ts'
import {
  allSessionsRoom,
  deviceIdOf,
  followDevices,
  nodeNameOf,
  openLaunch,
  openSession,
  sessions,
  titleOf,
} from '#rooms/sessions/web/index.ts'
import { VaultOfDevice, vaultRoom } from '#rooms/vault/web/index.ts'
import { hrefOfReplay } from '#rooms/streams/web/index.ts'
import { replayAddress } from '#rooms/transcripts/web/index.ts'

const Cockpit = lazyPart(() => import('./cockpit.tsx').then(({ Cockpit }) => Cockpit))
// Where the page begins with it, it is fetched while the rest is put together.
if (location.pathname === '/') Cockpit.preload()

/** The page that fabric mode begins with. */
const cockpitRoom: PageRoom = {
  name: 'cockpit',
  tabs: [{ id: 'cockpit', label: 'Cockpit', path: '/', icon: Orbit, modes: ['fabric'], key: 'c', Page: Cockpit }],
}

/** Theirs and those of both modes, in the order of their tabs: Home makes room for the cockpit. */
export function withFabric(rooms: readonly PageRoom[]): readonly PageRoom[] {
  const others = rooms.filter(({ name }) => name !== 'home')
  const beforeThem = others.findIndex(({ name }) => name === 'flow') + 1
  const all = others.toSpliced(beforeThem, 0, allSessionsRoom, devicesRoom, vaultRoom)
  return [homeRoomAt('/home'), cockpitRoom, ...all, fuelRoom, assistantRoom, nodesRoom]
}

/** What other rooms show of devices. Call it once. */
export function connectFabric(): void {
  replayAddress.set((id, at) => hrefOfReplay(id, at === null ? null : { at }))
  followDevices({ devices, isTold: devicesLoaded })
  connectNodes({ sessions, nodeNameOf, titleOf, openSession })
  connectDevices({
    titleOf,
    openSession,
    onSessionsOf: (deviceId, listener) =>
      sessions.onChanges((changes) => {
        const isOne = changes.some(({ before, after }) =>
          [before, after].some((session) => session !== null && deviceIdOf(session) === deviceId),
        )
        if (isOne) listener()
      }),
    VaultOf: VaultOfDevice,
    acts: [
      {
        label: 'Open assistant',
        why: ({ installedHarnesses: names }) =>
          names.includes('mother-llm') ? null : 'mother-llm is not installed there',
        run: openAssistant,
      },
      {
        label: 'Open gateway agent',
        why: ({ installedHarnesses: names }) =>
          names.includes('gateway-agent') ? null : 'gateway-agent is not installed there',
        run: ({ id }) => openLaunch({ agentType: 'gateway-agent', on: id }),
      },
    ],
  })
}
