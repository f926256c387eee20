// A device with all that is known of it: over any page, as a sheet from below on a phone.
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { closePanel } from '#platform/web/shell/panel-url.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { readDevice } from '../../api.ts'
import type { Device, DeviceDetail } from '../../contract.ts'
import { ping, refresh } from '../device-acts.ts'
import { devicePorts } from '../ports.ts'
import { useDevice } from '../use-devices.ts'
import { Capabilities, Identity, InstalledHarnesses, Runtime } from './own-sections.tsx'
import { ActiveSessions, Variant, Vault } from './told-sections.tsx'
import '#platform/web/ui/machine-panel.css'
import './detail.css'

export function DeviceDialog({ id }: { readonly id: string }): ReactNode {
  const known = useDevice(id)
  const read = useCallback(() => call(readDevice, { params: { id } }), [id])
  const [query, reload] = useQuery(read, useVersion(id, known))
  const detail = query.kind === 'ready' ? query.value : null
  const device = known ?? detail?.device ?? null
  return (
    <Dialog title={device?.label ?? 'Device'} className="machine-panel" onClose={closePanel}>
      {query.kind === 'refused' ? (
        <div className="dialog-body">
          <ProblemView problem={query.problem} onRetry={reload} />
        </div>
      ) : null}
      {device === null ? <Pending isRefused={query.kind === 'refused'} /> : <Known device={device} detail={detail} />}
    </Dialog>
  )
}

function Pending({ isRefused }: { readonly isRefused: boolean }): ReactNode {
  return isRefused ? null : (
    <div className="dialog-body">
      <Skeleton lines={8} />
    </div>
  )
}

/** A heartbeat tells of models and cards, and what its sessions do is told beside it. */
function useVersion(id: string, device: Device | null): string {
  const [news, setNews] = useState(0)
  useEffect(() => devicePorts().onSessionsOf(id, () => setNews((count) => count + 1)), [id])
  return `${news} ${device?.last_heartbeat ?? ''}`
}

type KnownProps = { readonly device: Device; readonly detail: DeviceDetail | null }

function Known({ device, detail }: KnownProps): ReactNode {
  const isAway = device.status !== 'online'
  return (
    <>
      <div
        className="machine-sections scroll"
        role="region"
        aria-label={`What is known of ${device.label}`}
        tabIndex={0}
      >
        <Identity device={device} />
        <Runtime device={device} />
        <ActiveSessions sessions={detail?.sessions ?? null} />
        <Capabilities device={device} />
        <InstalledHarnesses device={device} />
        <Vault detail={detail} />
        <Variant variant={detail?.variant ?? null} />
      </div>
      <footer className="device-acts" role="group" aria-label="Actions">
        <Button label="Ping" disabled={isAway} onClick={() => void ping(device)} />
        <Button label="Refresh caps" disabled={isAway} onClick={() => void refresh(device)} />
        {devicePorts().acts.map(({ label, why, run }) => (
          <Button
            key={label}
            label={label}
            disabled={why(device) !== null}
            title={why(device) ?? undefined}
            onClick={() => run(device)}
          />
        ))}
      </footer>
    </>
  )
}
