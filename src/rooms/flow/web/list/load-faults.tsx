// Files that brought no strand, each with its place and its reason.
import type { ReactNode } from 'react'
import { useValue } from '#platform/web/store/value-store.ts'
import { CopyButton } from '#platform/web/ui/copy-button.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { loadErrors } from '../strand-store.ts'
import './load-faults.css'

export function LoadFaults(): ReactNode {
  const errors = useValue(loadErrors)
  if (errors.length === 0) return null
  const title = errors.length === 1 ? '1 file could not be loaded' : `${errors.length} files could not be loaded`
  return (
    <section className="load-faults" aria-label={title}>
      <h2>
        <Dot state="failed" isMute />
        {title}
      </h2>
      <ul>
        {errors.map(({ file, line, reason }) => {
          const place = line === null ? file : `${file}:${line}`
          return (
            <li key={`${place} ${reason}`}>
              <p className="row">
                <code className="cut" title={place}>
                  {shortPlace(place)}
                </code>
                <CopyButton text={place} name="place of the fault" />
              </p>
              <p className="soft">{reason}</p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The end of a path says which file; the whole is on hover and in the copy. */
function shortPlace(place: string): string {
  const parts = place.split('/')
  return parts.length > 3 ? `…/${parts.slice(-2).join('/')}` : place
}
