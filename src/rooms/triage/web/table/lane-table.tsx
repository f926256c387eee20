// The ranked list: NOW, NEXT and LATER with their caps, and what is in no lane.
import { useEffect, useState, type ReactNode } from 'react'
import { listenForDrags } from '#platform/web/drag/pointer-drag.ts'
import type { LaneList, LanesAnswer } from '../../contract.ts'
import { nameOfLane } from '../words.ts'
import { laneDrag } from './lane-drag.ts'
import { TaskLine } from './task-line.tsx'
import { Unplaced } from './unplaced.tsx'
import './lane-table.css'

type Props = {
  readonly answer: LanesAnswer
  /** Nothing is ranked: the heads alone show what there will be. */
  readonly isEmpty: boolean
}

export function LaneTable({ answer, isEmpty }: Props): ReactNode {
  const [host, setHost] = useState<HTMLElement | null>(null)
  useEffect(() => (host === null ? undefined : listenForDrags(host, laneDrag)), [host])
  return (
    <table className="ranked" ref={setHost}>
      <thead>
        <tr>
          <th className="c-rank">
            <span className="sr">Rank</span>
          </th>
          <th>Task</th>
          <th className="c-part">Impact</th>
          <th className="c-part">Urgency</th>
          <th className="c-part">
            <span title="Confidence" aria-hidden>
              Confid.
            </span>
            <span className="sr">Confidence</span>
          </th>
          <th className="c-part">Effort</th>
          <th className="c-score num">Score</th>
          <th className="c-move">Move</th>
          <th className="c-end">
            <span className="sr">Actions</span>
          </th>
        </tr>
      </thead>
      {answer.lanes.map((list) => (
        <LaneBody key={list.lane} list={list} isBare={isEmpty} />
      ))}
      <Unplaced answer={answer} />
    </table>
  )
}

function LaneBody({ list, isBare }: { readonly list: LaneList; readonly isBare: boolean }): ReactNode {
  const { lane, entries } = list
  return (
    <tbody data-lane={lane}>
      <tr className="lane-row">
        <th colSpan={9} scope="rowgroup">
          <LaneHead list={list} />
        </th>
      </tr>
      {entries.map((entry) => (
        <TaskLine key={entry.task.id} entry={entry} />
      ))}
      {entries.length === 0 && !isBare ? (
        <tr className="lane-empty">
          <td colSpan={9}>Nothing here. A run fills it, or drag a task here.</td>
        </tr>
      ) : null}
    </tbody>
  )
}

/** So many slots are drawn finer, as many as LATER has. */
const fineFrom = 12

function LaneHead({ list: { lane, cap, locked, entries } }: { readonly list: LaneList }): ReactNode {
  const filled = entries.length
  const slots = Array.from({ length: Math.max(cap, filled) }, (_, at) =>
    at >= filled ? 'free' : at >= filled - locked ? 'locked' : 'on',
  )
  return (
    <span className="row">
      <b>{nameOfLane(lane)}</b>
      <span className={cap >= fineFrom ? 'slots fine' : 'slots'} aria-hidden>
        {slots.map((look, at) => (
          // A slot is its place.
          <i key={`${at}`} className={look} />
        ))}
      </span>
      <span>
        {filled} of {cap}
        {locked === 0 ? '' : `, ${locked} locked`}
      </span>
      <span className="push">{sayRoom(lane, filled - cap)}</span>
    </span>
  )
}

function sayRoom(lane: LaneList['lane'], over: number): string {
  if (over > 0) return `${over} over the cap, held by locks`
  if (over < 0) return ''
  return lane === 'now' ? 'full; the next best waits in NEXT' : 'full'
}
