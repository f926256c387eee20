// The first block of Home: the same rows as in the inbox, the first of them.
import type { ReactNode } from 'react'
import { createValue, useValue } from '#platform/web/store/value-store.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { useSteady } from '#platform/web/ui/steady.ts'
import type { InboxGroup } from '../core/arrange.ts'
import { InboxRow } from './inbox-row.tsx'
import { openInbox } from './inbox-state.ts'
import { inbox as inboxNow } from './inbox-store.ts'
import './inbox.css'

/** Home is a glance; the inbox shows all. `rows` are shown. */
export function NeedsBlock({ rows }: { readonly rows: number }): ReactNode {
  const { sections } = useValue(inboxNow)
  const openId = useValue(openRow)
  const groups = sections.flatMap((section) => section.groups)
  const shown = useSteady(groups.slice(0, rows), keyOf)
  if (shown.length === 0) return null
  const more = groups.length - shown.length
  const isWaited = sections[0]?.id === 'waiting'
  return (
    <section>
      <h2>
        Need you <span className="meta">{isWaited ? 'who waits first' : 'until seen'}</span>
        {more > 0 ? (
          <button type="button" className="btn quiet small push" onClick={() => openInbox()}>
            {formatCount(more)} more
          </button>
        ) : null}
      </h2>
      <ol className={isWaited ? 'inbox-rows calls' : 'inbox-rows'}>
        {shown.map((group) => (
          <InboxRow
            key={group.id}
            group={group}
            acts="shown"
            isOpen={group.id === openId}
            onToggle={() => keepOpen(group.id === openId ? null : group.id)}
          />
        ))}
      </ol>
    </section>
  )
}

const keyOf = ({ id }: InboxGroup): string => id

/** A reload keeps what was opened. */
const openName = 'home-open-row'
const openRow = createValue(sessionStorage.getItem(openName))

function keepOpen(id: string | null): void {
  if (id === null) sessionStorage.removeItem(openName)
  else sessionStorage.setItem(openName, id)
  openRow.set(id)
}
