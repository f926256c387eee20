// An entry of a menu. Arrow keys step between the entries that stand beside each other.
import type { LucideIcon } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'

type Props = {
  readonly icon: LucideIcon
  readonly label: string
  readonly title?: string
  /** The menu closes first, so that what the entry opens or focuses keeps its focus. */
  readonly close: () => void
  readonly run: () => void
}

export function MenuItem({ icon: Icon, label, title, close, run }: Props): ReactNode {
  const act = () => {
    close()
    run()
  }
  return (
    <button type="button" title={title} onClick={act} onKeyDown={stepWithArrows}>
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
