// A group of the inbox as a row: two lines, and once it is opened what it says and what can be done.
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDuration } from '#base/duration.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { StrandName } from '#platform/web/ui/strand-name.tsx'
import type { InboxGroup } from '../core/arrange.ts'
import { groupText, groupTitle } from '../core/words.ts'
import { MainActButton } from './act-buttons.tsx'
import { formatMoment } from '#platform/web/time/moment.ts'
import { dotOf } from '../core/dot-of.ts'
import { InboxOpened } from './inbox-opened.tsx'
import { canBeSeen, markSeen } from './item-acts.ts'
import { useInboxPorts } from './ports.ts'
import { sentence } from './sentence.ts'

type Props = {
  readonly group: InboxGroup
  readonly isOpen: boolean
  readonly onToggle: () => void
  /** What can be done stands in the row, where there is room; else it comes with the pointer. */
  readonly acts?: 'shown'
}

export function InboxRow({ group, isOpen, onToggle, acts }: Props): ReactNode {
  const { items } = group
  const [first] = items
  const text = groupText(group, formatMoment)
  const classes = ['item', items.length > 1 && 'group', isOpen && 'open', acts === 'shown' && 'with-acts']
    .filter(Boolean)
    .join(' ')
  return (
    <li className={classes} aria-current={isOpen ? 'true' : undefined} data-group={group.id}>
      <button type="button" className="line" aria-expanded={isOpen} onClick={onToggle}>
        <Dot state={dotOf[first.kind]} />
        <b className="cut">
          <StrandName name={groupTitle(group)} />
        </b>
        <RelativeTime since={first.since} format={formatDuration} className="meta" />
        <span className="meta cut">
          <Place group={group} />
          {sentence(group, text)}
        </span>
      </button>
      {isOpen ? (
        <InboxOpened group={group} />
      ) : acts === 'shown' ? (
        <RowActs group={group} onReply={onToggle} />
      ) : (
        <Quickly group={group} />
      )}
    </li>
  )
}

/** Of a session that stands for itself; several may run on several devices. */
function Place({ group: { items } }: { readonly group: InboxGroup }): ReactNode {
  const { SessionPlace } = useInboxPorts()
  const [{ subject }] = items
  return subject.type === 'session' && items.length === 1 ? <SessionPlace id={subject.id} /> : null
}

/** Beside the line: what a card would offer. */
function RowActs({ group, onReply }: { readonly group: InboxGroup; readonly onReply: () => void }): ReactNode {
  const { SessionActions, ReplyButton } = useInboxPorts()
  const [{ subject }] = group.items
  return (
    <span className="row-acts">
      {subject.type === 'session' && group.items.length === 1 ? (
        <>
          <ReplyButton id={subject.id} onReply={onReply} />
          <SessionActions id={subject.id} />
        </>
      ) : (
        <MainActButton group={group} />
      )}
      {group.items.every(canBeSeen) ? (
        <Button isSmall look="quiet" icon={Check} label="Seen" onClick={() => markSeen(group)} />
      ) : null}
    </span>
  )
}

/** On hover and focus, in the place of the time. */
function Quickly({ group }: { readonly group: InboxGroup }): ReactNode {
  return (
    <span className="quickly">
      <MainActButton group={group} />
      {group.items.every(canBeSeen) ? (
        <Button isSmall look="quiet" icon={Check} label="Seen" onClick={() => markSeen(group)} />
      ) : null}
    </span>
  )
}
