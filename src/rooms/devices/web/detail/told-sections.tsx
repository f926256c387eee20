// What the hub tells of a device besides: its sessions, what it may decrypt, and what its capabilities add.
import type { ReactNode } from 'react'
import { formatDuration } from '#base/duration.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { Gauge } from '#platform/web/ui/gauge.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import type { Session } from '#rooms/sessions/contract.ts'
import type { DeviceDetail, DeviceGateway, DeviceVariant, Gpu } from '../../contract.ts'
import { memoryOf } from '#base/machine-numbers.ts'
import { devicePorts } from '../ports.ts'
import { Section } from './own-sections.tsx'

/** In the order in which they cost attention. */
const ranks: Readonly<Record<Session['state'], number>> = {
  awaiting_review: 0,
  running: 1,
  idle: 2,
  failed: 3,
  completed: 4,
}

/** Null while they are asked for. */
export function ActiveSessions({ sessions }: { readonly sessions: readonly Session[] | null }): ReactNode {
  if (sessions === null) {
    return (
      <Section title="Active sessions">
        <Skeleton lines={2} />
      </Section>
    )
  }
  const live = sessions.filter(({ ended_at: endedAt }) => endedAt === null)
  const inOrder = live.toSorted((one, other) => ranks[one.state] - ranks[other.state])
  return (
    <Section title="Active sessions" note={String(live.length)}>
      {live.length === 0 ? <p className="meta">none</p> : null}
      <ul className="machine-sessions">
        {inOrder.map((session) => (
          <li key={session.id}>
            <button type="button" onClick={() => devicePorts().openSession(session.id)}>
              <Dot state={session.state} />
              <span className="cut">{devicePorts().titleOf(session)}</span>
              <RelativeTime since={session.state_since} format={formatDuration} className="meta" />
            </button>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** What it can be encrypted to, and how much it reads; null while that is asked for. */
export function Vault({ detail }: { readonly detail: DeviceDetail | null }): ReactNode {
  const vault = detail?.vault ?? null
  const { VaultOf } = devicePorts()
  return (
    <Section title="Vault">
      {detail === null || vault === null ? (
        <p className="meta">{detail === null ? '' : 'It reads nothing: it has shown no key for the vault yet.'}</p>
      ) : (
        <VaultOf id={detail.device.id} {...vault} />
      )}
    </Section>
  )
}

/** Nothing where no capability adds anything. */
export function Variant({ variant }: { readonly variant: DeviceVariant | null }): ReactNode {
  if (variant === null) return null
  const { gpus, models, gateway } = variant
  return (
    <>
      {gpus === null ? null : <Gpus gpus={gpus} />}
      {models === null ? null : <Models models={models} />}
      {gateway === null ? null : <Gateway gateway={gateway} />}
    </>
  )
}

function Gpus({ gpus }: { readonly gpus: readonly Gpu[] }): ReactNode {
  return (
    <Section title="Graphics">
      <dl className="facts">
        {gpus.map(({ name, total_memory: total, free_memory: free }, index) => {
          const told = memoryOf({ free_ram: free, total_ram: total })
          return (
            // Two cards may bear one name.
            <div key={index} className="gpu">
              <dt>{name}</dt>
              <dd>{told === null ? null : <Gauge part={told.part} look="free" words={`${told.words} free`} />}</dd>
            </div>
          )
        })}
      </dl>
    </Section>
  )
}

function Models({ models }: { readonly models: readonly string[] }): ReactNode {
  return (
    <Section title="Models" note={models.length === 0 ? undefined : String(models.length)}>
      {models.length === 0 ? (
        <p className="meta">none, or its model server does not answer</p>
      ) : (
        <ul className="pills">
          {models.map((model) => (
            <li key={model} className="badge">
              {model}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Gateway({ gateway: { port, is_up: isUp } }: { readonly gateway: DeviceGateway }): ReactNode {
  return (
    <Section title="Gateway">
      <p className="row">
        <Dot state={isUp ? 'completed' : 'idle'} isMute />
        {isUp ? `answers on port ${port}` : `does not answer on port ${port}`}
      </p>
    </Section>
  )
}
