// A day as a list, for screens on which a week has no room.
import type { ReactNode } from 'react'
import { Empty } from '#platform/web/ui/empty.tsx'
import { byHour, type Day } from './calendar-grid.ts'
import type { CalendarEntry } from '../../contract/calendar.ts'
import { EntryLink } from './entry-link.tsx'

type Props = { readonly day: Day; readonly entries: readonly CalendarEntry[]; readonly now: number }

export function DayList({ day, entries, now }: Props): ReactNode {
  const hours = [...byHour(entries, day)].toSorted(([a], [b]) => a - b)
  const isToday = now >= day.startMs && now < day.endMs
  const hourNow = new Date(now).getHours()
  if (hours.length === 0) return <Empty title="Nothing on this day" />
  return (
    <div className="scroll calendar-day">
      {hours.map(([hour, found]) => (
        <section key={hour} aria-label={`${String(hour).padStart(2, '0')}:00`}>
          <h3 className={isToday && hour === hourNow ? 'group is-now' : 'group'}>{String(hour).padStart(2, '0')}:00</h3>
          {found.map((entry) => (
            <EntryLink key={`${entry.strand_id} ${entry.at} ${entry.run_id ?? ''}`} entry={entry} />
          ))}
        </section>
      ))}
    </div>
  )
}
