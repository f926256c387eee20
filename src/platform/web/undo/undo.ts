// Undo for the whole page: the key, the notices and the palette take back from one list.
import { changes } from '../api/changes.ts'
import type { Problem } from '../api/problem.ts'
import { report } from '../ui/report.ts'
import { closeToastOf, toast, undoStack } from '../ui/toasts.ts'
import { createUndoer, type UndoEntry } from './undo-stack.ts'

/** Takes back the newest, or the entry of that id, and says so; a refusal is said with its reason. */
export const undo = createUndoer({ stack: undoStack, answered: changes.answered, tell })

function tell(entry: UndoEntry | null, problem: Problem | null): void {
  if (entry === null) return void toast({ tone: 'idle', title: 'Nothing to undo.' })
  closeToastOf(entry.id)
  if (problem === null) toast({ tone: 'idle', title: 'Undone.', text: entry.title })
  else report('Not undone', problem, () => void undo(entry.id))
}
