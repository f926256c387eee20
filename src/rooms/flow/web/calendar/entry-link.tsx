// One thing of the calendar: a run, or a slot that is to come or was missed.
import { Shrimp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { formatExact } from '#platform/web/time/relative-time.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { lookOf } from '#platform/web/ui/dots.ts'
import { outcomeOf } from '../../core/caveat.ts'
import { hrefOfRun, hrefOfStrand } from '../flow-url.ts'
import { useStrand } from '../strand-store.ts'
import { plainName } from '../strand-words.ts'
import type { CalendarEntry } from '../../contract/calendar.ts'

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

type Props = {
  readonly entry: CalendarEntry
  /** Below its hour the minute is enough. */
  readonly isShort?: boolean
}

export function EntryLink({ entry, isShort = false }: Props): ReactNode {
  const { strand_id: strandId, run_id: runId, late, at } = entry
  const status = outcomeOf(entry)
  const strand = useStrand(strandId)
  const name = strand === null ? strandId : plainName(strand)
  const time = clock.format(Date.parse(at))
  const word = status === 'not_ok' ? 'success, not ok' : status.replaceAll('_', ' ')
  const state = late ? `${word}, late` : word
  return (
    <Link
      className="calendar-entry"
      data-status={status}
      data-tone={lookOf(status).tone}
      href={runId === null ? hrefOfStrand(strandId) : hrefOfRun(strandId, runId)}
      title={`${name}: ${state}, ${formatExact(at)}`}
    >
      <Dot state={status} isMute />
      <span className="meta">{isShort ? time.slice(2) : time}</span>
      <span className="cut">{name}</span>
      {strand?.origin === 'synthetic' ? <Shrimp className="i" role="img" aria-label="mirrored" /> : null}
      {late ? <span className="badge">late</span> : null}
      <span className="sr">{isShort ? `${state}, ${time}` : state}</span>
    </Link>
  )
}
