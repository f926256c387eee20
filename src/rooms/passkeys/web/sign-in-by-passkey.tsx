// Signing in with a passkey, beside the link that a terminal prints.
import { KeyRound } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Problem } from '#platform/web/api/problem.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Elsewhere } from './elsewhere.tsx'
import { ability, signInByPasskey } from './in-browser.ts'

/** Where this browser has none at this address, the link alone is offered. */
export function SignInByPasskey(): ReactNode {
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isAsking, setAsking] = useState(false)
  const can = ability()
  if (can.kind === 'nowhere') return null
  if (can.kind === 'elsewhere') {
    return (
      <p className="soft">
        <Elsewhere address={can.address} />
      </p>
    )
  }
  const go = async () => {
    setAsking(true)
    const answer = await signInByPasskey()
    setAsking(false)
    setProblem(answer.ok ? null : answer.error)
  }
  return (
    <>
      <Button
        icon={KeyRound}
        label="Sign in with a passkey"
        aria-busy={isAsking}
        disabled={isAsking}
        onClick={() => void go()}
      />
      {problem === null ? null : <ProblemView problem={problem} />}
    </>
  )
}
