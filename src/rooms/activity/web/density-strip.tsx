// How much happened when, as bars over time: by drag, by finger or by keys one chooses the time that the list shows.
import { useCallback, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { toIso } from '#base/time.ts'
import { formatCount } from '#platform/web/time/format.ts'
import type { ActivityDensity } from '../contract.ts'
import {
  cursorAt,
  moveCursor,
  placeOf,
  tellCursor,
  type BarCursor,
  type BarMove,
  type CursorTold,
} from '../core/density-cursor.ts'
import {
  axisOf,
  barsOf,
  chosenShare,
  momentAt,
  wordsOfDensity,
  type DensityBar,
  type Share,
} from '../core/density-picture.ts'
import { BarTold, barWords } from './bar-told.tsx'
import { setFilters, type Filters } from './filters.ts'

type Props = { readonly density: ActivityDensity; readonly filters: Filters }

/** Of the picture's own units: bars keep their proportions at every width. */
const [wide, high] = [1000, 36]

/** A way shorter than this is a press on a bar. */
const leastWay = 0.004

const moves: Readonly<Record<string, BarMove>> = {
  ArrowLeft: 'before',
  ArrowDown: 'before',
  ArrowRight: 'after',
  ArrowUp: 'after',
  Home: 'first',
  End: 'last',
}

export function DensityStrip({ density, filters }: Props): ReactNode {
  const { cursor, setCursor, told, choose, chooseBar, onKeyDown } = useBarCursor({ density, filters })
  const onDrag = ({ from, to }: Share): void => {
    if (to - from < leastWay) setCursor(cursorAt(density, from))
    else choose(momentAt(density, from), momentAt(density, to))
  }
  const { place, drag, handlers } = useDrag(onDrag)
  const last = Math.max(0, density.parts.length - 1)
  const standing = told === null ? null : shareOf(density, told)
  return (
    <div
      className="density-row"
      onBlur={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget) ? undefined : setCursor(null)
      }
    >
      <div className="density-place">
        <div
          className="density"
          ref={place}
          role="slider"
          tabIndex={0}
          aria-label={wordsOfDensity(density, formatCount)}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={cursor === null ? last : placeOf(density.parts, cursor.at)}
          aria-valuetext={told === null ? howTo : barWords(density.step, told)}
          onKeyDown={onKeyDown}
          {...handlers}
        >
          <Picture density={density} shown={drag ?? standing ?? chosenShare(density, filters)} />
        </div>
        {told === null || standing === null ? null : (
          <BarTold step={density.step} told={told} share={standing} onChoose={() => chooseBar(told)} />
        )}
      </div>
    </div>
  )
}

/** Where somebody stands on the picture, and what keys and his choice do. */
function useBarCursor({ density, filters }: Props) {
  const [cursor, setCursor] = useState<BarCursor | null>(null)
  const told = cursor === null ? null : tellCursor(density, cursor)
  const choose = (since: number, until: number): void => {
    setCursor(null)
    setFilters({ ...filters, since: toIso(since), until: toIso(until) })
  }
  // Both ends of a choice belong to it: a bar ends a moment before the next one.
  const chooseBar = ({ fromMs, toMs }: CursorTold): void => choose(fromMs, toMs - 1)
  const act = (key: string, isWider: boolean): boolean => {
    const move = moves[key]
    if (move !== undefined) setCursor(moveCursor(density, cursor, { move, isWider }))
    else if (key === 'Enter' && told !== null) chooseBar(told)
    else if (key === 'Escape' && cursor !== null) setCursor(null)
    else if (key === 'Escape' && filters.until !== null) setFilters({ ...filters, since: null, until: null })
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (act(event.key, event.shiftKey)) event.preventDefault()
  }
  return { cursor, setCursor, told, choose, chooseBar, onKeyDown }
}

const howTo = 'Arrow keys go from bar to bar, with Shift over several; Enter shows that time alone'

type PictureProps = Pick<Props, 'density'> & { readonly shown: Share | null }

function Picture({ density, shown }: PictureProps): ReactNode {
  return (
    <>
      <svg viewBox={`0 0 ${wide} ${high}`} preserveAspectRatio="none" aria-hidden>
        {barsOf(density).map((bar) => (
          <Bar key={bar.at} bar={bar} />
        ))}
      </svg>
      {shown === null ? null : (
        <span
          className="window"
          aria-hidden
          style={{ left: `${shown.from * 100}%`, width: `${(shown.to - shown.from) * 100}%` }}
        />
      )}
      <div className="axis" aria-hidden>
        {axisOf(density).map((ms) => (
          <span key={ms}>{label(density, ms)}</span>
        ))}
      </div>
    </>
  )
}

function Bar({ bar: { x, width, height, failed } }: { readonly bar: DensityBar }): ReactNode {
  const place = { x: x * wide, width: width * wide }
  return (
    <>
      <rect className="all" {...place} y={high * (1 - height)} height={high * height} />
      {failed === 0 ? null : <rect className="bad" {...place} y={high * (1 - failed)} height={high * failed} />}
    </>
  )
}

/** The part of the picture that is dragged over, and who is told at the end of the way. */
function useDrag(onEnd: (share: Share) => void) {
  const place = useRef<HTMLDivElement>(null)
  const [way, setWay] = useState<Share | null>(null)
  const shareAt = useCallback(({ clientX }: PointerEvent): number => {
    const { left, width } = place.current?.getBoundingClientRect() ?? { left: 0, width: 1 }
    return Math.min(1, Math.max(0, (clientX - left) / width))
  }, [])
  const handlers = {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setWay({ from: shareAt(event), to: shareAt(event) })
    },
    onPointerMove(event: PointerEvent) {
      if (way !== null) setWay({ ...way, to: shareAt(event) })
    },
    onPointerUp() {
      setWay(null)
      if (way !== null) onEnd(ordered(way))
    },
    onPointerCancel: () => setWay(null),
  }
  return { place, drag: way === null ? null : ordered(way), handlers }
}

const ordered = ({ from, to }: Share): Share => ({ from: Math.min(from, to), to: Math.max(from, to) })

function shareOf(density: ActivityDensity, { fromMs, toMs }: CursorTold): Share | null {
  return chosenShare(density, { since: toIso(fromMs), until: toIso(toMs) })
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const date = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

function label({ step }: ActivityDensity, ms: number): string {
  return (step === 'minute' || step === 'ten_minutes' ? clock : date).format(ms)
}
