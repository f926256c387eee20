// What dragging a task over the lanes means: a wish for the next run, or a lock that moves. Either asks for the reason.
import { areaAt, type Area, type Point } from '#platform/web/drag/drag.ts'
import type { DragParts, Outlook, Spot } from '#platform/web/drag/drag-parts.ts'
import type { Lane, LaneEntry } from '../../contract.ts'
import { laneOrder } from '../../core/lanes.ts'
import { askedCorrection } from '../correct/correction.ts'
import { findEntry } from '../data/find-entry.ts'
import { nameOfLane } from '../words.ts'
import { findRow } from './row-focus.ts'

export const laneDrag: DragParts<Lane> = { spotAt, outlook, drop }

/** The table's head stays on top while the list scrolls; the lane's own head is where the words stand. In pixels. */
const headHeight = 32

function spotAt(point: Point): Spot<Lane> | null {
  const elements = [...document.querySelectorAll<HTMLElement>('[data-lane]')]
  const areas = elements.map((element): Area<HTMLElement> => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    return { id: element, left, top, right, bottom }
  })
  const element = areaAt(areas, point)
  const target = laneOrder.find((lane) => lane === element?.dataset.lane)
  return element === null || target === undefined ? null : { target, element, coveredPx: headHeight }
}

function outlook(task: string, lane: Lane): Outlook {
  return outlookOf(findEntry(task), lane)
}

/** What a drop on a lane would do to a task by how it stands now; null: it is in no lane. */
export function outlookOf(entry: Pick<LaneEntry, 'lane' | 'lock'> | null, lane: Lane): Outlook {
  if (entry?.lane === lane) return { kind: 'stay', text: 'It stays here' }
  if (entry !== null && entry.lock !== null) return { kind: 'move', text: `Drop to lock it in ${nameOfLane(lane)}` }
  return { kind: 'move', text: `Drop to put it in ${nameOfLane(lane)} at the next run` }
}

function drop(task: string, lane: Lane | null): void {
  if (lane === null || outlook(task, lane).kind !== 'move') return
  askToMove(task, lane)
}

/** Also the menu's way. */
export function askToMove(task: string, lane: Lane): void {
  const anchor = findRow(task)
  if (anchor === null) return
  askedCorrection.set({ kind: findEntry(task)?.lock ? 'lock' : 'lane', lane, task, anchor })
}
