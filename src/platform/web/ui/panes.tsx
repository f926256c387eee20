// Two panes beside each other with a line between them that is moved; on a phone two tabs.
import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { createRemembered } from '../store/remembered.ts'
import { useNarrow } from './use-narrow.ts'
import './panes.css'

type Pane = { readonly name: string; readonly content: ReactNode }

type Props = {
  /** Under which its place is remembered on this machine. */
  readonly name: string
  readonly left: Pane
  readonly right: Pane
  /** Which one a phone shows; without it, it begins with the left one. */
  readonly shown?: 'left' | 'right'
  readonly onShow?: (shown: 'left' | 'right') => void
}

/** Percent of the width that the left pane has. */
const first = 40
const least = 20
const most = 70
const step = 2
const bigStep = 10

/** Both panes stay in the page, so that neither loses its place when the other is shown. */
export function Panes({ name, left, right, shown, onShow }: Props): ReactNode {
  const isNarrow = useNarrow()
  const [own, setOwn] = useState<'left' | 'right'>('left')
  const now = shown ?? own
  const show = (next: 'left' | 'right') => {
    setOwn(next)
    onShow?.(next)
  }
  const [remembered] = useState(() => createRemembered(`panes.${name}`, first))
  const [share, setShare] = useState(() => within(remembered.read()))
  const move = (next: number) => {
    const kept = within(next)
    setShare(kept)
    remembered.write(kept)
  }
  const style: CSSProperties & { readonly '--left': string } = { '--left': `${share}%` }
  return (
    <div className="panes" data-shown={isNarrow ? now : 'both'} style={style}>
      {isNarrow ? (
        <div className="panes-tabs tabs" role="tablist" aria-label="Panes">
          {(
            [
              ['left', left],
              ['right', right],
            ] as const
          ).map(([side, pane]) => (
            <button
              key={side}
              type="button"
              role="tab"
              id={`${name}-${side}-tab`}
              aria-controls={`${name}-${side}`}
              aria-selected={now === side}
              onClick={() => show(side)}
            >
              {pane.name}
            </button>
          ))}
        </div>
      ) : null}
      <div className="pane pane-left" id={`${name}-left`}>
        {left.content}
      </div>
      {isNarrow ? null : <Splitter share={share} controls={`${name}-left`} onMove={move} />}
      <div className="pane pane-right" id={`${name}-right`}>
        {right.content}
      </div>
    </div>
  )
}

const within = (share: number): number => Math.round(Math.min(most, Math.max(least, share)) * 10) / 10

type SplitterProps = {
  readonly share: number
  readonly controls: string
  readonly onMove: (share: number) => void
}

function Splitter({ share, controls, onMove }: SplitterProps): ReactNode {
  const line = useRef<HTMLDivElement>(null)
  const follow = ({ clientX, currentTarget, pointerId }: PointerEvent<HTMLDivElement>) => {
    const box = line.current?.parentElement?.getBoundingClientRect()
    if (box === undefined || !currentTarget.hasPointerCapture(pointerId)) return
    onMove(((clientX - box.left) / box.width) * 100)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moved(share, event)
    if (next === null) return
    event.preventDefault()
    event.stopPropagation()
    onMove(next)
  }
  return (
    <div
      ref={line}
      className="splitter"
      role="separator"
      aria-orientation="vertical"
      aria-label="Resize panes"
      aria-controls={controls}
      aria-valuenow={Math.round(share)}
      aria-valuemin={least}
      aria-valuemax={most}
      title="Drag, or arrow keys; double click for the first width"
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        event.preventDefault()
        event.currentTarget.focus()
      }}
      onPointerMove={follow}
      onDoubleClick={() => onMove(first)}
    />
  )
}

/** Null for a key that moves nothing. */
function moved(share: number, { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): number | null {
  const by = shiftKey ? bigStep : step
  if (key === 'ArrowLeft') return share - by
  if (key === 'ArrowRight') return share + by
  if (key === 'Home') return least
  if (key === 'End') return most
  return key === 'Enter' ? first : null
}
