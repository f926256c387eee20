// The cockpit with what other rooms hand it. Loaded with its first use, in fabric mode alone.
import type { ReactNode } from 'react'
import { ActivityLow } from '#rooms/activity/web/index.ts'
import { isAnswering, openAssistant, wakefulnessOf } from '#rooms/assistant/web/index.ts'
import { CockpitPage, CockpitPortsContext, type CockpitPorts } from '#rooms/cockpit/web/index.ts'
import { devices, devicesLoaded, faceOf, openDevice, openPairing, pollDevices } from '#rooms/devices/web/index.ts'
import { NeedsBlock } from '#rooms/inbox/web/index.ts'
import { deviceIdOf, openSession, sessions, titleOf } from '#rooms/sessions/web/index.ts'
import { NowBlock } from '#rooms/triage/web/index.ts'

const ports: CockpitPorts = {
  devices,
  devicesTold: devicesLoaded,
  faceOf,
  openDevice,
  openPairing,
  pollDevices,
  sessions,
  titleOf,
  deviceIdOf,
  openSession,
  openAssistant,
  wakefulnessOf,
  isAnswering,
  NeedsBlock,
  NowBlock,
  ActivityLow,
}

export function Cockpit(): ReactNode {
  return (
    <CockpitPortsContext value={ports}>
      <CockpitPage />
    </CockpitPortsContext>
  )
}
