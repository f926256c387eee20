// A task in its lane: rank, name, the parts of its score, how it moved, its lock and its menu.
import { ArrowDown, ArrowUp, Ellipsis, Lock, LockOpen } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { usePanel } from '#platform/web/shell/panel-url.ts'
import { useEntity } from '#platform/web/store/use-entity.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import type { TaskCard } from '#rooms/tasks/contract.ts'
import type { LaneEntry } from '../../contract.ts'
import { dimensionOrder } from '../../core/lanes.ts'
import { takeBackCorrection, unlockTask } from '../data/actions.ts'
import { askedCorrection } from '../correct/correction.ts'
import { useTriagePorts } from '../ports.ts'
import { openWhy } from '../triage-url.ts'
import { formatScore, nameOfLane, sayMovement, waitingFor } from '../words.ts'
import { PartButton } from './part-button.tsx'
import { rowMenu } from './row-menu-state.ts'
import './task-line.css'

export const TaskLine = memo(function TaskLine({ entry }: { readonly entry: LaneEntry }): ReactNode {
  const { tasks } = useTriagePorts()
  const task = useEntity(tasks, entry.task.id) ?? entry.task
  return (
    <Line task={task} lane={entry.lane}>
      <td>{entry.rank}</td>
      <td className="t">
        <Title task={task}>
          <WaitingLane pending={entry.pending} />
        </Title>
      </td>
      <Parts entry={entry} />
      <ScoreCell task={task} score={entry.lock === null ? entry.score : null} />
      <td className="c-m">
        <Moved entry={entry} />
      </td>
      <td className="c-e">
        <span className="row">
          <LockButton entry={entry} title={task.title} />
          <MoreButton task={task.id} />
        </span>
      </td>
    </Line>
  )
})

type LineProps = { readonly task: TaskCard; readonly lane: string; readonly children: ReactNode }

/** Marked while its panel is open. */
export function Line({ task, lane, children }: LineProps): ReactNode {
  const [why, opened] = [usePanel('why'), usePanel('task')]
  const isOpen = why === task.id || opened === task.id
  return (
    <tr className={`item ${lane}`} data-key={task.id} draggable data-open={isOpen ? '' : undefined}>
      {children}
    </tr>
  )
}

export function Title({ task, children }: { readonly task: TaskCard; readonly children?: ReactNode }): ReactNode {
  const { TaskLink } = useTriagePorts()
  return (
    <div className="title" data-card>
      <Dot state={task.status} />
      <div>
        <TaskLink id={task.id}>{task.title}</TaskLink>
        <span className="meta">
          {[task.id, task.project, task.priority].filter((part) => part !== null).join(', ')}
        </span>
        {children}
      </div>
    </div>
  )
}

export function WaitingLane({ pending }: Pick<LaneEntry, 'pending'>): ReactNode {
  const wish = waitingFor(pending, 'lane')
  if (wish === null) return null
  return (
    <button
      type="button"
      className="waiting-note"
      title={wish.user_reason ?? undefined}
      onClick={() => void takeBackCorrection(wish.id)}
    >
      {wish.new_value?.toUpperCase()} at the next run; <u>take back</u>
    </button>
  )
}

function Parts({ entry }: { readonly entry: LaneEntry }): ReactNode {
  const { lock, parts } = entry
  if (lock !== null) {
    return (
      <td className="p all" colSpan={4}>
        <span className="meta locked-note row">
          <Lock className="i" aria-hidden />
          <span className="two-lines" title={lock.reason ?? undefined}>
            Locked by you{lock.reason === null || lock.reason === '' ? '' : `: ${lock.reason}`}
          </span>
        </span>
      </td>
    )
  }
  if (parts === null) {
    return (
      <td className="p all" colSpan={4}>
        <span className="meta">Not scored yet</span>
      </td>
    )
  }
  return dimensionOrder.map((dimension) => (
    <td key={dimension} className="p">
      <PartButton entry={entry} parts={parts} dimension={dimension} />
    </td>
  ))
}

export function ScoreCell({ task, score }: { readonly task: TaskCard; readonly score: number | null }): ReactNode {
  return (
    <td className="num">
      <button type="button" className="score" title="Why here?" onClick={() => openWhy(task.id)}>
        {formatScore(score)}
        <span className="sr">, why here?</span>
      </button>
    </td>
  )
}

function Moved({ entry: { movement } }: { readonly entry: LaneEntry }): ReactNode {
  if (movement === null || movement.kind === 'same') return null
  const words = sayMovement(movement)
  if (movement.kind === 'new') {
    return (
      <span className="moved" title={words}>
        new
      </span>
    )
  }
  const Arrow = movement.kind === 'up' ? ArrowUp : ArrowDown
  return (
    <span className="moved" title={words}>
      <Arrow className="i" aria-hidden />
      <span aria-hidden>{movement.places}</span>
      <span className="sr">{words}</span>
    </span>
  )
}

function LockButton({ entry, title }: { readonly entry: LaneEntry; readonly title: string }): ReactNode {
  const { lane, lock } = entry
  const { id } = entry.task
  if (lock !== null) {
    return (
      <Button
        look="quiet"
        isSmall
        className="lock at-desk"
        icon={Lock}
        aria-label={`Unlock ${title}`}
        title="Unlock"
        onClick={() => void unlockTask({ id, title, lane, reason: lock.reason })}
      />
    )
  }
  return (
    <Button
      look="quiet"
      isSmall
      className="at-desk"
      icon={LockOpen}
      aria-label={`Lock ${title} in ${nameOfLane(lane)}`}
      title={`Lock in ${nameOfLane(lane)}`}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => askedCorrection.set({ kind: 'lock', lane, task: id, anchor: currentTarget })}
    />
  )
}

export function MoreButton({ task }: { readonly task: string }): ReactNode {
  return (
    <Button
      look="quiet"
      isSmall
      icon={Ellipsis}
      aria-label="Move to…"
      title="Move to… (m)"
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => rowMenu.set({ task, anchor: currentTarget })}
    />
  )
}
