// One brief: where it is from, what it says, when it came; cut to two lines until it is opened.
import { X } from 'lucide-react'
import { useCallback, useState, type ReactNode } from 'react'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import type { Brief } from '../../contract.ts'
import { removeBrief } from '../data/actions.ts'
import { openRun } from '../triage-url.ts'

export function BriefItem({ brief }: { readonly brief: Brief }): ReactNode {
  const { source, body, tags, created_at: createdAt, consumed_in_run_id: run } = brief
  const [isWhole, setIsWhole] = useState(false)
  const [isCut, setIsCut] = useState(false)
  /** A brief never changes, so its text is measured once: whether two lines hold it. */
  const measure = useCallback((text: HTMLElement | null) => {
    if (text !== null) setIsCut(text.scrollHeight > text.clientHeight)
  }, [])
  return (
    <li className="brief">
      <span className="badge">{source}</span>
      <p ref={measure} className={isWhole ? undefined : 'two-lines'}>
        {body}
      </p>
      <span className="meta of">
        <RelativeTime since={createdAt} />
        {tags.map((tag) => (
          <span key={tag}>#{tag}</span>
        ))}
        {run === null ? null : (
          <button type="button" className="word" onClick={() => openRun(run)}>
            run {run}
          </button>
        )}
        {isCut || isWhole ? (
          <button type="button" className="word" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'less' : 'all of it'}
          </button>
        ) : null}
        {run === null ? (
          <Button
            look="quiet"
            isSmall
            icon={X}
            aria-label={`Remove brief: ${body.slice(0, nameRoom)}`}
            title="Remove"
            onClick={() => void removeBrief(brief)}
          />
        ) : null}
      </span>
    </li>
  )
}

/** Enough of a brief to tell it from others. */
const nameRoom = 60
