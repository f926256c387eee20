// The line under a card's title: the state, how long it has lasted, what is behind it, and 'why?'.
import type { ReactNode } from 'react'
import { useSelection } from '#platform/web/store/value-store.ts'
import { formatDuration } from '#base/duration.ts'
import { formatExact, useElapsed } from '#platform/web/time/relative-time.tsx'
import { StateWord } from '#platform/web/ui/dot.tsx'
import type { SessionCard } from '../../contract.ts'
import { sessionOverlay } from '../session-overlay.ts'
import { titleOf } from '../session-title.ts'
import { useWhy } from '../use-why.ts'

export function StateRow({ session }: { readonly session: SessionCard }): ReactNode {
  const detail = useWhy(session)
  const lasts = session.state === 'running' || session.state === 'awaiting_review'
  return (
    <div className="now">
      <StateWord state={session.state}>{lasts ? <Lasting since={session.state_since} /> : null}</StateWord>
      <span className="cut" title={detail ?? undefined}>
        {detail}
      </span>
      <WhyButton session={session} />
    </div>
  )
}

/** Minutes and more: seconds that count up on every card would be noise. */
function Lasting({ since }: { readonly since: string }): ReactNode {
  const text = useElapsed(since, (ms) => (ms < noiseMs ? '' : ` ${formatDuration(ms)}`))
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
