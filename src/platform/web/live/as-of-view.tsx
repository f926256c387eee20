// Says as of when the page is what it shows, while the service does not answer.
import { useSyncExternalStore, type ReactNode } from 'react'
import { useValue } from '../store/value-store.ts'
import { formatShort } from '../time/format.ts'
import { onTick, tickerNow } from '../time/ticker.ts'
import { useShown } from '../ui/shown.ts'
import { asOf } from './as-of.ts'
import type { LiveSocket } from './live-socket.ts'
import './as-of.css'

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

/** `as of 14:02`, where something is shown that goes on without us; nothing while it is true. */
export function AsOf(): ReactNode {
  const atMs = useValue(asOf)
  return atMs === null ? null : <span className="meta">{sayAsOf(atMs)}</span>
}

/** The same as words, for a sentence. */
export function useAsOf(): string | null {
  const atMs = useValue(asOf)
  return atMs === null ? null : sayAsOf(atMs)
}

function sayAsOf(atMs: number): string {
  return `as of ${clock.format(atMs)}`
}

/** Across the page, below its top bar. */
export function AsOfBar({ socket }: { readonly socket: LiveSocket }): ReactNode {
  const atMs = useValue(asOf)
  useShown('as-of', atMs !== null)
  if (atMs === null) return null
  return (
    <div className="as-of" role="status">
      <span>
        <strong>Shown {sayAsOf(atMs)}.</strong> Orrery does not answer; agents go on without it.
      </span>
      <button type="button" className="btn small" onClick={socket.reconnect}>
        Try now <Countdown socket={socket} />
      </button>
    </div>
  )
}

/** A countdown shows the second that has begun. */
const roundUpMs = 999

/** Apart, so that a reader is not told every second. */
function Countdown({ socket }: { readonly socket: LiveSocket }): ReactNode {
  const state = useValue(socket.state)
  const now = useSyncExternalStore(onTick, tickerNow)
  if (state.kind !== 'reconnecting' && state.kind !== 'offline') return null
  return (
    <span className="meta num" aria-hidden>
      {formatShort(state.retryAtMs - now + roundUpMs)}
    </span>
  )
}
