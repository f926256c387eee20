// Parts of a device that its row and its card share.
import type { ReactNode } from 'react'
import { formatDuration } from '#base/duration.ts'
import { openPanel } from '#platform/web/shell/panel-url.ts'
import { formatMoment } from '#platform/web/time/moment.ts'
import { formatExact, RelativeTime } from '#platform/web/time/relative-time.tsx'
import { CommandElsewhere } from '#platform/web/ui/command-line.tsx'
import { MoreMenu } from '#platform/web/ui/more-menu.tsx'
import type { Device } from '../../contract.ts'
import { adviceFor } from '../../core/advice.ts'
import { awaySince, standingOf } from '../../core/standing.ts'
import { actsFor } from '../device-acts.ts'
import { StandingLabel } from '../standing-look.tsx'

export type DeviceProps = { readonly device: Device }

/** Its name, and what it is in a line. */
export function hostLine({ hostname, private_ip: address, platform, is_local: isLocal }: Device): string {
  return [hostname, isLocal ? 'this machine' : address, platform].filter((part) => part !== null).join(', ')
}

/** Opens its panel. */
export function DeviceName({ device: { id, label } }: DeviceProps): ReactNode {
  return (
    <button type="button" className="device-name" onClick={() => openPanel('planet', id)}>
      {label}
    </button>
  )
}

export function StandingWord({ device }: DeviceProps): ReactNode {
  return <StandingLabel standing={standingOf(device)} />
}

/** When it was heard last, and for how long it has been there or away. */
export function HeardLine({ device }: DeviceProps): ReactNode {
  const { connected_since: since, last_heartbeat: heard } = device
  const away = awaySince(device)
  if (away !== null) {
    return (
      <span className="meta">
        since{' '}
        <time dateTime={away} title={formatExact(away)}>
          {formatMoment(away)}
        </time>
      </span>
    )
  }
  if (heard === null) return <span className="meta">not heard yet</span>
  return (
    <span className="meta">
      <RelativeTime since={heard} />
      {since === null ? null : (
        <>
          , connected <RelativeTime since={since} format={formatDuration} />
        </>
      )}
    </span>
  )
}

type AdviceProps = DeviceProps & { readonly hubVersion: string | null }

/** What is the matter with it and what to type there; null for one that is well. */
export function AdviceLine({ device, hubVersion }: AdviceProps): ReactNode {
  const advice = adviceFor(device, hubVersion)
  if (advice === null) return null
  return (
    <div className="row advice">
      <span>{advice.text}</span>
      <CommandElsewhere text={advice.command} name={`command for ${device.label}`} />
    </div>
  )
}

export function DeviceMenu({ device }: DeviceProps): ReactNode {
  return <MoreMenu name={`Actions for ${device.label}`} side="bottom" actions={actsFor(device)} />
}

/** Those that stay, and those that the heartbeat tells. */
export function Tags({ device: { tags, capabilities } }: DeviceProps): ReactNode {
  const told = capabilities.filter((tag) => !tags.includes(tag))
  if (capabilities.length === 0) return <span className="meta">none</span>
  return (
    <span className="tags">
      {tags.join(', ')}
      {tags.length > 0 && told.length > 0 ? ', ' : null}
      {told.length === 0 ? null : <em>{told.join(', ')}</em>}
    </span>
  )
}
