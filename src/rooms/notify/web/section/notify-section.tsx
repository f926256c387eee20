// The section of the settings: where you are called, by which rules, and what was sent. The keys of all of it stand below.
import { useEffect, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { needsLogin } from '#platform/web/api/problem.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { SignIn } from '#platform/web/auth/sign-in.tsx'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { readNotifications } from '../../api.ts'
import { Channels } from './channels.tsx'
import { Delivered } from './delivered.tsx'
import { Rules } from './rules.tsx'
import './notify-section.css'

/** Others send, and change rules, while a person looks on. */
const lookAgainMs = 3000

const load = () => call(readNotifications)

export function NotifySection(): ReactNode {
  const isSignedIn = useSignedIn()
  const [query, reload] = useQuery(load, String(isSignedIn))
  const isShown = query.kind === 'ready'
  useEffect(() => {
    if (!isShown) return
    const timer = setInterval(() => (document.hidden ? undefined : reload()), lookAgainMs)
    return () => clearInterval(timer)
  }, [isShown, reload])
  if (query.kind === 'ready') {
    const last = query.value.channels.map(({ last: one }) => `${one?.id} ${one?.state}`).join()
    return (
      <>
        <Channels overview={query.value} onChanged={reload} />
        <Rules rules={query.value.rules} onChanged={reload} />
        <Delivered version={last} onChanged={reload} />
      </>
    )
  }
  return (
    <section>
      <h2>Channels</h2>
      {query.kind === 'loading' ? <Skeleton lines={4} /> : null}
      {query.kind === 'refused' && needsLogin(query.problem) ? (
        <div className="setting">
          <SignIn why="Where you are called is told to a signed-in browser alone." />
        </div>
      ) : null}
      {query.kind === 'refused' && !needsLogin(query.problem) ? (
        <ProblemView problem={query.problem} onRetry={reload} />
      ) : null}
    </section>
  )
}
