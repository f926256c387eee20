// A task's name as a link to its panel: opens over the present page, or on the board in a tab of its own.
import type { MouseEvent, ReactNode } from 'react'
import { hrefOfTask, openTask } from '../task-url.ts'

type Props = { readonly id: string; readonly className?: string; readonly children: ReactNode }

export function TaskLink({ id, className, children }: Props): ReactNode {
  return (
    <a className={className} href={hrefOfTask(id)} data-task={id} onClick={(event) => openHere(event, id)}>
      {children}
    </a>
  )
}

function openHere(event: MouseEvent, id: string): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  openTask(id)
}
