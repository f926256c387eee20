// An empty place that offers the next action.
import type { ReactNode } from 'react'
import './empty.css'

type Props = { readonly title: string; readonly children?: ReactNode }

export function Empty({ title, children }: Props): ReactNode {
  return (
    <div className="empty">
      <strong>{title}</strong>
      {children}
    </div>
  )
}
