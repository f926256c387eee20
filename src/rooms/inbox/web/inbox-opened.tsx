// What a row of the inbox shows once it is opened: the field for an answer, its members, and what can be done.
import { ArrowRight, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { formatCount } from '#platform/web/time/format.ts'
import { Button } from '#platform/web/ui/button.tsx'
import type { InboxItem } from '../contract.ts'
import type { InboxGroup } from '../core/arrange.ts'
import { partOf } from '../core/narrow.ts'
import { itemText } from '../core/words.ts'
import { MainActButton, MarkButtons } from './act-buttons.tsx'
import { formatMoment } from '#platform/web/time/moment.ts'
import { useInboxPorts } from './ports.ts'

export function InboxOpened({ group }: { readonly group: InboxGroup }): ReactNode {
  const [first, ...others] = group.items
  if (others.length > 0) return <OpenedGroup group={group} />
  return (
    <div className="opened">
      <Reply item={first} />
      <div className="item-acts">
        <OwnActs item={first} group={group} />
        <MarkButtons group={group} />
      </div>
    </div>
  )
}

/** All of them are meant until a person takes some out. */
function OpenedGroup({ group }: { readonly group: InboxGroup }): ReactNode {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const meant = partOf(group, ({ id }) => !left.has(id))
  const toggle = (id: string) => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    setLeft(next)
  }
  return (
    <div className="opened">
      <Members items={group.items} left={left} onToggle={toggle} />
      {meant === null ? (
        <p className="meta">None of them is chosen.</p>
      ) : (
        <div className="item-acts">
          <GroupActs group={meant} />
          <MarkButtons group={meant} />
        </div>
      )}
    </div>
  )
}

function Reply({ item: { kind, subject } }: { readonly item: InboxItem }): ReactNode {
  const { SessionReply } = useInboxPorts()
  return kind === 'needs_you' ? <SessionReply id={subject.id} /> : null
}

type OwnProps = { readonly item: InboxItem; readonly group: InboxGroup }

function OwnActs({ item, group }: OwnProps): ReactNode {
  const { SessionActions, openTask, openSession } = useInboxPorts()
  const { subject } = item
  switch (subject.type) {
    case 'session':
      return (
        <>
          <SessionActions id={subject.id} />
          <Button isSmall icon={ArrowRight} label="Open session" onClick={() => openSession(subject.id)} />
        </>
      )
    case 'task':
      return <Button isSmall icon={ArrowRight} label="Open task" onClick={() => openTask(subject.id)} />
    case 'run':
    case 'strand':
      return (
        <>
          <MainActButton group={group} />
          <PlaceLink item={item} className="btn small" />
        </>
      )
  }
}

function GroupActs({ group }: { readonly group: InboxGroup }): ReactNode {
  const { restartSessions, dismissSessions } = useInboxPorts()
  const { items } = group
  const ids = items.map(({ subject }) => subject.id)
  const [first] = items
  if (first.kind !== 'failed') return <MainActButton group={group} />
  return (
    <>
      <MainActButton group={group} look="primary" />
      {first.again === null ? null : (
        <Button isSmall label="Restart one first" onClick={() => restartSessions([first.subject.id])} />
      )}
      <Button isSmall icon={X} label={`Dismiss ${formatCount(ids.length)}`} onClick={() => dismissSessions(ids)} />
    </>
  )
}

/** So many are in sight at once; the rest opens. */
const fewMembers = 6

type MembersProps = {
  readonly items: readonly InboxItem[]
  /** The ids of those that are not meant. */
  readonly left: ReadonlySet<string>
  readonly onToggle: (id: string) => void
}

function Members({ items, left, onToggle }: MembersProps): ReactNode {
  const [shown, setShown] = useState(fewMembers)
  const more = items.length - shown
  return (
    <ol className="members">
      {items.slice(0, shown).map((item) => (
        <li key={item.id}>
          <input
            type="checkbox"
            checked={!left.has(item.id)}
            aria-label={`Choose ${item.title}`}
            onChange={() => onToggle(item.id)}
          />
          <PlaceLink item={item} className="cut" />
          <span className="meta cut">{itemText(item, formatMoment)}</span>
        </li>
      ))}
      {more > 0 ? (
        <li className="rest">
          <Button isSmall look="quiet" label={`${formatCount(more)} more`} onClick={() => setShown(shown + 50)} />
        </li>
      ) : null}
    </ol>
  )
}

type PlaceProps = { readonly item: InboxItem; readonly className: string }

/** Leads to where the subject is shown in full. */
function PlaceLink({ item: { subject, about, title }, className }: PlaceProps): ReactNode {
  const { hrefOfSession, openSession, hrefOfRun, hrefOfStrand } = useInboxPorts()
  if (subject.type === 'session') {
    return (
      <a
        className={className}
        href={hrefOfSession(subject.id)}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          openSession(subject.id)
        }}
      >
        {title}
      </a>
    )
  }
  if (about === null) return <span className={className}>{title}</span>
  const isRun = subject.type === 'run'
  return (
    <Link className={className} href={isRun ? hrefOfRun(about.id, subject.id) : hrefOfStrand(about.id)}>
      {isRun ? 'Open run' : 'Open strand'}
    </Link>
  )
}
