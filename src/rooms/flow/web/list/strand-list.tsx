// The list at the left: filters, faults of files, and the strands in their groups.
import { CalendarDays, ChevronDown, ChevronRight, RefreshCw } from 'lucide-react'
import { useState, type ReactNode, type RefObject } from 'react'
import { Link } from 'wouter'
import { wordsOf } from '#platform/web/commands/text-match.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import { Empty } from '#platform/web/ui/empty.tsx'
import { SearchField } from '#platform/web/ui/search-field.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { wordsForState } from '#platform/web/ui/dots.ts'
import { setParameters, useParameter } from '#platform/web/shell/parameters.ts'
import { reloadStrands } from '../actions.ts'
import { hrefOfCalendar, hrefOfStrand, type Shown } from '../flow-url.ts'
import { allStrands, strandsLoaded, useStrand } from '../strand-store.ts'
import { FlowNotice } from './flow-notice.tsx'
import { groupStrands, statusChoices, type StrandGroup } from './list-groups.ts'
import { LoadFaults } from './load-faults.tsx'
import { StrandRow } from './strand-row.tsx'
import './strand-list.css'

type Props = { readonly shown: Shown; readonly field: RefObject<HTMLInputElement | null> }

export function StrandList({ shown, field }: Props): ReactNode {
  const all = useValue(allStrands)
  const isLoaded = useValue(strandsLoaded)
  const text = useParameter('q')
  const wanted = useParameter('status')
  const status = statusChoices.find((choice) => choice === wanted) ?? null
  const groups = groupStrands(all, { words: wordsOf(text), status })
  const isFiltered = text.trim() !== '' || status !== null
  const currentId = 'strandId' in shown ? shown.strandId : null
  return (
    <nav className="strand-list" aria-label="Strands">
      <ListHead text={text} status={status ?? ''} field={field} isCalendar={shown.kind === 'calendar'} />
      <div className="scroll">
        <FlowNotice />
        <LoadFaults />
        {isLoaded ? null : <Skeleton lines={9} />}
        {groups.map((group) => (
          <Group key={group.id} group={group} currentId={currentId} isOpened={isFiltered} />
        ))}
        {isLoaded && groups.length === 0 ? <Nothing isFiltered={isFiltered} text={text} /> : null}
      </div>
    </nav>
  )
}

type HeadProps = {
  readonly text: string
  readonly status: string
  readonly field: RefObject<HTMLInputElement | null>
  readonly isCalendar: boolean
}

function ListHead({ text, status, field, isCalendar }: HeadProps): ReactNode {
  return (
    <div className="head list-head">
      <SearchField
        label="Filter strands"
        placeholder="Filter"
        limit={200}
        value={text}
        onType={(words) => setParameters({ q: words })}
        field={field}
      />
      <select
        className="field"
        aria-label="Filter by state"
        value={status}
        onChange={(event) => setParameters({ status: event.target.value })}
      >
        <option value="">Any</option>
        {statusChoices.map((choice) => (
          <option key={choice} value={choice}>
            {wordsForState(choice)}
          </option>
        ))}
      </select>
      <Link
        className="btn icon"
        href={hrefOfCalendar()}
        aria-label="What runs when"
        title="What runs when"
        aria-current={isCalendar ? 'page' : undefined}
      >
        <CalendarDays className="i" aria-hidden />
      </Link>
      <Reload />
    </div>
  )
}

function Reload(): ReactNode {
  const [isBusy, setIsBusy] = useState(false)
  const reload = async () => {
    setIsBusy(true)
    await reloadStrands()
    setIsBusy(false)
  }
  return (
    <Button
      icon={RefreshCw}
      className={isBusy ? 'is-busy' : ''}
      aria-label="Reload strand folders"
      title="Reload strand folders"
      aria-disabled={isBusy}
      onClick={() => (isBusy ? undefined : void reload())}
    />
  )
}

type GroupProps = { readonly group: StrandGroup; readonly currentId: string | null; readonly isOpened: boolean }

/** Seeds stay folded until they are looked for: they do nothing yet. */
function Group({ group, currentId, isOpened }: GroupProps): ReactNode {
  const [isUnfolded, setIsUnfolded] = useState(false)
  const folds = group.id === 'seed'
  const isOpen = !folds || isUnfolded || isOpened || group.strands.some(({ id }) => id === currentId)
  const Arrow = isOpen ? ChevronDown : ChevronRight
  return (
    <section aria-label={group.title}>
      {folds ? (
        <button type="button" className="group" aria-expanded={isOpen} onClick={() => setIsUnfolded(!isUnfolded)}>
          <Arrow className="i" aria-hidden />
          {group.title}
          <span>{group.strands.length}</span>
        </button>
      ) : (
        <h2 className="group">
          {group.title}
          <span>{group.strands.length}</span>
          {group.id === 'gateway' ? <Mirrored by={group.strands[0]?.upstream?.mirrored_by} /> : null}
        </h2>
      )}
      {isOpen
        ? group.strands.map((strand) => (
            <StrandRow
              key={strand.id}
              strand={strand}
              href={hrefOfStrand(strand.id)}
              isCurrent={strand.id === currentId}
            />
          ))
        : null}
    </section>
  )
}

/** When the strand that reads the gateway's jobs last did so. */
function Mirrored({ by = '' }: { readonly by: string | undefined }): ReactNode {
  const last = useStrand(by)?.ticks.findLast(({ status }) => status === 'success')
  if (last === undefined) return null
  return (
    <span className="push">
      mirrored <RelativeTime since={last.at} />
    </span>
  )
}

function Nothing({ isFiltered, text }: { readonly isFiltered: boolean; readonly text: string }): ReactNode {
  if (!isFiltered) {
    return (
      <Empty title="No strands">
        <span>Write one, then reload the folders:</span>
        <CommandLine text="orrery strand new my-strand" name="command" />
      </Empty>
    )
  }
  return (
    <Empty title={text.trim() === '' ? 'No strand is in this state' : `No strand matches “${text.trim()}”`}>
      <Button label="Clear filter" onClick={() => setParameters({ q: '', status: '' })} />
    </Empty>
  )
}
