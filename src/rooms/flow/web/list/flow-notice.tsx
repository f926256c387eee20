// Says that what is shown may be old while the connection is gone; nothing while it lives.
import { useSyncExternalStore, type ReactNode } from 'react'
import { useValue } from '#platform/web/store/value-store.ts'
import { formatShort } from '#platform/web/time/format.ts'
import { onTick, tickerNow } from '#platform/web/time/ticker.ts'
import { flowState, retryFlowNow } from '../flow-feed.ts'
import './flow-notice.css'

/** A countdown shows the second that has begun. */
const roundUpMs = 999

export function FlowNotice(): ReactNode {
  const state = useValue(flowState)
  const now = useSyncExternalStore(onTick, tickerNow)
  if (state.kind !== 'reconnecting' && state.kind !== 'offline') return null
  return (
    <button type="button" className="flow-notice" title="Try again now" onClick={retryFlowNow}>
      Not live: strands reconnect in {formatShort(state.retryAtMs - now + roundUpMs)}
    </button>
  )
}
