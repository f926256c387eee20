// The device that a session runs on, as a bounded word; says so where that device is away.
import type { ReactNode } from 'react'
import { formatMoment } from '#platform/web/time/moment.ts'
import type { SessionCard } from '../../contract.ts'
import { isOutOfReach, placeWords } from '../../core/list/place.ts'
import { usePlace } from '../places.ts'
import { useSession } from '../session-store.ts'
import './place-tag.css'

type Props = { readonly session: SessionCard }

/** Nothing where the device goes without saying. */
export function PlaceTag({ session }: Props): ReactNode {
  const place = usePlace(session)
  if (place === null) return null
  const isLost = isOutOfReach(session, place)
  const words = placeWords(session, place, formatMoment)
  return (
    <span className="badge place" data-lost={isLost ? '' : undefined} title={`Runs on ${words}`}>
      {isLost ? <LostMark /> : null}
      <span className="sr">on </span>
      <span className="cut">{words}</span>
    </span>
  )
}

/** For lists that know a session by its id alone. */
export function SessionPlace({ id }: { readonly id: string }): ReactNode {
  const session = useSession(id)
  return session === null ? null : <PlaceTag session={session} />
}

function LostMark(): ReactNode {
  return (
    <svg className="dot" data-tone="fail" viewBox="0 0 14 14" aria-hidden>
      <circle cx="7" cy="7" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="m4 10 6-6" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  )
}
