// A share as a bar; of a budget it is marked at 80 %.
import type { ReactNode } from 'react'
import type { BudgetStand } from '../contract.ts'
import '#platform/web/ui/bar.css'
import './share.css'

type Props = {
  /** 0 to 1. */
  readonly part: number
  readonly state?: BudgetStand['state']
  readonly isMarked?: boolean
}

export function Share({ part, state = 'within', isMarked = false }: Props): ReactNode {
  return (
    <span className={`bar fuel-share ${isMarked ? 'marked' : ''}`} data-state={state} aria-hidden>
      <i style={{ width: `${Math.min(100, Math.round(part * 100))}%` }} />
    </span>
  )
}
