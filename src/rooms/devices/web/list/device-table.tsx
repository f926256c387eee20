// The devices on a desk: a row each, with the numbers of its last heartbeat.
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Bar } from '#platform/web/ui/bar.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import type { Measured } from '#base/machine-numbers.ts'
import { loadOf, memoryOf } from '#base/machine-numbers.ts'
import { isOlder } from '#base/is-older.ts'
import { standingOf } from '../../core/standing.ts'
import { adviceFor } from '../../core/advice.ts'
import { useDevice } from '../use-devices.ts'
import {
  AdviceLine,
  DeviceMenu,
  DeviceName,
  HeardLine,
  hostLine,
  StandingWord,
  Tags,
  type DeviceProps,
} from './device-parts.tsx'
import { Harnesses } from './harnesses.tsx'
import { Planet } from './planet.tsx'
import '#platform/web/ui/table.css'

export type DeviceListProps = { readonly ids: readonly string[]; readonly hubVersion: string | null }

export function DeviceTable({ ids, hubVersion }: DeviceListProps): ReactNode {
  return (
    <table className="table device-table">
      <thead>
        <tr>
          <th className="c-planet" aria-hidden />
          <th className="c-name">Device</th>
          <th className="c-status">Status, last heartbeat</th>
          <th className="c-ram">Free RAM</th>
          <th className="c-load">Load</th>
          <th className="c-harness">Harnesses</th>
          <th>Capabilities</th>
          <th className="c-sessions">Sessions</th>
          <th className="c-version">Daemon</th>
          <th className="c-act">
            <span className="sr">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {ids.map((id) => (
          <DeviceRow key={id} id={id} hubVersion={hubVersion} />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = { readonly id: string; readonly hubVersion: string | null }

function DeviceRow({ id, hubVersion }: RowProps): ReactNode {
  const device = useDevice(id)
  if (device === null) return null
  const isAway = ['offline', 'outdated'].includes(standingOf(device))
  const hasAdvice = adviceFor(device, hubVersion) !== null
  return (
    <>
      <tr data-device={id} className={[isAway && 'off', hasAdvice && 'advised'].filter(Boolean).join(' ')}>
        <td className="c-planet">
          <Planet device={device} />
        </td>
        <th scope="row">
          <DeviceName device={device} />
          <div className="meta cut" title={hostLine(device)}>
            {hostLine(device)}
          </div>
        </th>
        <td>
          <StandingWord device={device} />
          <HeardLine device={device} />
        </td>
        <td>
          <Measure told={isAway ? null : memoryOf(device)} look="free" />
        </td>
        <td>
          <Measure told={isAway ? null : loadOf(device)} look="busy" />
        </td>
        <td>
          <Harnesses device={device} />
        </td>
        <td>
          <Tags device={device} />
        </td>
        <td>
          <SessionsThere device={device} />
        </td>
        <td>
          <Version device={device} hubVersion={hubVersion} />
        </td>
        <td className="num">
          <DeviceMenu device={device} />
        </td>
      </tr>
      {hasAdvice ? (
        <tr className="under">
          <td colSpan={10}>
            <AdviceLine device={device} hubVersion={hubVersion} />
          </td>
        </tr>
      ) : null}
    </>
  )
}

function SessionsThere({ device: { id, label, active_sessions: count } }: DeviceProps): ReactNode {
  if (count === 0) return <span className="meta">none</span>
  const query = new URLSearchParams({ device: id, state: 'live' })
  return (
    <Link href={`/sessions?${query.toString()}`} aria-label={`Sessions on ${label}: ${count}`}>
      {count}
    </Link>
  )
}

type MeasureProps = { readonly told: Measured | null; readonly look: 'free' | 'busy' }

function Measure({ told, look }: MeasureProps): ReactNode {
  if (told === null) return <span className="meta">–</span>
  return (
    <>
      {told.words}
      <Bar part={told.part} className={look} />
    </>
  )
}

type VersionProps = DeviceProps & { readonly hubVersion: string | null }

function Version({ device: { version }, hubVersion }: VersionProps): ReactNode {
  if (hubVersion === null || !isOlder(version, hubVersion)) return version
  return (
    <>
      <span className="row">
        <Dot state="awaiting_review" isMute />
        {version}
      </span>
      <div className="meta">needs update, hub has {hubVersion}</div>
    </>
  )
}
