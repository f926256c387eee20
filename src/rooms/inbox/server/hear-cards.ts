// Hears of sessions and tasks as viewers do, and tells what of them needs a person.
import type { KindFollowing } from '#platform/server/live/kinds.ts'
import { liveSessions } from '#rooms/sessions/api.ts'
import type { SessionCard } from '#rooms/sessions/contract.ts'
import { liveTasks } from '#rooms/tasks/api.ts'
import type { TellNeed } from '../contract.ts'
import type { InboxPorts } from './ports.ts'

type Needing = Pick<InboxPorts, 'needOfSession' | 'needOfTask'>

export function hearCards(live: KindFollowing, tell: TellNeed, { needOfSession, needOfTask }: Needing): void {
  /** Those that need somebody: what they say of their task changes with the task. */
  const calling = new Map<string, { readonly session: SessionCard; readonly tasks: readonly string[] }>()

  function hearSession(id: string, session: SessionCard | null): void {
    const need = session === null ? null : needOfSession(session)
    if (session === null || need === null) calling.delete(id)
    else calling.set(id, { session, tasks: [need.task_id, need.about?.id].filter((task) => typeof task === 'string') })
    tell(`session:${id}`, need)
  }

  live.follow(liveTasks, (changes) => {
    for (const { id, value } of changes) tell(`task:${id}`, value === null ? null : needOfTask(value))
    const changed = new Set(changes.map(({ id }) => id))
    for (const { session, tasks } of calling.values()) {
      if (tasks.some((task) => changed.has(task))) hearSession(session.id, session)
    }
  })
  live.follow(liveSessions, (changes) => {
    for (const { id, value } of changes) hearSession(id, value)
  })
}
