// A moment or a duration that stays true by itself, with the exact time on hover.
import { useSyncExternalStore, type ReactNode } from 'react'
import { fromIso } from '#base/time.ts'
import { formatAgo } from './format.ts'
import { onTick, tickerNow } from './ticker.ts'

type Props = {
  /** ISO 8601. */
  readonly since: string
  readonly className?: string
  /** From elapsed milliseconds to text; `3 min ago` when left out. */
  readonly format?: (elapsedMs: number) => string
}

export function RelativeTime({ since, className, format = formatAgo }: Props): ReactNode {
  const text = useElapsed(since, format)
  return (
    <time className={className} dateTime={since} title={formatExact(since)}>
      {text}
    </time>
  )
}

/** The text for the time elapsed since `since`; renders again only when the text changes. */
export function useElapsed(since: string, format: (elapsedMs: number) => string): string {
  const startMs = fromIso(since)
  return useSyncExternalStore(onTick, () => format(tickerNow() - startMs))
}

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'medium' })

/** The moment in full, in the reader's language and time zone. */
export function formatExact(iso: string): string {
  const ms = fromIso(iso)
  return Number.isNaN(ms) ? iso : exact.format(ms)
}
