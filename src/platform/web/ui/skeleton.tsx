// Stands where something is loading; shown only when loading takes long enough to be seen.
import type { ReactNode } from 'react'
import './skeleton.css'

export function Skeleton({ lines }: { readonly lines: number }): ReactNode {
  return (
    <div className="skeletons" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className="skeleton" />
      ))}
    </div>
  )
}
