// How far a stop is: what was sent and when, what goes on, and what ends it.
import { Square } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useElapsed } from '#platform/web/time/relative-time.tsx'
import { Bar } from '#platform/web/ui/bar.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import type { SessionCard } from '../../contract.ts'
import { forceOfferedAfterMs, forceStage, killAfterMs } from '../../core/end/stopping.ts'
import { askAgain, forceStop } from '../actions/actions.ts'
import { titleOf } from '../../core/list/title.ts'
import './stop-stages.css'

type Props = {
  readonly session: SessionCard
  /** A panel has the buttons at its foot, with the other actions. */
  readonly buttons?: 'elsewhere'
}

/** Nothing for a session that is not being stopped. */
export function StopStages({ session, buttons }: Props): ReactNode {
  const { stopping } = session
  if (stopping === null) return null
  const { since, forced_at: forcedAt, left } = stopping
  if (forcedAt !== null) return <Forced since={forcedAt} left={left} />
  if (left === null) {
    return (
      <Waiting since={since} forMs={forceOfferedAfterMs}>
        Force stop is offered if it goes on after 10 s.
      </Waiting>
    )
  }
  return (
    <div className="stop-stages">
      <p className="told" role="status">
        <b>Still at work: {left}.</b> Force stop sends TERM to all of it, KILL after 5 s. What it has not written is
        lost.
      </p>
      {buttons === 'elsewhere' ? null : (
        <div className="row">
          <StopWays session={session} isSmall />
        </div>
      )}
    </div>
  )
}

type ForcedProps = { readonly since: string; readonly left: string | null }

function Forced({ since, left }: ForcedProps): ReactNode {
  const stage = useElapsed(since, forceStage)
  const still = left === null ? null : <b>Still there: {left}. </b>
  if (stage === 'stuck') {
    return (
      <div className="stop-stages">
        <p className="told" role="status">
          {still}No signal reaches it, KILL neither: the system waits for a disk, a network share or a device on its
          behalf. It ends once that answers, or with a restart of its machine.
        </p>
      </div>
    )
  }
  return (
    <Waiting since={since} forMs={killAfterMs}>
      {still}
      What is left after 5 s gets KILL.
    </Waiting>
  )
}

/** What ends what goes on; nothing before that is known. */
export function StopWays({
  session,
  isSmall,
}: {
  readonly session: SessionCard
  readonly isSmall: boolean
}): ReactNode {
  const { stopping } = session
  const isOffered = stopping !== null && stopping.forced_at === null && stopping.left !== null
  return isOffered ? <Ways session={session} isSmall={isSmall} /> : null
}

type WaitingProps = { readonly since: string; readonly forMs: number; readonly children: ReactNode }

/** How much of its time has passed, and what comes then. */
function Waiting({ since, forMs, children }: WaitingProps): ReactNode {
  const part = useElapsed(since, (ms) => String(Math.min(1, Math.max(0, ms / forMs))))
  return (
    <div className="stop-stages is-waiting">
      <Bar part={Number(part)} />
      <p className="meta" role="status">
        {children}
      </p>
    </div>
  )
}

function Ways({ session, isSmall }: { readonly session: SessionCard; readonly isSmall: boolean }): ReactNode {
  const [sending, setSending] = useState<'force' | 'again' | null>(null)
  const send = async (way: 'force' | 'again', ask: (session: SessionCard) => Promise<void>) => {
    if (sending !== null) return
    setSending(way)
    await ask(session)
    setSending(null)
  }
  const busy = { 'aria-disabled': sending !== null }
  return (
    <>
      <Button
        {...busy}
        look="danger"
        isSmall={isSmall}
        icon={Square}
        isFilled
        label={sending === 'force' ? 'Sending TERM…' : 'Force stop'}
        aria-label={`${sending === 'force' ? 'Sending TERM to' : 'Force stop'} ${titleOf(session)}`}
        onClick={() => void send('force', forceStop)}
      />
      <Button
        {...busy}
        isSmall={isSmall}
        label={sending === 'again' ? 'Sending Ctrl+C…' : 'Ctrl+C again'}
        aria-label={`${sending === 'again' ? 'Sending Ctrl+C to' : 'Ctrl+C again to'} ${titleOf(session)}`}
        onClick={() => void send('again', askAgain)}
      />
    </>
  )
}
