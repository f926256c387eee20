// The left pane of a terminal: what its session did, asked again whenever its card changes and while it is at work.
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { needsLogin } from '#platform/web/api/problem.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { SignIn } from '#platform/web/auth/sign-in.tsx'
import { useEntity } from '#platform/web/store/use-entity.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { readDerived } from '../../api.ts'
import { useStreamsPorts } from '../ports.ts'
import { hrefOfReplay } from '../replay-url.ts'
import { DerivedPane } from './derived-pane.tsx'

/** What tells of itself between two changes of a card: shells, and git a moment after a tool. */
const roundMs = 2000

export function LiveDerived({ sessionId }: { readonly sessionId: string }): ReactNode {
  const { sessions } = useStreamsPorts()
  const session = useEntity(sessions, sessionId)
  const round = useRounds(session?.tmux_alive === true)
  const load = useCallback(() => call(readDerived, { params: { id: sessionId } }), [sessionId])
  const [query, reload] = useQuery(load, `${session?.last_activity ?? ''} ${session?.state ?? ''} ${round}`)
  if (query.kind === 'loading') return <Skeleton lines={5} />
  if (query.kind === 'refused') {
    if (needsLogin(query.problem)) return <SignIn why="What a session did takes a login." />
    return <ProblemView problem={query.problem} onRetry={reload} />
  }
  return (
    <DerivedPane
      derived={query.value.derived}
      sessionId={sessionId}
      order="last"
      hrefOf={(moment) => hrefOfReplay(sessionId, moment)}
      go={null}
      asOf={
        session === null ? null : (
          <>
            last heard <RelativeTime since={session.last_activity} />
          </>
        )
      }
    />
  )
}

/** Counts while it is at work and looked at. */
function useRounds(isAtWork: boolean): number {
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (!isAtWork) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setRound((count) => count + 1)
    }, roundMs)
    return () => clearInterval(timer)
  }, [isAtWork])
  return round
}
