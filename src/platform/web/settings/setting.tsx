// One row of the settings: what it is, what it means, what can be done.
import type { ReactNode } from 'react'

type Props = { readonly title: ReactNode; readonly text: ReactNode; readonly children?: ReactNode }

export function Setting({ title, text, children }: Props): ReactNode {
  return (
    <div className="setting">
      <p>{title}</p>
      <p className="meta">{text}</p>
      {children === undefined ? null : <div className="do">{children}</div>}
    </div>
  )
}
