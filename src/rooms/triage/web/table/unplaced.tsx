// Open tasks in no lane: counted, and listed when asked for, so that each can still be moved into one.
import { useMemo, useState, type ReactNode } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { useEntity } from '#platform/web/store/use-entity.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { Button } from '#platform/web/ui/button.tsx'
import type { TaskCard } from '#rooms/tasks/contract.ts'
import type { LanesAnswer } from '../../contract.ts'
import { sortTasks } from '../../core/open-tasks.ts'
import { useTriagePorts } from '../ports.ts'
import { countOf } from '../words.ts'
import { Line, MoreButton, ScoreCell, Title } from './task-line.tsx'

/** As many as are looked through at a time. */
const pageSize = 50

export function Unplaced({ answer }: { readonly answer: LanesAnswer }): ReactNode {
  const isOpen = new URLSearchParams(useSearch()).get('unplaced') === '1'
  const { unplaced } = answer.state
  if (unplaced === 0) return null
  return (
    <tbody>
      <tr className="lane-row">
        <th colSpan={9} scope="rowgroup">
          <span className="row">
            <b>No lane</b>
            <span>{countOf(unplaced, 'open task')}</span>
            <Button
              look="quiet"
              isSmall
              className="push"
              aria-expanded={isOpen}
              label={isOpen ? 'Hide' : 'Show'}
              onClick={() => showUnplaced(!isOpen)}
            />
          </span>
        </th>
      </tr>
      {isOpen ? <Rows answer={answer} /> : null}
    </tbody>
  )
}

function Rows({ answer }: { readonly answer: LanesAnswer }): ReactNode {
  const { tasks } = useTriagePorts()
  const [shown, setShown] = useState(pageSize)
  const found = useMemo(() => listUnplaced(tasks.all(), answer), [tasks, answer])
  const rest = found.length - shown
  return (
    <>
      {found.slice(0, shown).map(({ id }) => (
        <UnplacedLine key={id} id={id} />
      ))}
      {rest > 0 ? (
        <tr className="lane-empty">
          <td colSpan={9}>
            <Button
              isSmall
              label={`Show ${Math.min(rest, pageSize)} more`}
              onClick={() => setShown((count) => count + pageSize)}
            />{' '}
            {formatCount(rest)} left
          </td>
        </tr>
      ) : null}
    </>
  )
}

function UnplacedLine({ id }: { readonly id: string }): ReactNode {
  const { tasks } = useTriagePorts()
  const task = useEntity(tasks, id)
  if (task === null) return null
  return (
    <Line task={task} lane="none">
      <td>–</td>
      <td className="t">
        <Title task={task} />
      </td>
      <td className="p all" colSpan={4}>
        <span className="meta">{task.current_score === null ? 'Not scored yet' : 'No room in LATER'}</span>
      </td>
      <ScoreCell task={task} score={task.current_score} />
      <td className="c-m" />
      <td className="c-e">
        <span className="row">
          <MoreButton task={id} />
        </span>
      </td>
    </Line>
  )
}

/** The best scored first, then the latest changed. */
function listUnplaced(tasks: readonly TaskCard[], { lanes }: LanesAnswer): TaskCard[] {
  const placed = new Set(lanes.flatMap(({ entries }) => entries.map(({ task }) => task.id)))
  return sortTasks(tasks)
    .unlocked.filter(({ id }) => !placed.has(id))
    .toSorted((a, b) => (b.current_score ?? 0) - (a.current_score ?? 0) || (a.updated_at < b.updated_at ? 1 : -1))
}

function showUnplaced(isOpen: boolean): void {
  const search = new URLSearchParams(location.search)
  if (isOpen) search.set('unplaced', '1')
  else search.delete('unplaced')
  const rest = search.toString()
  const state: unknown = history.state
  navigate(rest === '' ? location.pathname : `${location.pathname}?${rest}`, { replace: true, state })
}
