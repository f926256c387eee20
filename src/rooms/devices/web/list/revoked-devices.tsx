// Devices whose keys are refused: kept for the record.
import type { ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { formatExact } from '#platform/web/time/relative-time.tsx'
import { listPaired } from '../../api.ts'
import type { Device } from '../../contract.ts'
import { useDeviceIds } from '../use-devices.ts'
import { StandingDot } from '../standing-look.tsx'
import { hostLine } from './device-parts.tsx'

/** Who may not see them is not bothered with that. */
export function RevokedDevices(): ReactNode {
  return useSignedIn() ? <Known /> : null
}

const load = () => call(listPaired)
const everyDevice = (all: readonly Device[]): readonly Device[] => all

function Known(): ReactNode {
  // One that leaves the list is revoked.
  const [query] = useQuery(load, useDeviceIds(everyDevice).join())
  const revoked = query.kind === 'ready' ? query.value.devices.filter(({ status }) => status === 'revoked') : []
  if (revoked.length === 0) return null
  return (
    <section className="revoked-devices" aria-labelledby="devices-revoked">
      <h2 id="devices-revoked">
        Revoked <span className="meta">kept for the record</span>
      </h2>
      <ul>
        {revoked.map((device) => (
          <li key={device.id} data-device={device.id}>
            <StandingDot standing="revoked" />
            <span className="cut">{device.label}</span>
            <span className="meta">{whenOf(device)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function whenOf(device: Device): string {
  const at = device.revoked_at === null ? '' : ` on ${formatExact(device.revoked_at)}`
  return `Revoked${at}. ${hostLine(device)}. To come back it has to be paired anew.`
}
