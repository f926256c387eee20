// What a session asks, wherever the session is shown; what it asks is loaded with the first that does.
import type { ReactNode } from 'react'
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import { useGroup } from '#platform/web/store/grouping.ts'
import { asksOfSession, openAsks } from './approval-store.ts'

const AskList = lazyPart(() => import('./ask/ask-list.tsx').then(({ AskList }) => AskList))

export type AskPlace = 'card' | 'panel'

type Props = {
  readonly session: string
  readonly place: AskPlace
  /** What stands there while nothing waits for an answer here. */
  readonly children: ReactNode
}

export function Asks({ session, place, children }: Props): ReactNode {
  const ids = useGroup(asksOfSession, session)
  const isOpen = useGroup(openAsks, session).length > 0
  return (
    <>
      {ids.length === 0 ? null : <AskList ids={ids} place={place} />}
      {isOpen ? null : children}
    </>
  )
}
