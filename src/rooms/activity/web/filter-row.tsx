// The filters of what happened, as they stand in the address.
import { SlidersHorizontal } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { useNarrow } from '#platform/web/ui/use-narrow.ts'
import { actorNames, actorWords, sourceNames, sourceWords } from '../core/words.ts'
import { setFilters, type Filters } from './filters.ts'
import { TextFilter } from './text-filter.tsx'

/** What stands before the dot of kinds, as a person says it. */
const kinds = {
  session: 'Sessions',
  'session.failed': 'Failed sessions',
  task: 'Tasks',
  run: 'Runs',
  step: 'Failed steps',
  triage: 'Triage',
  auth: 'Logins',
  launch: 'Refused launches',
  settings: 'Settings',
} as const

const spans = { '1h': 'Last hour', '24h': 'Last 24 hours', '7d': 'Last 7 days' } as const

type Props = {
  readonly filters: Filters
  readonly summary: string
  /** What a phone has here rather than in a row of its own. */
  readonly children: ReactNode
}

/** A phone has room for the words alone: the choices are behind a button, which counts those that are made. */
export function FilterRow({ filters, summary, children }: Props): ReactNode {
  const isNarrow = useNarrow()
  const [isOpen, setOpen] = useState(false)
  const { source, actor, kind, since } = filters
  const made = [source, actor, kind, since].filter((choice) => choice !== null).length
  const isFolded = isNarrow && !isOpen
  return (
    <div className="filter-row">
      <TextFilter filters={filters} />
      {isNarrow ? (
        <Button
          icon={SlidersHorizontal}
          aria-label={made === 0 ? 'Filters' : `Filters, ${made} in force`}
          aria-expanded={isOpen}
          {...(made === 0 ? {} : { label: String(made) })}
          onClick={() => setOpen(!isOpen)}
        />
      ) : null}
      {isFolded ? null : <Choices filters={filters} />}
      {isFolded ? null : children}
      <span className="push meta wide">{summary}</span>
    </div>
  )
}

function Choices({ filters }: Pick<Props, 'filters'>): ReactNode {
  const { source, actor, kind, since, until, each } = filters
  const sources = sourceNames.map((id) => [id, sourceWords[id]] as const)
  const actors = actorNames.map((id) => [id, actorWords[id]] as const)
  return (
    <>
      <Choice
        name="Source"
        all="All sources"
        of={sources}
        value={source}
        onChoose={(id) => setFilters({ ...filters, source: id })}
      />
      <Choice
        name="Actor"
        all="Anybody"
        of={actors}
        value={actor}
        onChoose={(id) => setFilters({ ...filters, actor: id })}
      />
      <Choice
        name="Kind"
        all="Any kind"
        of={entriesOf(kinds)}
        value={kind}
        onChoose={(id) => setFilters({ ...filters, kind: id })}
      />
      <Choice
        name="Time"
        all="Any time"
        of={[...entriesOf(spans), ...chosenSpan(filters)]}
        value={until === null ? since : spanKey}
        onChoose={(id) => (id === spanKey ? undefined : setFilters({ ...filters, since: id, until: null }))}
      />
      <label className="pick">
        <input type="checkbox" checked={!each} onChange={() => setFilters({ ...filters, each: !each })} />
        Group repeats
      </label>
    </>
  )
}

/** What was chosen on the strip, as a choice of its own. */
const spanKey = 'span'

function chosenSpan({ since, until }: Filters): readonly (readonly [string, string])[] {
  if (until === null) return []
  const [from, to] = [since, until].map((iso) => (iso === null ? '' : moment.format(new Date(iso))))
  return [[spanKey, `${from} to ${to}`]]
}

const moment = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

const entriesOf = (words: Readonly<Record<string, string>>): (readonly [string, string])[] => Object.entries(words)

type ChoiceProps<T extends string> = {
  readonly name: string
  /** The word for no choice. */
  readonly all: string
  readonly of: readonly (readonly [T, string])[]
  readonly value: T | null | undefined
  readonly onChoose: (value: T | null) => void
}

function Choice<T extends string>({ name, all, of, value, onChoose }: ChoiceProps<T>): ReactNode {
  const known = of.some(([id]) => id === value)
  return (
    <select
      className="field"
      aria-label={name}
      value={value ?? ''}
      onChange={({ target }) => onChoose(of.find(([id]) => id === target.value)?.[0] ?? null)}
    >
      <option value="">{all}</option>
      {known || value === null || value === undefined ? null : <option value={value}>{value}</option>}
      {of.map(([id, words]) => (
        <option key={id} value={id}>
          {words}
        </option>
      ))}
    </select>
  )
}
