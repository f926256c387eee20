// A week as a table: days across, hours down; hours in which nothing happens stay low.
import type { ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { setParameters, useParameter } from '#platform/web/shell/parameters.ts'
import { byHour, keyOf, type Day } from './calendar-grid.ts'
import type { CalendarEntry } from '../../contract/calendar.ts'
import { EntryLink } from './entry-link.tsx'

type Props = { readonly days: readonly Day[]; readonly entries: readonly CalendarEntry[]; readonly now: number }

const hours = Array.from({ length: 24 }, (_, hour) => hour)
/** More would make the hour fill the page. */
const mostInHour = 4

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric' })

export function WeekTable({ days, entries, now }: Props): ReactNode {
  const columns = days.map((day) => ({ day, hours: byHour(entries, day) }))
  const today = keyOf(now)
  const hourNow = new Date(now).getHours()
  const opened = useParameter('hour')
  return (
    <div className="scroll calendar-week" tabIndex={0} role="group" aria-label="The week">
      <table>
        <thead>
          <tr>
            <td />
            {days.map((day) => (
              <th key={day.key} scope="col" aria-current={day.key === today ? 'date' : undefined}>
                {weekday.format(day.startMs)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map((hour) => (
            <tr key={hour}>
              <th scope="row">{String(hour).padStart(2, '0')}</th>
              {columns.map(({ day, hours: found }) => (
                <td key={day.key} className={cellClass(day.key === today, hour === hourNow)}>
                  <Cell
                    entries={found.get(hour) ?? []}
                    name={`${day.key}T${hour}`}
                    isOpen={opened === `${day.key}T${hour}`}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function cellClass(isToday: boolean, isHour: boolean): string | undefined {
  if (!isToday) return undefined
  return isHour ? 'is-today is-now' : 'is-today'
}

/** What went wrong is not what is left out; the order of time stays. */
function worstOf(entries: readonly CalendarEntry[], most: number): readonly CalendarEntry[] {
  const kept = new Set([...entries.filter(isBad), ...entries.filter((entry) => !isBad(entry))].slice(0, most))
  return entries.filter((entry) => kept.has(entry))
}

const isBad = ({ status, caveat }: CalendarEntry): boolean =>
  status === 'failed' || status === 'missed' || caveat === 'not_ok'

type CellProps = { readonly entries: readonly CalendarEntry[]; readonly name: string; readonly isOpen: boolean }

function Cell({ entries, name, isOpen }: CellProps): ReactNode {
  const shown = isOpen || entries.length <= mostInHour ? entries : worstOf(entries, mostInHour - 1)
  const more = entries.length - shown.length
  return (
    <>
      {shown.map((entry) => (
        <EntryLink key={`${entry.strand_id} ${entry.at} ${entry.run_id ?? ''}`} entry={entry} isShort />
      ))}
      {more === 0 ? null : (
        <Button look="quiet" isSmall label={`${more} more`} onClick={() => setParameters({ hour: name })} />
      )}
    </>
  )
}
