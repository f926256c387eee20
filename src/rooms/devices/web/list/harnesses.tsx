// Which of the harnesses are installed, as filled places and by their names.
import type { ReactNode } from 'react'

/** The catalog is locked; the page takes types from contracts, not values. */
export const harnessesInAll = 6

export function Harnesses({ names }: { readonly names: readonly string[] }): ReactNode {
  return (
    <>
      <span className="row">
        <span className="places" aria-hidden>
          {Array.from({ length: harnessesInAll }, (_, place) => (
            <i key={place} className={place < names.length ? undefined : 'free'} />
          ))}
        </span>
        <span className="meta">
          {names.length} of {harnessesInAll}
        </span>
      </span>
      <div className="tags cut" title={names.join(', ')}>
        {names.join(', ')}
      </div>
    </>
  )
}
