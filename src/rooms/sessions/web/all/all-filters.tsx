// The filters of all sessions; each stands in the address.
import { Search } from 'lucide-react'
import { useMemo, useRef, type ReactNode } from 'react'
import { useCommands, type Command } from '#platform/web/commands/registry.ts'
import { setParameters } from '#platform/web/shell/parameters.ts'
import { wordsForState } from '#platform/web/ui/dots.ts'
import { Kbd } from '#platform/web/ui/kbd.tsx'
import type { Narrowing } from '../../core/list/narrow.ts'
import { usePlaces } from '../places.ts'
import { standings } from './all-url.ts'

type Props = {
  readonly narrowing: Narrowing
  /** Those that there are sessions of. */
  readonly harnesses: readonly string[]
}

export function AllFilters({ narrowing, harnesses }: Props): ReactNode {
  const places = usePlaces()
  return (
    <div className="all-filters">
      <WordsField words={narrowing.words} />
      <Choice
        name="state"
        label="State"
        all="Live and ended"
        value={narrowing.standing}
        of={standings.map(toStanding)}
      />
      {places.length === 0 ? null : (
        <Choice
          name="device"
          label="Device"
          all="Every device"
          value={narrowing.device}
          of={places.map(({ id, label }) => [id, label])}
        />
      )}
      <Choice
        name="harness"
        label="Harness"
        all="Every harness"
        value={narrowing.harness}
        of={harnesses.map((each) => [each, each])}
      />
    </div>
  )
}

function toStanding(standing: (typeof standings)[number]): readonly [string, string] {
  if (standing === 'live') return [standing, 'Live']
  return [standing, standing === 'ended' ? 'Ended' : wordsForState(standing)]
}

type ChoiceProps = {
  /** The parameter of the address. */
  readonly name: string
  readonly label: string
  readonly all: string
  readonly value: string
  readonly of: readonly (readonly [value: string, words: string])[]
}

/** A value of the address that is offered no more stays chosen, or it would look like no filter. */
function Choice({ name, label, all, value, of }: ChoiceProps): ReactNode {
  const isOffered = value === '' || of.some(([each]) => each === value)
  return (
    <select
      className="field"
      aria-label={label}
      value={value}
      onChange={({ target }) => setParameters({ [name]: target.value })}
    >
      <option value="">{all}</option>
      {of.map(([each, words]) => (
        <option key={each} value={each}>
          {words}
        </option>
      ))}
      {isOffered ? null : <option value={value}>{value}</option>}
    </select>
  )
}

function WordsField({ words }: { readonly words: string }): ReactNode {
  const field = useRef<HTMLInputElement>(null)
  const commands = useMemo<readonly Command[]>(
    () => [
      {
        id: 'sessions.filter',
        title: 'Filter sessions',
        group: 'Session',
        keys: '/',
        keysOnly: true,
        run: () => field.current?.select(),
      },
    ],
    [],
  )
  useCommands(commands)
  return (
    <label className="field words-field">
      <Search className="i" aria-hidden />
      <input
        ref={field}
        value={words}
        placeholder="Filter by text, device, agent"
        aria-label="Filter sessions"
        spellCheck={false}
        onChange={({ target }) => setParameters({ q: target.value })}
        onKeyDown={({ key, currentTarget }) => {
          if (key !== 'Escape') return
          if (words === '') currentTarget.blur()
          else setParameters({ q: '' })
        }}
      />
      <Kbd keys="/" />
    </label>
  )
}
