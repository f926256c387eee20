// Host, load, memory, disk, tmux, database, sessions, versions and access: numbers in words, with what was a moment ago drawn.
import type { ReactNode } from 'react'
import { Dot } from '#platform/web/ui/dot.tsx'
import type { SystemAnswer } from '../contract.ts'
import { reachWords, type Sample } from '../core/history.ts'
import { systemLines, type SystemLine } from '../core/system-lines.ts'
import { Plot } from './plot.tsx'

type Props = { readonly now: SystemAnswer; readonly samples: readonly Sample[] }

export function StatePanel({ now, samples }: Props): ReactNode {
  return (
    <>
      <div className="plots">
        <Plot name="Load" shares={measured(samples.map(({ load }) => load))} />
        <Plot name="Service" shares={measured(samples.map(({ service }) => service))} />
        <Plot name="Memory" shares={samples.map(({ memory }) => memory)} />
        <p className="meta">{reachWords(samples)}</p>
      </div>
      <dl className="facts">
        {systemLines(now).map((line) => (
          <Line key={line.name} line={line} below={line.name === 'Disk' ? <Room disk={now.disk} /> : null} />
        ))}
      </dl>
    </>
  )
}

const measured = (shares: readonly (number | null)[]): number[] => shares.filter((share) => share !== null)

const states = { ok: null, warn: 'awaiting_review', fail: 'failed' } as const

type LineProps = { readonly line: SystemLine; readonly below: ReactNode }

function Line({ line: { name, level, text }, below }: LineProps): ReactNode {
  const state = states[level]
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <span className={level === 'ok' ? undefined : 'row warned'}>
          {state === null ? null : <Dot state={state} isMute />}
          <span>{text}</span>
        </span>
        {below}
      </dd>
    </>
  )
}

/** How full the disk is. */
function Room({ disk }: Pick<SystemAnswer, 'disk'>): ReactNode {
  const used = disk.total_bytes - disk.free_bytes
  return (
    <meter
      className="room"
      aria-label="Disk in use"
      data-level={disk.level}
      min={0}
      max={disk.total_bytes}
      value={used}
      title={`${Math.round((used / Math.max(1, disk.total_bytes)) * 100)} % of the disk in use`}
    />
  )
}
