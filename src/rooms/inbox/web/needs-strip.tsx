// Above the board: who waits, permissions first, and how much there is to see. Each opens the inbox.
import type { ReactNode } from 'react'
import { secondMs } from '#base/time.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { formatCount, formatShort } from '#platform/web/time/format.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { StrandName } from '#platform/web/ui/strand-name.tsx'
import { useNarrow } from '#platform/web/ui/use-narrow.ts'
import { useRoomFor } from '#platform/web/ui/use-room-for.ts'
import type { InboxGroup } from '../core/arrange.ts'
import { groupText, groupTitle, needsYou } from '../core/words.ts'
import { formatMoment } from '#platform/web/time/moment.ts'
import { sentence } from './sentence.ts'
import { dotOf } from '../core/dot-of.ts'
import { openInbox } from './inbox-state.ts'
import { inbox as inboxNow } from './inbox-store.ts'
import './needs-strip.css'

/** What can still be read: a title, and how long it has waited. */
const eachPx = 288
/** On a phone they stand in a row that is pushed by a finger, and before the strip was measured. */
const usuallyShown = 4

export function NeedsStrip(): ReactNode {
  const { sections, counts } = useValue(inboxNow)
  const { measure, count } = useRoomFor(eachPx)
  const isNarrow = useNarrow()
  if (counts.open === 0) return null
  const waiting = sections.find(({ id }) => id === 'waiting')?.groups ?? []
  const groups = waiting.length > 0 ? waiting : sections.flatMap((section) => section.groups)
  const most = isNarrow || count === null ? usuallyShown : Math.max(1, count)
  const hidden = groups.length - most
  const toSee = waiting.length === 0 ? 0 : counts.to_see
  const rest = [hidden > 0 ? `${formatCount(hidden)} more` : null, toSee > 0 ? `${formatCount(toSee)} to see` : null]
  return (
    <section className="needs" id="needs" aria-label="Needs you">
      <h2>
        <button type="button" onClick={() => openInbox()}>
          {counts.waiting > 0 ? (
            <span className="count">{formatCount(counts.waiting)}</span>
          ) : (
            <span>{formatCount(counts.to_see)}</span>
          )}
          {counts.waiting === 0 ? 'to see' : needsYou(counts.waiting)}
        </button>
      </h2>
      <ol ref={measure}>
        {groups.slice(0, most).map((group) => (
          <Cell key={group.id} group={group} />
        ))}
      </ol>
      {rest.some((part) => part !== null) ? (
        <button type="button" className="more" onClick={() => openInbox()}>
          {rest.filter((part) => part !== null).join(', ')}
        </button>
      ) : null}
    </section>
  )
}

function Cell({ group }: { readonly group: InboxGroup }): ReactNode {
  const [first] = group.items
  const text = groupText(group, formatMoment)
  return (
    <li>
      <button type="button" onClick={() => openInbox(first.id)}>
        <Dot state={dotOf[first.kind]} />
        <span className="cut">
          <StrandName name={groupTitle(group)} />
        </span>
        <span className="meta cut">{sentence(group, text)}</span>
        <RelativeTime since={first.since} format={formatWait} />
      </button>
    </li>
  )
}

/** A wait that has just begun is no number yet. */
function formatWait(ms: number): string {
  return ms < secondMs ? 'now' : formatShort(ms)
}
