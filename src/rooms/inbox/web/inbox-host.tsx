// What the inbox does whichever page is shown: its count in the bar, and itself over the page.
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { lazyOverlay } from '#platform/web/lazy/lazy-part.tsx'
import { formatCount } from '#platform/web/time/format.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { countsInWords, needsYou } from '../core/words.ts'
import { closeInbox, inboxPath, openInbox, useInboxOver } from './inbox-state.ts'
import { inbox as inboxNow, needCount } from './inbox-store.ts'

const InboxPop = lazyOverlay(() => import('./inbox-pop.tsx').then(({ InboxPop }) => InboxPop))

export function InboxHost(): ReactNode {
  const open = useInboxOver()
  return open === null ? null : <InboxPop item={open.item} />
}

/** In the top bar: who waits as a number, and what is to see beside it. */
export function NeedsButton(): ReactNode {
  const { counts } = useValue(inboxNow)
  const isOpen = useInboxOver() !== null
  const [location] = useLocation()
  const { waiting, to_see: toSee } = counts
  const words = needsYou(waiting)
  return (
    <button
      type="button"
      className="btn quiet small needbtn"
      title={countsInWords(counts)}
      aria-expanded={isOpen || location === inboxPath}
      onClick={() => (isOpen ? closeInbox() : openInbox())}
    >
      <span className={waiting === 0 ? 'dim' : 'count'} aria-hidden>
        {formatCount(waiting)}
      </span>
      <span className="wide" aria-hidden>
        {words}
      </span>
      {toSee === 0 ? null : (
        <span className="dim wide" aria-hidden>
          +{formatCount(toSee)}
        </span>
      )}
      <span className="sr">{waiting === 0 && toSee === 0 ? `0 ${words}` : countsInWords(counts)}</span>
    </button>
  )
}

/** In the corner of a tab's icon. */
export function NeedsMark(): ReactNode {
  const count = useValue(needCount)
  return count === 0 ? null : <span className="count">{formatCount(count)}</span>
}
