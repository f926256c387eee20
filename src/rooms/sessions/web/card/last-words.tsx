// What an agent that waits said last, with room to read it: whoever answers has to know the question.
import type { ReactNode } from 'react'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import type { SessionCard } from '../../contract.ts'
import { lastWordsOf } from '../../core/list/why.ts'

export function LastWords({ session }: { readonly session: SessionCard }): ReactNode {
  const words = lastWordsOf(session)
  if (words === null || session.state === 'failed') return null
  return (
    <blockquote className="words">
      <span className="meta">
        Its last words, <RelativeTime since={session.state_since} />
      </span>
      <p>{words}</p>
    </blockquote>
  )
}
