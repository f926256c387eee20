// Stands in the place of what shows cards: nothing is known yet, or it may not be read from here.
import type { ReactNode } from 'react'
import { useValue } from '#platform/web/store/value-store.ts'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { usePorts } from '../ports.ts'
import { useFeed } from './feed-context.ts'
import { NotReadable } from './lazy-not-readable.ts'

/** The children once the cards are told; `title` heads the page until then. */
export function Gate({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  const { index } = usePorts()
  const { isLoaded, refusal } = useFeed()
  const size = useValue(index.size)
  if (size > 0 || (isLoaded && refusal === null)) return children
  return (
    <>
      <h1 className="sr">{title}</h1>
      {refusal === null ? <Skeleton lines={6} /> : <NotReadable problem={refusal} />}
    </>
  )
}
