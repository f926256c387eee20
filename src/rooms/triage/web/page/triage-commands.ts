// The keys of the page.
import { Play } from 'lucide-react'
import type { Command } from '#platform/web/commands/registry.ts'
import { unlockTask } from '../data/actions.ts'
import { startRun } from '../data/start-run.ts'
import { askedCorrection } from '../correct/correction.ts'
import { findEntry } from '../data/find-entry.ts'
import { focusCompose } from '../side/focus-compose.ts'
import { findRow, focusedRow, stepRow } from '../table/row-focus.ts'
import { rowMenu } from '../table/row-menu-state.ts'
import { openWhy } from '../triage-url.ts'

const ofRow = { group: 'Triage' as const, keysOnly: true }

export const triageCommands: readonly Command[] = [
  {
    id: 'triage.run',
    title: 'Run triage',
    group: 'Triage',
    keys: 'r',
    icon: Play,
    run: () => void startRun({ isDry: false }),
  },
  {
    id: 'triage.preview',
    title: 'Preview a triage run',
    group: 'Triage',
    keys: 'p',
    run: () => void startRun({ isDry: true }),
  },
  { id: 'triage.brief', title: 'Write a brief', group: 'Triage', keys: 'b', run: focusCompose },
  { id: 'triage.down', title: 'Next task', ...ofRow, keys: 'j', run: () => stepRow(1) },
  { id: 'triage.up', title: 'Task before', ...ofRow, keys: 'k', run: () => stepRow(-1) },
  { id: 'triage.move', title: 'Move the task to…', ...ofRow, keys: 'm', run: onRow(openMenu) },
  { id: 'triage.lock', title: 'Lock or unlock the task', ...ofRow, keys: 'l', run: onRow(lockOrUnlock) },
  { id: 'triage.why', title: 'Why is the task here?', ...ofRow, keys: 'w', run: onRow(openWhy) },
]

function onRow(act: (task: string) => void): () => void {
  return () => {
    const task = focusedRow()
    if (task !== null) act(task)
  }
}

function openMenu(task: string): void {
  const anchor = findRow(task)
  if (anchor !== null) rowMenu.set({ task, anchor })
}

function lockOrUnlock(task: string): void {
  const entry = findEntry(task)
  const anchor = findRow(task)
  if (entry !== null && entry.lock !== null) {
    const { lane, lock } = entry
    return void unlockTask({ id: task, title: entry.task.title, lane, reason: lock.reason })
  }
  if (anchor !== null) askedCorrection.set({ kind: 'lock', lane: entry?.lane ?? 'now', task, anchor })
}
