// Tasks offered while a task's id or title is typed.
import type { ReactNode } from 'react'
import { wordsForState } from '#platform/web/ui/dots.ts'
import { useSessionPorts } from '../ports.ts'

/** More are found by typing on. */
const mostOffered = 30

/** A browser's own list: what is taken from it is the id. */
export function TaskOptions({ listId, query }: { readonly listId: string; readonly query: string }): ReactNode {
  const { findTasks } = useSessionPorts()
  return (
    <datalist id={listId}>
      {findTasks({ query, most: mostOffered }).map(({ id, title, status }) => (
        <option key={id} value={id} label={`${title} (${wordsForState(status).toLowerCase()})`} />
      ))}
    </datalist>
  )
}
