// The session of a machine that waits the longest, and how long.
import type { ReactNode } from 'react'
import { formatDuration } from '#base/duration.ts'
import { useEntity } from '#platform/web/store/use-entity.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { useCockpitPorts } from './ports.ts'

/** In the words of its machine: beside its ship it would cover the next planet. */
export function Called({ id }: { readonly id: string }): ReactNode {
  const { sessions, titleOf } = useCockpitPorts()
  const session = useEntity(sessions, id)
  if (session === null) return null
  return (
    <span className="call">
      <span className="cut">{titleOf(session)},</span>
      <RelativeTime since={session.state_since} format={formatDuration} />
    </span>
  )
}
