// The cockpit with what other rooms hand it. Loaded with its first use, in fabric mode alone.
import type { ReactNode } from 'react'
import { useGroup } from '#platform/web/store/grouping.ts'
import { useEntity } from '#platform/web/store/use-entity.ts'
import { ActivityLow } from '#rooms/activity/web/index.ts'
import { isAnswering, openAssistant, wakefulnessOf } from '#rooms/assistant/web/index.ts'
import { CockpitPage, CockpitPortsContext, type CockpitPorts } from '#rooms/cockpit/web/index.ts'
import { devices, devicesLoaded, faceOf, openDevice, openPairing, pollDevices } from '#rooms/devices/web/index.ts'
import { NeedsBlock } from '#rooms/inbox/web/index.ts'
import { nodeFaceOf, nodes, nodesTold, openNode, pollNodes } from '#rooms/nodes/web/index.ts'
import { deviceIdOf, nodeNameOf, openSession, sessions, sessionsByTask, titleOf } from '#rooms/sessions/web/index.ts'
import { NowLane } from '#rooms/triage/web/index.ts'

/** By the session that was linked last. */
function AtWork({ task }: { readonly task: string }): ReactNode {
  const session = useEntity(sessions, useGroup(sessionsByTask, task).at(-1) ?? '')
  if (session?.state === 'running') return 'a session works on it'
  return session?.state === 'awaiting_review' ? 'its session waits for you' : 'nobody works on it'
}

function NowBlock({ rows }: { readonly rows: number }): ReactNode {
  return <NowLane rows={rows} AtWork={AtWork} />
}

const ports: CockpitPorts = {
  devices,
  devicesTold: devicesLoaded,
  faceOf,
  openDevice,
  openPairing,
  pollDevices,
  nodes,
  nodesTold,
  nodeFaceOf,
  openNode,
  pollNodes,
  sessions,
  titleOf,
  deviceIdOf,
  nodeNameOf,
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
