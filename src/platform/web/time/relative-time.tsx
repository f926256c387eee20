// A moment or a duration that stays true by itself, with the exact time on hover.
import { useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { fromIso } from '#base/time.ts'
import { formatAgo } from './format.ts'
import { onShownTick, shownNow } from './ticker.ts'

type Props = {
  /** ISO 8601. */
  readonly since: string
  readonly className?: string
  /** From elapsed milliseconds to text; `3 min ago` when left out. */
  readonly format?: (elapsedMs: number) => string
}

export function RelativeTime({ since, className, format = formatAgo }: Props): ReactNode {
  const text = useElapsed(since, format)
  // The words change each second or minute, the moment does not, and putting it in words costs more than all else here.
  const title = useMemo(() => formatExact(since), [since])
  return (
    <time className={className} dateTime={since} title={title}>
      {text}
    </time>
  )
}

/** The text for the time elapsed since `since`; renders again only when the text changes. */
export function useElapsed(since: string, format: (elapsedMs: number) => string): string {
  const startMs = fromIso(since)
  return useSyncExternalStore(onShownTick, () => format(shownNow() - startMs))
}

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'medium' })

/** The moment in full, in the reader's language and time zone. */
export function formatExact(iso: string): string {
  const ms = fromIso(iso)
  return Number.isNaN(ms) ? iso : exact.format(ms)
}
