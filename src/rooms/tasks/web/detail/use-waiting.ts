// The sessions that start after a task.
import { useCallback, useRef, useSyncExternalStore } from 'react'
import { useTaskPorts } from '../ports.ts'

/** Their ids; the same array as long as they are the same. */
export function useWaiting(task: string): readonly string[] {
  const { sessions } = useTaskPorts()
  const last = useRef<readonly string[]>([])
  const read = useCallback(() => {
    const ids = sessions
      .all()
      .filter(({ depends_on: before }) => before.includes(task))
      .map(({ id }) => id)
    if (ids.join(' ') !== last.current.join(' ')) last.current = ids
    return last.current
  }, [sessions, task])
  return useSyncExternalStore(sessions.onChanges, read)
}
