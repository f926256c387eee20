// Beside the state of a session that is being stopped: what was sent, and when.
import type { ReactNode } from 'react'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import type { Stopping } from '../../contract.ts'

/** What was sent last, and when: it stands beside the state. */
export function StopSent({ stopping }: { readonly stopping: Stopping }): ReactNode {
  const { since, asked_at: askedAt, forced_at: forcedAt } = stopping
  const what = forcedAt !== null ? 'TERM sent' : askedAt !== null ? 'Ctrl+C sent again' : 'Ctrl+C sent'
  return (
    <>
      {what} <RelativeTime since={forcedAt ?? askedAt ?? since} />
    </>
  )
}
