// Says whether what the page shows is live; while it is not, a click tries again at once.
import { useSyncExternalStore, type ReactNode } from 'react'
import { useValue } from '../store/value-store.ts'
import { formatCount, formatShort } from '../time/format.ts'
import { onTick, tickerNow } from '../time/ticker.ts'
import type { LiveSocket } from './live-socket.ts'
import type { LinkState } from './reconnecting-socket.ts'

export function LiveDot({ socket }: { readonly socket: LiveSocket }): ReactNode {
  const state = useValue(socket.state)
  const now = useSyncExternalStore(onTick, tickerNow)
  const words = wordsFor(state, now)
  if (state.kind === 'live') {
    const seq = socket.seq()
    const position = seq === null ? '' : `, sequence ${formatCount(seq)}`
    return (
      <span className="live" data-live="live" role="status" title={`Connected${position}`}>
        <span className="live-words">{words}</span>
      </span>
    )
  }
  return (
    <button type="button" className="live" data-live={state.kind} title="Try again now" onClick={socket.reconnect}>
      <span className="live-words">{words}</span>
    </button>
  )
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

function wordsFor(state: LinkState, nowMs: number): string {
  switch (state.kind) {
    case 'connecting':
      return 'connecting'
    case 'live':
      return 'live'
    case 'resting':
      return 'not signed in'
    case 'reconnecting':
      return `reconnecting in ${formatShort(state.retryAtMs - nowMs + roundUpMs)}`
    case 'offline':
      return `offline since ${clock.format(state.sinceMs)}`
  }
}

/** A countdown shows the second that has begun. */
const roundUpMs = 999
