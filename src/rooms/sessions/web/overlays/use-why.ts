// The words for why a session stands where it stands, with the titles of the tasks that it waits for.
import { useCallback, useSyncExternalStore } from 'react'
import type { SessionCard } from '../../contract.ts'
import { shownStateOf } from '../../core/end/shown-state.ts'
import { joinNames, whyOf, type NameOf } from '../../core/list/why.ts'
import { useSessionPorts } from '../ports.ts'

export function useWhy(session: SessionCard): string | null {
  const why = whyOf(session, useTaskNames(session.blocked_by))
  // 'Stopped by you' stands beside it.
  return shownStateOf(session) === 'stopped_by_you' ? why?.replace(/^stopped ?/, '') || null : why
}

/** All that the session still waits for, as one part of a sentence. */
export function useBlockerNames({ blocked_by: blockers }: SessionCard): string {
  return joinNames(blockers.map(useTaskNames(blockers)))
}

/** Renders again when one of these tasks gets another title. */
function useTaskNames(ids: readonly string[]): NameOf {
  const { taskOf, onTask } = useSessionPorts()
  const nameOf = (id: string) => {
    const title = taskOf(id)?.title
    return title === undefined ? id : `“${title}”`
  }
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = ids.map((id) => onTask(id, listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
    [ids, onTask],
  )
  useSyncExternalStore(subscribe, () => ids.map(nameOf).join('\n'))
  return nameOf
}
