// The inbox: its head, its sections, what is put off and seen, and its keys.
import { Check, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useCommands, type Command } from '#platform/web/commands/registry.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import { Empty } from '#platform/web/ui/empty.tsx'
import { Kbd } from '#platform/web/ui/kbd.tsx'
import { undo } from '#platform/web/undo/undo.ts'
import { inOrder, type Inbox, type InboxGroup, type InboxSection } from '../core/arrange.ts'
import { isFiltering, narrow, type InboxFilter } from '../core/narrow.ts'
import { countsInWords, sectionNote, sectionWords } from '../core/words.ts'
import { formatMoment } from '#platform/web/time/moment.ts'
import { FilterBar } from './inbox-filter.tsx'
import { focusLine, keepPlace, stepLine } from './inbox-focus.ts'
import { InboxRow } from './inbox-row.tsx'
import { filterInbox, useInboxFilter } from './inbox-state.ts'
import { inbox as inboxNow } from './inbox-store.ts'
import { Later } from './later.tsx'
import { markItems } from './mark.ts'
import { canBeSeen, markSeen } from './item-acts.ts'
import './inbox.css'

type Props = {
  /** The item to begin with; null for the first that waits. */
  readonly item: string | null
  readonly onClose: (() => void) | null
}

export function InboxView({ item, onClose }: Props): ReactNode {
  const whole = useValue(inboxNow)
  const filter = useInboxFilter()
  const inbox = narrow(whole, filter)
  const place = useRef<HTMLElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const groups = inbox.sections.flatMap((section) => section.groups)
  const [openId, setOpen] = useState(() => groupWith(groups, item)?.id ?? firstWaiting(inbox))
  const isFresh = useRef(onClose === null && item === null)
  useEffect(() => {
    // A page that has just come leaves the focus where it is; its keys mean what is open.
    if (isFresh.current) isFresh.current = false
    else focusLine(place.current, openId)
  }, [openId])
  useInboxKeys({ place, field, groups, openId, setOpen })
  const toggle = (id: string) => setOpen(openId === id ? null : id)
  const isLong = countGroups(whole) > fewGroups || isFiltering(filter)
  return (
    // Named by what holds it; a section, so that its head is not taken for that of the page.
    <section className="inbox" ref={place}>
      <Head inbox={inbox} isNarrowed={isFiltering(filter)} onClose={onClose} />
      {isLong ? (
        <FilterBar whole={whole} filter={filter} field={field} onDown={() => stepLine(place.current, 1)} />
      ) : null}
      <div className="scroll">
        {groups.length > 0 ? null : isFiltering(filter) ? <NoneFound filter={filter} /> : <Nobody inbox={inbox} />}
        {inbox.sections.map((section) => (
          <Section key={section.id} section={section} openId={openId} onToggle={toggle} />
        ))}
        <Later inbox={inbox} />
      </div>
      {groups.length === 0 ? null : <Legend />}
    </section>
  )
}

const firstWaiting = ({ sections: [first] }: Inbox): string | null =>
  first?.id === 'waiting' ? (first.groups[0]?.id ?? null) : null

function groupWith(groups: readonly InboxGroup[], item: string | null): InboxGroup | undefined {
  return groups.find(({ id, items }) => id === item || items.some((each) => each.id === item))
}

const countGroups = ({ sections }: Inbox): number => sections.reduce((sum, { groups }) => sum + groups.length, 0)

type HeadProps = { readonly inbox: Inbox; readonly isNarrowed: boolean; readonly onClose: (() => void) | null }

function Head({ inbox, isNarrowed, onClose }: HeadProps): ReactNode {
  const seeable = inOrder(inbox).filter(canBeSeen)
  const { open } = inbox.counts
  const rest = open > inbox.counts.waiting + inbox.counts.to_see ? `; ${formatCount(open)} in all, grouped` : ''
  const title = `Seen: ${formatCount(seeable.length)} ${seeable.length === 1 ? 'thing' : 'things'}.`
  return (
    <header>
      <h2>Needs you</h2>
      <span className="meta">{`${countsInWords(inbox.counts)}${rest}`}</span>
      <span className="push row">
        {seeable.length === 0 ? null : (
          <Button
            isSmall
            look="quiet"
            icon={Check}
            label={isNarrowed ? `Seen: these ${formatCount(seeable.length)}` : 'All seen'}
            onClick={() => void markItems(seeable, { mark: 'seen' }, { title, text: 'What fails again comes back.' })}
          />
        )}
        {onClose === null ? null : <Button isSmall look="quiet" icon={X} aria-label="Close" onClick={onClose} />}
      </span>
    </header>
  )
}

/** So many groups of a section are in sight at once; the rest opens. */
const fewGroups = 5
const furtherGroups = 50

type SectionProps = {
  readonly section: InboxSection
  readonly openId: string | null
  readonly onToggle: (id: string) => void
}

