// The menu of a row: every move that dragging makes, locking, and the ways to know more. Loaded with the first one.
import { ArrowRight, Copy, ListTree, Lock, LockOpen, Plus, Waypoints, type LucideIcon } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { copyText } from '#platform/web/ui/copy-button.tsx'
import { Pop } from '#platform/web/ui/pop.tsx'
import { laneOrder } from '../../core/lanes.ts'
import { unlockTask } from '../data/actions.ts'
import { askedCorrection } from '../correct/correction.ts'
import { findEntry } from '../data/find-entry.ts'
import { useTriagePorts } from '../ports.ts'
import { openWhy } from '../triage-url.ts'
import { nameOfLane } from '../words.ts'
import { askToMove } from './lane-drag.ts'
import { closeRowMenu } from './row-menu-state.ts'

export function RowMenu({ task, anchor }: { readonly task: string; readonly anchor: Element }): ReactNode {
  const { openTask, openLaunch } = useTriagePorts()
  const entry = findEntry(task)
  const others = laneOrder.filter((lane) => lane !== entry?.lane)
  const askLock = () => askedCorrection.set({ kind: 'lock', lane: entry?.lane ?? 'now', task, anchor })
  return (
    <Pop name="Move to" anchor={anchor} className="menu" onClose={closeRowMenu}>
      {others.map((lane) => (
        <Item key={lane} icon={ArrowRight} label={`Move to ${nameOfLane(lane)}…`} run={() => askToMove(task, lane)} />
      ))}
      {entry === null || entry.lock === null ? (
        <Item
          icon={Lock}
          label={entry === null ? 'Lock in a lane…' : `Lock in ${nameOfLane(entry.lane)}…`}
          run={askLock}
        />
      ) : (
        <Item
          icon={LockOpen}
          label="Unlock"
          run={() =>
            void unlockTask({ id: task, title: entry.task.title, lane: entry.lane, reason: entry.lock?.reason ?? null })
          }
        />
      )}
      <hr />
      <Item icon={Waypoints} label="Why here?" run={() => openWhy(task)} />
      <Item icon={ListTree} label="Open task" run={() => openTask(task)} />
      <Item icon={Plus} label="Launch agent on this" run={() => openLaunch({ taskId: task })} />
      <Item icon={Copy} label="Copy command" run={() => void copyText(`orrery triage explain ${task}`)} />
    </Pop>
  )
}

type ItemProps = { readonly icon: LucideIcon; readonly label: string; readonly run: () => void }

/** The menu closes first, so that what the action opens keeps its focus. */
function Item({ icon: Icon, label, run }: ItemProps): ReactNode {
  const act = () => {
    closeRowMenu()
    run()
  }
  return (
    <button type="button" onClick={act} onKeyDown={stepWithArrows}>
      <Icon className="i" aria-hidden />
      {label}
    </button>
  )
}

function stepWithArrows(event: KeyboardEvent<HTMLButtonElement>): void {
  const way = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (way === undefined) return
  event.preventDefault()
  const items = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>(':scope > button') ?? [])]
  items[items.indexOf(event.currentTarget) + way]?.focus()
}
