// Pairs a machine: a code to type there, and the six words of the one that came with it.
import { RefreshCw } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import type { Problem } from '#platform/web/api/problem.ts'
import { SignIn } from '#platform/web/auth/sign-in.tsx'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { codeInGroups } from '../../core/pairing/code.ts'
import { useDevice } from '../use-devices.ts'
import { closeDialog } from '../dialog-state.ts'
import { pairing } from './page-pairing.ts'
import { PairedView } from './paired-view.tsx'
import type { PairState } from './pairing.ts'
import { WaitingView } from './waiting-view.tsx'
import './pair.css'

export function PairDialog(): ReactNode {
  const state = useValue(pairing.state)
  const isSignedIn = useSignedIn()
  useEffect(() => {
    if (isSignedIn) void pairing.begin()
  }, [isSignedIn])
  const device = useDevice(state.kind === 'paired' ? state.id : '')
  const title = device === null ? 'Pair a device' : `${device.label} is paired`
  return (
    <Dialog title={title} className="pair" onClose={closeDialog}>
      {isSignedIn ? null : <SignInFirst />}
      {isSignedIn && device === null ? <Steps state={state} /> : null}
      {isSignedIn && device !== null ? <PairedView device={device} /> : null}
    </Dialog>
  )
}

function Steps({ state }: { readonly state: PairState }): ReactNode {
  switch (state.kind) {
    case 'none':
    case 'making':
      return (
        <div className="dialog-body">
          <Skeleton lines={5} />
        </div>
      )
    case 'refused':
      return <Refused problem={state.problem} />
    case 'waiting':
      return <WaitingView made={state.made} endsAtMs={state.endsAtMs} />
    case 'expired':
      return <Over title="Not paired: the code’s ten minutes are over and nobody used it." code={state.code} />
    case 'cancelled':
      return <Over title="The code is cancelled: nobody can use it any more." code={null} />
    case 'paired':
      return <Over title="The machine that came with this code was revoked meanwhile." code={null} />
    case 'wrong_words':
      return (
        <Over title={`${state.label} is revoked: its words were other ones.`} code={null}>
          <p className="soft">
            Somebody else used your code before your machine did. Its key is refused from now on. Make a new code, and
            bring it to your machine by a way that nobody reads along.
          </p>
        </Over>
      )
  }
}

function SignInFirst(): ReactNode {
  return (
    <div className="dialog-body">
      <SignIn why="A paired machine runs what you start on it, so this browser has to be signed in first." />
    </div>
  )
}

function Refused({ problem }: { readonly problem: Problem }): ReactNode {
  return (
    <div className="dialog-body">
      <ProblemView problem={problem} onRetry={() => void pairing.again()} />
    </div>
  )
}

type OverProps = { readonly title: string; readonly code: string | null; readonly children?: ReactNode }

/** This code is good for nothing any more. */
function Over({ title, code, children }: OverProps): ReactNode {
  return (
    <>
      <div className="dialog-body" role="status">
        {code === null ? null : <s className="one-time dim">{codeInGroups(code)}</s>}
        <p className="row">
          <Dot state="failed" isMute />
          <strong>{title}</strong>
        </p>
        {children}
      </div>
      <footer>
        <span className="push" />
        <Button look="quiet" label="Close" onClick={closeDialog} />
        <Button look="primary" icon={RefreshCw} label="New code" onClick={() => void pairing.again()} />
      </footer>
    </>
  )
}
