// The line under a card's title: the state, how long it has lasted, what is behind it, and 'why?'.
import type { ReactNode } from 'react'
import { useSelection } from '#platform/web/store/value-store.ts'
import { formatDuration } from '#base/duration.ts'
import { formatMoment } from '#platform/web/time/moment.ts'
import { formatExact, useElapsed } from '#platform/web/time/relative-time.tsx'
import { useAsOf } from '#platform/web/live/as-of-view.tsx'
import { StateWord } from '#platform/web/ui/dot.tsx'
import type { SessionCard } from '../../contract.ts'
import { besideState } from '../../core/list/why.ts'
import { shownStateOf } from '../../core/end/shown-state.ts'
import { sessionOverlay } from '../overlays/session-overlay.ts'
import { titleOf } from '../../core/list/title.ts'
import { useLostPlace } from '../places.ts'
import { useWhy } from '../overlays/use-why.ts'
import { StopSent } from './stop-sent.tsx'

export function StateRow({ session }: { readonly session: SessionCard }): ReactNode {
  const detail = besideState(session, useWhy(session))
  const { stopping } = session
  const lasts = session.state === 'running' || session.state === 'awaiting_review'
  return (
    <div className="now">
      <StateWord state={shownStateOf(session)}>{lasts ? <Lasting session={session} /> : null}</StateWord>
      {stopping === null ? (
        <span className="cut" title={detail ?? undefined}>
          {detail}
        </span>
      ) : (
        <span className="cut">
          <StopSent stopping={stopping} />
        </span>
      )}
      <WhyButton session={session} />
    </div>
  )
}

/** Minutes and more: seconds that count up on every card would be noise. */
function Lasting({ session }: { readonly session: SessionCard }): ReactNode {
  const { state_since: since } = session
  const lost = useLostPlace(session)
  const lasted = useElapsed(since, (ms) => (ms < noiseMs ? '' : ` ${formatDuration(ms)}`))
  const then = useAsOf() ?? (lost?.since == null ? null : `as of ${formatMoment(lost.since)}`)
  // While nobody knows, how long it lasted is as old as the rest.
  const text = then === null ? lasted : ` ${then}`
  return (
    <time dateTime={since} title={`since ${formatExact(since)}`}>
      {text}
    </time>
  )
}

const noiseMs = 60_000

function WhyButton({ session }: { readonly session: SessionCard }): ReactNode {
  const isOpen = useSelection(sessionOverlay, (overlay) => overlay?.kind === 'why' && overlay.id === session.id)
  return (
    <button
      type="button"
      className="why"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={(event) => sessionOverlay.set({ kind: 'why', id: session.id, anchor: event.currentTarget })}
    >
      why?<span className="sr"> {titleOf(session)}</span>
    </button>
  )
}
