// A card that is let go on another one: which session then starts after which task.
import type { Outlook } from '#platform/web/drag/drag-parts.ts'
import { toast } from '#platform/web/ui/toasts.ts'
import type { SessionCard } from '#rooms/sessions/contract.ts'
import { readKey, type CardKey } from '../../core/keys.ts'
import type { BoardPorts } from '../ports.ts'

/** Null where cards are not linked by dragging: letting go there means the column. */
export function outlookOfLink(ports: BoardPorts, key: CardKey, onto: CardKey): Outlook | null {
  const link = linkOf(ports, key, onto)
  if (link === null) return null
  const { waits, task } = link
  if (task === null) return { kind: 'refused', text: 'Not linked: that agent works on no task to wait for' }
  const reason = ports.whyNotAfter(waits, task)
  if (reason !== null) return { kind: 'refused', text: `Not linked: ${lowerFirst(reason)}` }
  const title = ports.tasks.get(task)?.title ?? task
  const isDragged = waits.id === key
  return {
    kind: 'link',
    text: isDragged
      ? `Drop to link: starts after “${title}”`
      : `Drop to link: “${ports.titleOfSession(waits)}” starts after this`,
  }
}

/** Asks anew: either card may have gone or changed since. */
export function linkCards(ports: BoardPorts, key: CardKey, onto: CardKey): void {
  const outlook = outlookOfLink(ports, key, onto)
  const link = linkOf(ports, key, onto)
  if (outlook?.kind === 'link' && link?.task != null) return ports.addStartAfter(link.waits, link.task)
  toast({ tone: 'failed', title: `${outlook?.text ?? 'Not linked: one of the two cards is gone'}.` })
}

type Link = {
  readonly waits: SessionCard
  /** Null for a session that works on no task. */
  readonly task: string | null
}

/** A session waits for the task it is dropped on, or for that of the session it is dropped on. A task is what a session waits for. */
function linkOf({ sessions, tasks }: BoardPorts, key: CardKey, onto: CardKey): Link | null {
  const [dragged, target] = [readKey(key), readKey(onto)]
  if (key === onto) return null
  if (dragged.kind === 'task') {
    const waits = target.kind === 'session' ? queued(sessions.get(target.id)) : null
    return waits === null || tasks.get(dragged.id) === null ? null : { waits, task: dragged.id }
  }
  const waits = queued(sessions.get(dragged.id))
  if (waits === null) return null
  if (target.kind === 'task') return tasks.get(target.id) === null ? null : { waits, task: target.id }
  const other = sessions.get(target.id)
  return other === null ? null : { waits, task: other.task_id }
}

/** Only a queued session waits; a drag of any other one means a column. */
function queued(session: SessionCard | null): SessionCard | null {
  return session?.state === 'idle' ? session : null
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
