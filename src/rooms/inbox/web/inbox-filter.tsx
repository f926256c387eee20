// Narrows the inbox: by words and by section, once there is more than an eye takes in.
import { Search } from 'lucide-react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { formatCount } from '#platform/web/time/format.ts'
import { Kbd } from '#platform/web/ui/kbd.tsx'
import type { Inbox } from '../core/arrange.ts'
import type { InboxFilter } from '../core/narrow.ts'
import { sectionWords } from '../core/words.ts'
import { filterInbox } from './inbox-state.ts'

type Props = {
  /** All of it, whatever is filtered for. */
  readonly whole: Inbox
  readonly filter: InboxFilter
  readonly field: RefObject<HTMLInputElement | null>
  /** Leads from the field to what it found. */
  readonly onDown: () => void
}

export function FilterBar({ whole: { sections, counts }, filter: { q, section }, field, onDown }: Props): ReactNode {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown') onDown()
    else if (event.key === 'Escape' && q !== '') filterInbox({ q: '' })
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="inbox-filter">
      <label className="field">
        <Search className="i" aria-hidden />
        <input
          ref={field}
          value={q}
          placeholder={`Filter ${formatCount(counts.open)} by text, project, agent`}
          aria-label="Filter what needs you"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          onChange={(event) => filterInbox({ q: event.target.value })}
          onKeyDown={onKeyDown}
        />
        <span className="wide">
          <Kbd keys="/" />
        </span>
      </label>
      <div className="choice" role="group" aria-label="Section">
        <button type="button" aria-pressed={section === null} onClick={() => filterInbox({ section: null })}>
          All <span className="dim">{formatCount(counts.open)}</span>
        </button>
        {sections.map(({ id, count }) => (
          <button key={id} type="button" aria-pressed={section === id} onClick={() => filterInbox({ section: id })}>
            {sectionWords[id].title} <span className="dim">{formatCount(count)}</span>
          </button>
        ))}
      </div>
    </div>
  )
}
