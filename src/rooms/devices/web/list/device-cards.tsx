// The devices on a phone: a card each, with the same words as the rows of a desk.
import type { ReactNode } from 'react'
import type { Device } from '../../contract.ts'
import { loadOf, memoryOf } from '#base/machine-numbers.ts'
import { standingOf } from '../../core/standing.ts'
import { useDevice } from '../use-devices.ts'
import { AdviceLine, DeviceMenu, DeviceName, HeardLine, hostLine, StandingWord, Tags } from './device-parts.tsx'
import type { DeviceListProps } from './device-table.tsx'
import { Planet } from './planet.tsx'

export function DeviceCards({ ids, hubVersion }: DeviceListProps): ReactNode {
  return (
    <ul className="device-cards">
      {ids.map((id) => (
        <DeviceCard key={id} id={id} hubVersion={hubVersion} />
      ))}
    </ul>
  )
}

function DeviceCard({ id, hubVersion }: { readonly id: string; readonly hubVersion: string | null }): ReactNode {
  const device = useDevice(id)
  if (device === null) return null
  return (
    <li data-device={id}>
      <Planet device={device} />
      <div className="said">
        <DeviceName device={device} />
        <span className="row heard">
          <StandingWord device={device} />
          <HeardLine device={device} />
        </span>
        <span className="meta">{hostLine(device)}</span>
        <span className="meta">{numbersOf(device)}</span>
        <Tags device={device} />
        <AdviceLine device={device} hubVersion={hubVersion} />
      </div>
      <DeviceMenu device={device} />
    </li>
  )
}

function numbersOf(device: Device): string {
  const { active_sessions: count, installedHarnesses: harnesses, version } = device
  const isAway = ['offline', 'outdated'].includes(standingOf(device))
  const [memory, load] = isAway ? [null, null] : [memoryOf(device), loadOf(device)]
  return [
    memory === null ? null : `${memory.words} free`,
    load === null ? null : `load ${load.words}`,
    count === 0 ? null : count === 1 ? '1 session' : `${count} sessions`,
    harnesses.length === 0 ? 'no harnesses' : harnesses.join(', '),
    `daemon ${version}`,
  ]
    .filter((part) => part !== null)
    .join(', ')
}
