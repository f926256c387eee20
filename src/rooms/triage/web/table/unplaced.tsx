// Open tasks in no lane: counted, and listed when asked for, so that each can still be found and moved into one.
import { useMemo, useState, type ReactNode } from 'react'
import { useSearch } from 'wouter'
import { rankMatch, wordsOf } from '#platform/web/commands/text-match.ts'
import { setParameters } from '#platform/web/shell/parameters.ts'
import { useEntity } from '#platform/web/store/use-entity.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { Button } from '#platform/web/ui/button.tsx'
import type { TaskCard } from '#rooms/tasks/contract.ts'
import type { LanesAnswer } from '../../contract.ts'
import { sortTasks } from '../../core/open-tasks.ts'
import { useTriagePorts } from '../ports.ts'
import { useLoaded } from '../data/resource.ts'
import { waitingData } from '../data/triage-data.ts'
import { countOf } from '../words.ts'
import { Line, MoreButton, ScoreCell, Title, WaitingLane } from './task-line.tsx'

/** As many as are looked through at a time. */
const pageSize = 50

export function Unplaced({ answer }: { readonly answer: LanesAnswer }): ReactNode {
  const search = new URLSearchParams(useSearch())
  const isOpen = search.get('unplaced') === '1'
  const text = search.get('q') ?? ''
  const { unplaced } = answer.state
  if (unplaced === 0) return null
  return (
    <tbody>
      <tr className="lane-row">
        <th colSpan={9} scope="rowgroup">
          <span className="row">
            <b>No lane</b>
            <span>{countOf(unplaced, 'open task')}</span>
            <span className="push" />
            {isOpen ? <Filter text={text} /> : null}
            <Button
              look="quiet"
              isSmall
              aria-expanded={isOpen}
              label={isOpen ? 'Hide' : 'Show'}
              onClick={() => setParameters(isOpen ? { unplaced: '', q: '' } : { unplaced: '1' })}
            />
          </span>
        </th>
      </tr>
      {isOpen ? <Rows key={text} answer={answer} text={text} /> : null}
    </tbody>
  )
}

function Filter({ text }: { readonly text: string }): ReactNode {
  return (
    <span className="field">
      <input
        value={text}
        placeholder="Filter"
        aria-label="Filter tasks in no lane"
        spellCheck={false}
        onChange={(event) => setParameters({ q: event.target.value })}
      />
    </span>
  )
}

function Rows({ answer, text }: { readonly answer: LanesAnswer; readonly text: string }): ReactNode {
  const { tasks } = useTriagePorts()
  const [shown, setShown] = useState(pageSize)
  const found = useMemo(() => listUnplaced(tasks.all(), answer, text), [tasks, answer, text])
  const rest = found.length - shown
  return (
    <>
      {found.slice(0, shown).map(({ id }) => (
        <UnplacedLine key={id} id={id} />
      ))}
      {found.length === 0 && text !== '' ? (
        <tr className="lane-empty">
          <td colSpan={9}>No task in no lane matches the filter.</td>
        </tr>
      ) : null}
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
  const waiting = useLoaded(waitingData)
  if (task === null) return null
  const pending = waiting?.overrides.filter((override) => override.task_id === id) ?? []
  return (
    <Line task={task} lane="none">
      <td>–</td>
      <td className="t">
        <Title task={task}>
          <WaitingLane pending={pending} />
        </Title>
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
function listUnplaced(tasks: readonly TaskCard[], { lanes }: LanesAnswer, text: string): TaskCard[] {
  const placed = new Set(lanes.flatMap(({ entries }) => entries.map(({ task }) => task.id)))
  const words = wordsOf(text)
  return sortTasks(tasks)
    .unlocked.filter(({ id }) => !placed.has(id))
    .filter(({ title, id, project }) => rankMatch(words, [title, id, project ?? '']) !== null)
    .toSorted((a, b) => (b.current_score ?? 0) - (a.current_score ?? 0) || (a.updated_at < b.updated_at ? 1 : -1))
}
