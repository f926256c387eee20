// The menu of a row: every move that dragging makes, locking, and the ways to know more. Loaded with the first one.
import { ArrowRight, Copy, ListTree, Lock, LockOpen, Plus, Waypoints } from 'lucide-react'
import type { ReactNode } from 'react'
import { copyText } from '#platform/web/ui/copy-text.ts'
import { lineToType } from '#platform/web/ui/own-command.ts'
import { MenuItem } from '#platform/web/ui/menu-item.tsx'
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
        <MenuItem
          close={closeRowMenu}
          key={lane}
          icon={ArrowRight}
          label={`Move to ${nameOfLane(lane)}…`}
          run={() => askToMove(task, lane)}
        />
      ))}
      {entry === null || entry.lock === null ? (
        <MenuItem
          close={closeRowMenu}
          icon={Lock}
          label={entry === null ? 'Lock in a lane…' : `Lock in ${nameOfLane(entry.lane)}…`}
          run={askLock}
        />
      ) : (
        <MenuItem
          close={closeRowMenu}
          icon={LockOpen}
          label="Unlock"
          run={() =>
            void unlockTask({ id: task, title: entry.task.title, lane: entry.lane, reason: entry.lock?.reason ?? null })
          }
        />
      )}
      <hr />
      <MenuItem close={closeRowMenu} icon={Waypoints} label="Why here?" run={() => openWhy(task)} />
      <MenuItem close={closeRowMenu} icon={ListTree} label="Open task" run={() => openTask(task)} />
      <MenuItem
        close={closeRowMenu}
        icon={Plus}
        label="Launch agent on this"
        run={() => openLaunch({ taskId: task })}
      />
      <MenuItem
        close={closeRowMenu}
        icon={Copy}
        label="Copy command"
        run={() => void copyText(lineToType(`orrery triage explain ${task}`))}
      />
    </Pop>
  )
}
