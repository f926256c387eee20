// The list itself: days, rows, repeats put together; what is new waits while somebody reads further down.
import { Bot, ChevronDown, ChevronRight, ListOrdered, Orbit, Settings, SquareTerminal, Workflow } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useKeptPlace } from '#platform/web/shell/kept-place.ts'
import { setParameters, useParameter } from '#platform/web/shell/parameters.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { StrandName } from '#platform/web/ui/strand-name.tsx'
import type { ActivityRow, ActivitySourceName } from '../contract.ts'
import { eachAlone, groupRepeats, type RowGroup } from '../core/group.ts'
import { readCursor } from '../core/order.ts'
import { stateOf } from '../core/state-of.ts'
import { gapKind } from '../core/gap.ts'
import { whoDid } from '../core/words.ts'
import { RowFacts } from './row-facts.tsx'
import type { Rows, RowsFeed } from './use-rows.ts'
import './activity.css'

type Props = {
  readonly shown: Rows
  readonly feed: RowsFeed
  /** Each row by itself. */
  readonly isEach: boolean
  /** Back finds it scrolled as it was. */
  readonly keepsPlace: boolean
  /** What stands where there is nothing. */
  readonly empty: ReactNode
  /** For a reader, where another list of what happened may stand on the page. */
  readonly name?: string
}

export function ActivityList({
  shown: { rows, waiting, next, isLoading, problem },
  feed,
  isEach,
  keepsPlace,
  empty,
  name = 'What happened',
}: Props): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const keep = useKeptPlace(rows !== null && keepsPlace)
  const setPlace = useCallback(
    (element: HTMLDivElement | null) => {
      place.current = element
      keep(element)
    },
    [keep],
  )
  useEffect(() => {
    // Whoever reads the top sees what happens; further down nothing moves.
    if (waiting.length > 0 && (place.current?.scrollTop ?? 0) < topEdge) feed.takeIn()
  }, [waiting, feed])
  const showNew = () => {
    feed.takeIn()
    place.current?.scrollTo({ top: 0 })
  }
  return (
    <div className="activity-list scroll" ref={setPlace} tabIndex={0} role="region" aria-label={name}>
      {waiting.length === 0 ? null : (
        <button type="button" className="new-rows" onClick={showNew}>
          {`${formatCount(waiting.length)} new`}
        </button>
      )}
      {problem === null ? null : <ProblemView problem={problem} onRetry={() => void feed.load()} />}
      {rows === null && problem === null ? <Skeleton lines={8} /> : null}
      {rows?.length === 0 ? empty : null}
      <ol>
        {(isEach ? eachAlone(rows ?? []) : groupRepeats(rows ?? [])).map((group, index, all) => (
          <Group key={group.id} group={group} before={all[index - 1]} />
        ))}
      </ol>
      {next === null ? null : (
        <div className="older">
          <Button look="quiet" label={isLoading ? lookingAt(next) : 'Older'} onClick={() => void feed.loadOlder()} />
        </div>
      )}
    </div>
  )
}

/** Where rare words are looked for by now. */
function lookingAt(cursor: string): string {
  const at = readCursor(cursor)?.at
  return at === undefined ? 'Looking further back…' : `Looking further back, at ${dayOf(at)}…`
}

/** So far from the top somebody still reads the top. */
const topEdge = 24

const sources: Readonly<Record<ActivitySourceName, typeof Orbit>> = {
  fabric: Orbit,
  tmux: SquareTerminal,
  workflow: Workflow,
  triage: ListOrdered,
  system: Settings,
}

type GroupProps = { readonly group: RowGroup; readonly before: RowGroup | undefined }

function Group({ group: { rows }, before }: GroupProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const [row] = rows
  const isShown = useParameter('row') === row.id
  const Icon = sources[row.source] ?? Bot
  const day = dayOf(row.at)
  const isNewDay = before === undefined || dayOf(before.rows[0].at) !== day
  return (
    <>
      {isNewDay ? <li className="day">{day}</li> : null}
      {row.kind === gapKind ? (
        <Gap row={row} />
      ) : (
        <li className="activity-row" data-activity={row.id} aria-current={isShown ? 'true' : undefined}>
          <time dateTime={row.at}>{clock.format(new Date(row.at))}</time>
          <Dot state={stateOf(row)} />
          <span className="kind meta">
            <Icon className="i" aria-hidden />
            {row.source}
          </span>
          <Subject row={row} />
          <button
            type="button"
            className="what"
            title={row.text}
            aria-expanded={isShown}
            onClick={() => setParameters({ row: isShown ? '' : row.id })}
          >
            {row.text}
          </button>
          <span className="who meta cut">{whoDid(row)}</span>
          {rows.length === 1 ? null : (
            <button
              type="button"
              className="btn quiet small"
              aria-expanded={isOpen}
              aria-label={`${rows.length} times`}
              onClick={() => setOpen(!isOpen)}
            >
              {`×${formatCount(rows.length)}`}
              {isOpen ? <ChevronDown className="i" aria-hidden /> : <ChevronRight className="i" aria-hidden />}
            </button>
          )}
        </li>
      )}
      {isShown ? <RowFacts row={row} /> : null}
      {isOpen ? (
        <li className="like">
          {rows.map((each) => (
            <Repeat key={each.id} row={each} isElsewhere={each.href !== row.href} />
          ))}
        </li>
      ) : null}
    </>
  )
}

type RepeatProps = { readonly row: ActivityRow; readonly isElsewhere: boolean }

/** Its time, which leads to where it is shown if that is not where the newest is, as of a run. */
function Repeat({ row: { at, href }, isElsewhere }: RepeatProps): ReactNode {
  const time = <time dateTime={at}>{clock.format(new Date(at))}</time>
  return isElsewhere && href !== null ? <Link href={href}>{time}</Link> : time
}

/** A time in which nothing could be told. */
function Gap({ row }: { readonly row: ActivityRow }): ReactNode {
  return (
    <li className="gap meta" data-activity={row.id}>
      {`Orrery ${row.text}, until ${clock.format(new Date(row.at))}`}
    </li>
  )
}

function Subject({ row: { href, subject } }: { readonly row: ActivityRow }): ReactNode {
  if (href === null)
    return (
      <b className="cut">
        <StrandName name={subject.label} />
      </b>
    )
  return (
    <Link className="cut" href={href} title={subject.label}>
      <StrandName name={subject.label} />
    </Link>
  )
}

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const date = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' })

function dayOf(iso: string): string {
  const day = new Date(iso)
  const isToday = day.toDateString() === new Date().toDateString()
  return `${isToday ? 'Today, ' : ''}${date.format(day)}`
}
