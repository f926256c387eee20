// The time line of a replay: how much was written when, what happened, and where the replay is; one slider for all keys.
import { useMemo, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { formatDuration } from '#base/duration.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { densityOf } from '../../core/replay/density.ts'
import type { Mark } from '../../core/replay/mark-of.ts'
import type { Player } from './player.ts'

/** A pointer that is this near to a mark means the mark. */
const snapPx = 6
const stepMs = 5000
/** Page up and down, of the whole. */
const bigStep = 0.1

export function TimeLine({ player }: { readonly player: Player }): ReactNode {
  const told = useValue(player.told)
  const position = useValue(player.position)
  const line = useRef<HTMLDivElement>(null)
  const { lengthMs, marks, beganMs } = told.recording
  const area = useMemo(() => areaOf(densityOf(told.recording, 120)), [told])
  const drawnMarks = useMemo(() => {
    const { marks: all, lengthMs: whole } = told.recording
    return all.map((mark, index) => <MarkView key={index} mark={mark} lengthMs={whole} />)
  }, [told])
  const follow = ({ clientX, currentTarget, pointerId }: PointerEvent<HTMLDivElement>) => {
    const box = line.current?.getBoundingClientRect()
    if (box === undefined || !currentTarget.hasPointerCapture(pointerId)) return
    const perPx = lengthMs / Math.max(1, box.width)
    const ms = (clientX - box.left) * perPx
    player.seek(snapped(marks, ms, snapPx * perPx))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moved(event.key, position, lengthMs)
    if (next === null) return
    event.preventDefault()
    event.stopPropagation()
    player.seek(next)
  }
  const now = (beganMs ?? 0) + position
  return (
    <div className="track-line">
      <svg className="density" viewBox="0 0 1000 22" preserveAspectRatio="none" aria-hidden>
        <path d={area} />
      </svg>
      <div
        ref={line}
        className="track"
        role="slider"
        tabIndex={0}
        aria-label="Moment"
        aria-valuemin={0}
        aria-valuemax={Math.round(lengthMs / 1000)}
        aria-valuenow={Math.round(position / 1000)}
        aria-valuetext={`${clock.format(now)}, ${formatDuration(position)} of ${formatDuration(lengthMs)}`}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          follow(event)
        }}
        onPointerMove={follow}
      >
        {drawnMarks}
        <span className="head-line" style={{ left: percent(position, lengthMs) }} />
      </div>
      <Axis beganMs={beganMs ?? 0} lengthMs={lengthMs} />
    </div>
  )
}

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

const percent = (ms: number, lengthMs: number): string => `${(ms / Math.max(1, lengthMs)) * 100}%`

/** The mark that is near enough, else where it is. */
function snapped(marks: readonly Mark[], ms: number, withinMs: number): number {
  let best: number | null = null
  for (const { atMs } of marks) {
    if (Math.abs(atMs - ms) > withinMs) continue
    if (best === null || Math.abs(atMs - ms) < Math.abs(best - ms)) best = atMs
  }
  return best ?? ms
}

function moved(key: string, position: number, lengthMs: number): number | null {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return position - stepMs
  if (key === 'ArrowRight' || key === 'ArrowUp') return position + stepMs
  if (key === 'PageDown') return position - lengthMs * bigStep
  if (key === 'PageUp') return position + lengthMs * bigStep
  if (key === 'Home') return 0
  return key === 'End' ? lengthMs : null
}

function MarkView({ mark, lengthMs }: { readonly mark: Mark; readonly lengthMs: number }): ReactNode {
  const { kind, label, result, fromMs, atMs } = mark
  return (
    <span
      className="mark"
      data-is={kind}
      title={`${label}${result === null ? '' : `, ${result}`}`}
      style={{ left: percent(fromMs, lengthMs), width: percent(atMs - fromMs, lengthMs) }}
    />
  )
}

function areaOf(density: readonly number[]): string {
  const points = density.map((share, index) => {
    const x = (index / Math.max(1, density.length - 1)) * 1000
    return `L${x.toFixed(1)} ${(22 - share * 20).toFixed(1)}`
  })
  return `M0 22${points.join('')}L1000 22Z`
}

const mostTicks = 6

function Axis({ beganMs, lengthMs }: { readonly beganMs: number; readonly lengthMs: number }): ReactNode {
  // A second that stands there twice tells nothing.
  const ticks = Math.min(mostTicks, Math.max(2, Math.floor(lengthMs / 2000) + 1))
  const isShort = lengthMs < 5 * 60_000
  return (
    <div className="axis" aria-hidden>
      {Array.from({ length: ticks }, (_, index) => {
        const ms = (lengthMs * index) / (ticks - 1)
        const text = clock.format(beganMs + ms)
        return (
          <span key={index} style={{ left: percent(ms, lengthMs) }}>
            {isShort ? text : text.slice(0, 5)}
          </span>
        )
      })}
    </div>
  )
}
