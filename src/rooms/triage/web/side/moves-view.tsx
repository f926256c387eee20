// What a run moved, task by task, and why.
import type { ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import type { LaneMove } from '../../contract.ts'
import { useTriagePorts } from '../ports.ts'
import { openRun, openWhy } from '../triage-url.ts'
import { nameOfLane } from '../words.ts'
import './side.css'

type Props = {
  readonly moves: readonly LaneMove[]
  /** How many are shown; all when left out. */
  readonly most?: number
  /** The run whose panel shows the others. */
  readonly run?: number
}

export function MovesView({ moves, most = moves.length, run }: Props): ReactNode {
  const rest = moves.length - most
  return (
    <ul className="moves">
      {moves.slice(0, most).map((move) => (
        <MoveLine key={move.task_id} move={move} />
      ))}
      {rest > 0 && run !== undefined ? (
        <li>
          <Button look="quiet" isSmall label={`${rest} more`} onClick={() => openRun(run)} />
        </li>
      ) : null}
    </ul>
  )
}

/** The others only change places within their lane. */
export function changesLane({ from_lane: from, to_lane: to }: LaneMove): boolean {
  return from !== to
}

function MoveLine({ move }: { readonly move: LaneMove }): ReactNode {
  const { tasks } = useTriagePorts()
  const { task_id: task, title, why } = move
  return (
    <li>
      <button type="button" className="word" title={`Why here? ${title}`} onClick={() => openWhy(task)}>
        {tasks.get(task)?.title ?? title}
      </button>
      <span>{sayWay(move)}</span>
      <em>{why}</em>
    </li>
  )
}

function sayWay({ from_lane: from, to_lane: to, from_rank: was, to_rank: is }: LaneMove): string {
  if (from === to) return `${nameOfLane(to)}${was === null || is === null ? '' : `, ${was} to ${is}`}`
  if (from === null) return `into ${nameOfLane(to)}`
  return to === null ? `out of ${nameOfLane(from)}` : `${nameOfLane(from)} to ${nameOfLane(to)}`
}
