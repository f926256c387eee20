// What ran, runs and will run: a week as a table of days and hours, on a phone a day as a list.
import { setParameters, useParameter } from '#platform/web/shell/parameters.ts'
import { readCalendar } from '../../api.ts'
import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { minuteMs, toIso } from '#base/time.ts'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { useNarrow } from '#platform/web/ui/use-narrow.ts'
import { listenToFlow } from '../flow-feed.ts'
import { hrefOfList, hrefOfStrand } from '../flow-url.ts'
import { useStrand } from '../strand-store.ts'
import { plainName } from '../strand-words.ts'
import { dayOf, keyOf, shifted, validKey, weekAround, type Day } from './calendar-grid.ts'
import type { CalendarAnswer } from '../../contract/calendar.ts'
import { DayList } from './day-list.tsx'
import { WeekTable } from './week-table.tsx'
import './calendar.css'
import '../run-head.css'

export function CalendarView(): ReactNode {
  const isNarrow = useNarrow()
  const now = useMinute()
  const today = keyOf(now)
  const key = validKey(useParameter('day')) ?? today
  const days = isNarrow ? [dayOf(key)] : weekAround(key)
  const [query, reload] = useCalendar(days)
  const step = isNarrow ? 1 : 7
  return (
    <section className="calendar" aria-label="What runs when">
      <header className="run-head">
        <Link className="back-link narrow" href={hrefOfList()}>
          <ArrowLeft className="i" aria-hidden />
          All strands
        </Link>
        <div className="titles">
          <h2>{isNarrow ? longDay.format(days[0]?.startMs) : sayWeek(days)}</h2>
          <p className="meta">What ran and what is to come, strands and the gateway’s jobs together</p>
        </div>
        <div className="btns">
          <Button icon={ChevronLeft} aria-label="Earlier" onClick={() => show(shifted(key, -step))} />
          <Button label="Today" aria-disabled={key === today} onClick={() => show('')} />
          <Button icon={ChevronRight} aria-label="Later" onClick={() => show(shifted(key, step))} />
        </div>
      </header>
      {query.kind === 'refused' ? <ProblemView problem={query.problem} onRetry={reload} /> : null}
      {query.kind === 'loading' ? <Skeleton lines={8} /> : null}
      {query.kind === 'ready' ? <Frequent frequent={query.value.frequent} /> : null}
      {query.kind !== 'ready' ? null : isNarrow ? (
        <DayList day={days[0] ?? dayOf(key)} entries={query.value.entries} now={now} />
      ) : (
        <WeekTable days={days} entries={query.value.entries} now={now} />
      )}
    </section>
  )
}

const show = (day: string): void => setParameters({ day, hour: '' })

const longDay = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })
const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })

function sayWeek(days: readonly Day[]): string {
  return `${dayAndMonth.format(days[0]?.startMs)} to ${dayAndMonth.format(days.at(-1)?.startMs)}`
}

/** A run that begins or ends changes what is shown; a storm of them is asked for once. */
const calmMs = 1500

function useCalendar(days: readonly Day[]) {
  const fromMs = days[0]?.startMs ?? 0
  const toMs = days.at(-1)?.endMs ?? 0
  const load = useCallback(() => {
    return call(readCalendar, { query: { from: toIso(fromMs), to: toIso(toMs) } })
  }, [fromMs, toMs])
  const [query, reload] = useQuery(load)
  useEffect(() => onCalmNews(reload), [reload])
  return [query, reload] as const
}

function onCalmNews(tell: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null
  const later = () => {
    timer ??= setTimeout(() => {
      timer = null
      tell()
    }, calmMs)
  }
  const stop = listenToFlow({ onRun: later, onFresh: later })
  return () => {
    stop()
    if (timer !== null) clearTimeout(timer)
  }
}

/** The present to the minute: what a calendar shows of it. */
function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

function Frequent({ frequent }: Pick<CalendarAnswer, 'frequent'>): ReactNode {
  if (frequent.length === 0) return null
  return (
    <p className="calendar-often">
      <span className="label">Too often to draw</span>
      {frequent.map(({ strand_id: id, per_day: count }) => (
        <FrequentStrand key={id} id={id} count={count} />
      ))}
    </p>
  )
}

function FrequentStrand({ id, count }: { readonly id: string; readonly count: number }): ReactNode {
  const strand = useStrand(id)
  return (
    <Link className="frequent-one" href={hrefOfStrand(id)}>
      {strand === null ? id : plainName(strand)}{' '}
      <span className="meta">{strand?.schedule_words ?? `${Math.round(count)} a day`}</span>
    </Link>
  )
}
