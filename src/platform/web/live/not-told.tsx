// In the place of a live list while nothing of it is told: it comes, it takes a login, or it is refused.
import type { ReactNode } from 'react'
import type { Result } from '#base/result.ts'
import { needsLogin, type Problem } from '../api/problem.ts'
import { useQuery } from '../api/use-query.ts'
import { SignIn } from '../auth/sign-in.tsx'
import { ProblemView } from '../ui/problem-view.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

type Props = {
  /** Asks for the list, to learn why it is not told. Must be stable. */
  readonly ask: () => Promise<Result<unknown, Problem>>
  /** Why it takes a login. */
  readonly why: string
}

export function NotTold({ ask, why }: Props): ReactNode {
  const [query, reload] = useQuery(ask)
  if (query.kind !== 'refused') return <Skeleton lines={6} />
  return needsLogin(query.problem) ? <SignIn why={why} /> : <ProblemView problem={query.problem} onRetry={reload} />
}
