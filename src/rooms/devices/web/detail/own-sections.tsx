// What a device is and has, as its last heartbeat told it.
import type { ReactNode } from 'react'
import { formatDuration } from '#base/duration.ts'
import { secondMs } from '#base/time.ts'
import { formatMoment } from '#platform/web/time/moment.ts'
import { formatExact, RelativeTime } from '#platform/web/time/relative-time.tsx'
import { CopyButton } from '#platform/web/ui/copy-button.tsx'
import { GaugeFact } from '#platform/web/ui/gauge.tsx'
import type { Device } from '../../contract.ts'
import { harnessWords } from '../../core/harness-words.ts'
import { loadOf, memoryOf } from '#base/machine-numbers.ts'
import { awaySince } from '../../core/standing.ts'
import { StandingWord, type DeviceProps } from '../list/device-parts.tsx'
import { harnessesInAll } from '../list/harnesses.tsx'

type SectionProps = { readonly title: string; readonly note?: string | undefined; readonly children: ReactNode }

export function Section({ title, note, children }: SectionProps): ReactNode {
  return (
    <section>
      <h3>
        {title} {note === undefined ? null : <span className="meta">{note}</span>}
      </h3>
      {children}
    </section>
  )
}

export function Identity({ device }: DeviceProps): ReactNode {
  const { label, hostname, private_ip: address, public_key: key, fingerprint, paired_at: paired } = device
  return (
    <Section title="Identity">
      <dl className="facts">
        <dt>Label</dt>
        <dd>{label}</dd>
        <dt>Hostname</dt>
        <dd className="mono">{hostname}</dd>
        <dt>Private address</dt>
        <dd className="mono">{address ?? (device.is_local ? 'this machine' : 'not known')}</dd>
        <dt>Public key</dt>
        <dd>
          {key === null ? (
            'none: it is the hub’s own machine'
          ) : (
            <span className="row">
              <span className="mono cut" title={key}>
                {key}
              </span>
              <CopyButton text={key} name="the public key" />
            </span>
          )}
          {fingerprint.length === 0 ? null : <span className="meta">{fingerprint.join(' ')}</span>}
        </dd>
        <dt>Paired</dt>
        <dd>
          <time dateTime={paired} title={formatExact(paired)}>
            {formatMoment(paired)}
          </time>
        </dd>
      </dl>
    </Section>
  )
}

export function Runtime({ device }: DeviceProps): ReactNode {
  const isThere = device.status === 'online'
  return (
    <Section title="Runtime">
      <dl className="facts">
        <dt>Status</dt>
        <dd>
          <StandingWord device={device} />
        </dd>
        <GaugeFact name="Free RAM" told={isThere ? memoryOf(device) : null} unknown={unknown} look="free" />
        <GaugeFact name="Load" told={isThere ? loadOf(device) : null} unknown={unknown} look="busy" />
        <dt>Connected</dt>
        <dd>
          <Connected device={device} />
        </dd>
      </dl>
    </Section>
  )
}

function Connected({ device }: DeviceProps): ReactNode {
  const { connected_duration: seconds, last_heartbeat: heard } = device
  const away = awaySince(device)
  if (away !== null) {
    return (
      <>
        not since <RelativeTime since={away} />
      </>
    )
  }
  return (
    <span className="row">
      {seconds === null ? 'not yet' : formatDuration(seconds * secondMs)}
      {heard === null ? null : (
        <span className="meta push">
          heard <RelativeTime since={heard} />
        </span>
      )}
    </span>
  )
}

const unknown = 'not known while it is away'

type PillsProps = { readonly names: readonly string[]; readonly isDim?: (name: string) => boolean }

function Pills({ names, isDim = () => false }: PillsProps): ReactNode {
  if (names.length === 0) return <p className="meta">none</p>
  return (
    <ul className="pills">
      {names.map((name) => (
        <li key={name} className={isDim(name) ? 'badge dim' : 'badge'}>
          {name}
        </li>
      ))}
    </ul>
  )
}

/** Those that stay stand first; the dim ones come with the heartbeat. */
export function Capabilities({ device: { tags, capabilities } }: DeviceProps): ReactNode {
  const told = capabilities.filter((tag) => !tags.includes(tag))
  return (
    <Section title="Capabilities">
      <Pills names={[...tags, ...told]} isDim={(name) => told.includes(name)} />
    </Section>
  )
}

export function InstalledHarnesses({
  device,
}: {
  readonly device: Pick<Device, 'installedHarnesses' | 'harness_versions'>
}): ReactNode {
  const told = harnessWords(device)
  return (
    <Section title="Harnesses" note={`${told.length} of ${harnessesInAll} installed`}>
      <ul className="pills">
        {told.map(({ name, version }) => (
          <li key={name} className="badge">
            {name} {version === null ? null : <span className="meta">{version}</span>}
          </li>
        ))}
      </ul>
    </Section>
  )
}
