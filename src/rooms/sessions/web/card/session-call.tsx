// A session that needs a person, as an entry of the 'needs you' strip.
import { memo, type ReactNode } from 'react'
import { secondMs } from '#base/time.ts'
import { formatShort } from '#platform/web/time/format.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import type { SessionCard } from '../../contract.ts'
import { useSession } from '../session-store.ts'
import { titleOf } from '../session-title.ts'
import { useWhy } from '../use-why.ts'
import { SessionLink } from './session-link.tsx'

export const SessionCall = memo(function SessionCall({ id }: { readonly id: string }): ReactNode {
  const session = useSession(id)
  return session === null ? null : <Call session={session} />
})

function Call({ session }: { readonly session: SessionCard }): ReactNode {
  const detail = useWhy(session)
  return (
    <SessionLink id={session.id}>
      <Dot state={session.state} />
      <span className="cut">{titleOf(session)}</span>
      <span className="meta cut">{sentence(detail)}</span>
      <RelativeTime since={session.state_since} format={formatWait} />
    </SessionLink>
  )
}

/** A wait that has just begun is no number yet. */
function formatWait(ms: number): string {
  return ms < secondMs ? 'now' : formatShort(ms)
}

function sentence(text: string | null): string {
  return text === null ? '' : text.charAt(0).toUpperCase() + text.slice(1)
}
