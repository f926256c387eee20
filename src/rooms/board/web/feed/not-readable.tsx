// The board may not be read from here without a login: says so calmly, with the way in.
import type { ReactNode } from 'react'
import type { Problem } from '#platform/web/api/problem.ts'
import { SignIn } from '#platform/web/auth/sign-in.tsx'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'

export function NotReadable({ problem }: { readonly problem: Problem }): ReactNode {
  const isSignedIn = useSignedIn()
  return (
    <div className="whole-page">
      <div className="way-in">
        {isSignedIn ? <ProblemView problem={problem} /> : <SignIn why="From this address the board takes a login." />}
      </div>
    </div>
  )
}
