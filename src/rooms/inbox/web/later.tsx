// What was put off, and what was seen: folded at the foot of the inbox, each with the way back.
import { ChevronRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { formatCount } from '#platform/web/time/format.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { StrandName } from '#platform/web/ui/strand-name.tsx'
import type { InboxItem } from '../contract.ts'
import type { Inbox } from '../core/arrange.ts'
import { formatMoment } from '#platform/web/time/moment.ts'
import { dotOf } from '../core/dot-of.ts'
import { bringBack } from './item-acts.ts'

export function Later({ inbox: { snoozed, seen, nextBack } }: { readonly inbox: Inbox }): ReactNode {
  return (
    <>
      <Folded
        title="Snoozed"
        note={nextBack === null ? 'until they change' : `next back at ${formatMoment(nextBack)}`}
        items={snoozed}
      />
      <Folded title="Seen" note="until they fail again" items={seen} />
    </>
  )
}

type Props = { readonly title: string; readonly note: string; readonly items: readonly InboxItem[] }

/** More at once would make the page slow for what nobody asked for. */
const mostShown = 100

function Folded({ title, note, items }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false)
  if (items.length === 0) return null
  return (
    <details className="later" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <ChevronRight className="i" aria-hidden />
        {title} <span className="dim">{formatCount(items.length)}</span>
        <span className="meta">{note}</span>
      </summary>
      {isOpen ? (
        <ol className="members">
          {items.slice(0, mostShown).map((item) => (
            <li key={item.id}>
              <Dot state={dotOf[item.kind]} />
              <span className="cut">
                <StrandName name={item.title} />
              </span>
              <span className="meta">{item.mark?.kind === 'snoozed' ? whenBack(item.mark.until) : null}</span>
              <Button
                isSmall
                look="quiet"
                label="Bring back"
                aria-label={`Bring back ${item.title}`}
                onClick={() => bringBack(item)}
              />
            </li>
          ))}
        </ol>
      ) : null}
    </details>
  )
}

function whenBack(until: string | null): string {
  return until === null ? 'when it changes' : `at ${formatMoment(until)}`
}
