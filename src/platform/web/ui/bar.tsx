// How much of a whole is done, as a bar; the number stands beside it.
import type { ReactNode } from 'react'
import './bar.css'

type Props = {
  /** 0 to 1. */
  readonly part: number
  readonly className?: string
}

export function Bar({ part, className = '' }: Props): ReactNode {
  return (
    <span className={`bar ${className}`} aria-hidden>
      <i style={{ width: `${Math.round(part * 100)}%` }} />
    </span>
  )
}
