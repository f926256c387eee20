// One strand in the list: its latest state, its runs as ticks, when it runs, and when next.
import { Shrimp } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Link } from 'wouter'
import { Dot } from '#platform/web/ui/dot.tsx'
import type { Strand } from '../../contract.ts'
import { Coming } from '../coming.tsx'
import { lastStatus, plainName, sayTrigger } from '../strand-words.ts'
import { Ticks } from './ticks.tsx'
import './strand-row.css'

type Props = {
  readonly strand: Strand
  /** With the filters of the list, which go along. */
  readonly href: string
  readonly isCurrent: boolean
}

/** Drawn again only when its strand changes: a long list gets news all the time. */
export const StrandRow = memo(function StrandRow({ strand, href, isCurrent }: Props): ReactNode {
  const { enabled, upstream } = strand
  const isOff = !enabled || upstream?.gone_at != null
  return (
    <Link
      className={isOff ? 'strand is-off' : 'strand'}
      href={href}
      aria-current={isCurrent ? 'true' : undefined}
      data-strand={strand.id}
    >
      <Dot state={lastStatus(strand)} />
      <b>
        <span className="cut">{plainName(strand)}</span>
        {upstream === null ? null : <Shrimp className="i" role="img" aria-label="mirrored from the gateway" />}
      </b>
      <Ticks strand={strand} />
      <span className="meta cut">{aboutOf(strand)}</span>
      <span className="meta">
        <Next strand={strand} />
      </span>
    </Link>
  )
})

function aboutOf(strand: Strand): string {
  const { origin, upstream, enabled } = strand
  const parts = [sayTrigger(strand)]
  if (origin === 'user') parts.push('your folder')
  if (upstream?.gone_at != null) parts.push('gone upstream')
  else if (upstream !== null && !enabled) parts.push('off upstream')
  else if (upstream?.read_only === true) parts.push('the gateway’s own')
  return parts.join(', ')
}

function Next({ strand }: { readonly strand: Strand }): ReactNode {
  const { enabled, upstream, broken, next_runs: next } = strand
  const status = lastStatus(strand)
  const [first] = next
  if (status === 'running') return 'runs now'
  if (broken !== null) return <span className="broken-file">broken file</span>
  if (upstream?.gone_at != null) return 'gone'
  if (!enabled) return 'off'
  return first === undefined ? null : <Coming at={first} />
}
