// Launches an agent: what it is, what it should do, where, and after what.
import { useCallback, useRef, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { needsLogin } from '#platform/web/api/problem.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { SignIn } from '#platform/web/auth/sign-in.tsx'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { listAgentTypes } from '../../api.ts'
import type { LaunchStart } from '../contract.ts'
import { closeLaunch } from './launch-state.ts'
import { LaunchForm } from './launch-form.tsx'
import './launch.css'

export function LaunchDialog({ start }: { readonly start: LaunchStart }): ReactNode {
  const prompt = useRef<HTMLTextAreaElement>(null)
  return (
    <Dialog title="Launch agent" className="launch" onClose={closeLaunch} initialFocus={prompt}>
      <LaunchBody start={start} promptRef={prompt} />
    </Dialog>
  )
}

type BodyProps = { readonly start: LaunchStart; readonly promptRef: React.RefObject<HTMLTextAreaElement | null> }

/** Asks for the agent types again once this browser is signed in. */
function LaunchBody({ start, promptRef }: BodyProps): ReactNode {
  const isSignedIn = useSignedIn()
  const load = useCallback(() => call(listAgentTypes), [])
  const [query, reload] = useQuery(load, String(isSignedIn))
  if (query.kind === 'refused') {
    return needsLogin(query.problem) ? (
      <LoginFirst />
    ) : (
      <div className="dialog-body">
        <ProblemView problem={query.problem} onRetry={reload} />
      </div>
    )
  }
  return <LaunchForm agents={query.kind === 'ready' ? query.value.agents : null} start={start} promptRef={promptRef} />
}

function LoginFirst(): ReactNode {
  return (
    <>
      <div className="dialog-body">
        <SignIn why="A launch starts a program on the machine, so this browser has to be signed in first." />
      </div>
      <footer>
        <span className="push" />
        <Button look="quiet" label="Cancel" onClick={closeLaunch} />
      </footer>
    </>
  )
}