function Section({ section, openId, onToggle }: SectionProps): ReactNode {
  const { id, count, groups } = section
  const [most, setMost] = useState(fewGroups)
  const openAt = groups.findIndex((group) => group.id === openId)
  const shown = groups.slice(0, Math.max(most, openAt + 1))
  const more = groups.length - shown.length
  return (
    <section className="sec" aria-labelledby={`inbox-${id}`}>
      <h3 id={`inbox-${id}`}>
        {sectionWords[id].title}
        <span className={id === 'waiting' ? 'count' : 'dim'}>{formatCount(count)}</span>
        <span className="meta cut">{sectionNote(section)}</span>
      </h3>
      <ol>
        {shown.map((group) => (
          <InboxRow key={group.id} group={group} isOpen={group.id === openId} onToggle={() => onToggle(group.id)} />
        ))}
        {more > 0 ? (
          <li className="rest">
            <Button
              isSmall
              look="quiet"
              label={`and ${formatCount(more)} more`}
              onClick={() => setMost(most + furtherGroups)}
            />
          </li>
        ) : null}
      </ol>
    </section>
  )
}

function NoneFound({ filter: { q } }: { readonly filter: InboxFilter }): ReactNode {
  return (
    <Empty title={q.trim() === '' ? 'Nothing of this kind needs you' : `Nothing that needs you has “${q.trim()}”`}>
      <Button label="Show all" onClick={() => filterInbox({ q: '', section: null })} />
    </Empty>
  )
}

function Nobody({ inbox: { counts, nextBack } }: { readonly inbox: Inbox }): ReactNode {
  const put = [
    counts.seen === 0 ? null : `${formatCount(counts.seen)} seen`,
    counts.snoozed === 0 ? null : `${formatCount(counts.snoozed)} snoozed`,
  ].filter((part) => part !== null)
  return (
    <Empty title="Nobody needs you">
      <span>Whoever asks next stands here and in the tab’s title.</span>
      <Link className="btn" href="/board">
        Watch the board
      </Link>
      <CommandLine text="orrery inbox" name="the command" />
      {put.length === 0 ? null : (
        <span className="meta">{`${put.join(', ')}${nextBack === null ? '' : ` until ${formatMoment(nextBack)}`}`}</span>
      )}
    </Empty>
  )
}

const legend = [
  { keys: 'j', words: 'next' },
  { keys: 'k', words: 'before' },
  { keys: 'e', words: 'seen' },
  { keys: 's', words: 'snooze' },
  { keys: 'u', words: 'undo' },
  { keys: '/', words: 'filter' },
] as const

function Legend(): ReactNode {
  return (
    <footer className="legend wide">
      {legend.map(({ keys, words }) => (
        <span key={keys}>
          <Kbd keys={keys} />
          {words}
        </span>
      ))}
      <Link className="push lk" href="/board?needs=1">
        Only these on the board
      </Link>
    </footer>
  )
}

type Keyed = {
  readonly place: { readonly current: HTMLElement | null }
  readonly field: { readonly current: HTMLInputElement | null }
  readonly groups: readonly InboxGroup[]
  readonly openId: string | null
  readonly setOpen: (id: string) => void
}

/** In force while the inbox is shown; they win over those of the page below. */
function useInboxKeys({ place, field, groups, openId, setOpen }: Keyed): void {
  const commands = useMemo((): readonly Command[] => {
    /** The one with the focus; without it the one that is open. */
    const at = () =>
      groupWith(groups, place.current?.querySelector('.item:focus-within')?.getAttribute('data-group') ?? openId)
    const seen = () => {
      const group = at()
      if (group !== undefined && group.items.some(canBeSeen)) keepPlace(place.current, () => markSeen(group))
    }
    const snooze = () => {
      const group = at()
      if (group === undefined) return
      setOpen(group.id)
      requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('.item.open [data-act="snooze"]')?.click())
    }
    const keysOnly = { group: 'Page', keysOnly: true } as const
    return [
      { id: 'inbox.next', title: 'Next in the inbox', keys: 'j', run: () => stepLine(place.current, 1), ...keysOnly },
      {
        id: 'inbox.before',
        title: 'Before it in the inbox',
        keys: 'k',
        run: () => stepLine(place.current, -1),
        ...keysOnly,
      },
      { id: 'inbox.seen', title: 'Seen', keys: 'e', run: seen, ...keysOnly },
      { id: 'inbox.snooze', title: 'Snooze', keys: 's', run: snooze, ...keysOnly },
      { id: 'inbox.filter', title: 'Filter what needs you', keys: '/', run: () => field.current?.focus(), ...keysOnly },
      { id: 'inbox.undo', title: 'Undo', keys: 'u', run: () => void undo(), ...keysOnly },
    ]
  }, [place, field, groups, openId, setOpen])
  useCommands(commands)
}
