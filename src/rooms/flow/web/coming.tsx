// A moment that is to come, counted down by the page's one clock.
import { useSyncExternalStore, type ReactNode } from 'react'
import { formatExact } from '#platform/web/time/relative-time.tsx'
import { onShownTick, shownNow } from '#platform/web/time/ticker.ts'
import { sayComing } from './strand-words.ts'

export function Coming({ at }: { readonly at: string }): ReactNode {
  const text = useSyncExternalStore(onShownTick, () => sayComing(at, shownNow()))
  return (
    <time dateTime={at} title={formatExact(at)}>
      {text}
    </time>
  )
}

/** The page's present, once a second while `isRunning`; renders no more after that. */
export function useNow(isRunning: boolean): number {
  return useSyncExternalStore(isRunning ? onShownTick : never, isRunning ? shownNow : zero)
}

const never = (): (() => void) => () => {}
const zero = (): number => 0
