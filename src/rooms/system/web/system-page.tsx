// System: how the service and its machine stand, what doctor finds, the backups and the log. Asked while it is looked at.
import { useState, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { SignIn } from '#platform/web/auth/sign-in.tsx'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { createValue, useValue } from '#platform/web/store/value-store.ts'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { readSystem } from '../api.ts'
import { noHistory, withLook } from '../core/history.ts'
import { BackupsPanel } from './backups-panel.tsx'
import { DoctorPanel } from './doctor-panel.tsx'
import { LogPanel } from './log-panel.tsx'
import { StatePanel } from './state-panel.tsx'
import { useLooks } from './use-looks.ts'
import './system.css'

export function SystemPage(): ReactNode {
  const isSignedIn = useSignedIn()
  return (
    <div className="system scroll">
      <h1 className="sr">System</h1>
      {isSignedIn ? <Panels /> : <SignIn why="How the service stands, its log and its backups take a login." />}
    </div>
  )
}

function Panels(): ReactNode {
  return (
    <div className="sys-panels">
      <State />
      <DoctorPanel />
      <BackupsPanel />
      <LogPanel />
    </div>
  )
}

/** Looks at the service and keeps what a few of them tell together, as long as the page is shown. */
function createWatch() {
  const history = createValue(noHistory)
  const load = async () => {
    const answer = await call(readSystem)
    if (answer.ok) history.set(withLook(history.get(), answer.value))
    return answer
  }
  return { history, load }
}

function State(): ReactNode {
  const [watch] = useState(createWatch)
  const [query, reload] = useQuery(watch.load, String(useLooks()))
  const history = useValue(watch.history)
  const now = query.kind === 'ready' ? query.value : null
  return (
    <section className="sys-panel sys-state" aria-labelledby="system-state">
      <h2 id="system-state">How it stands</h2>
      {query.kind === 'refused' ? <ProblemView problem={query.problem} onRetry={reload} /> : null}
      {query.kind === 'loading' ? <Skeleton lines={8} /> : null}
      {now === null ? null : <StatePanel now={now} samples={history.samples} />}
    </section>
  )
}
