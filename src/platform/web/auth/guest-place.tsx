// Where a page asks for a login, or says why it can't be read: in the middle of it, as wide as it is read well.
import type { ReactNode } from 'react'
import './guest-place.css'

export function GuestPlace({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className="guest-place">{children}</div>
}
