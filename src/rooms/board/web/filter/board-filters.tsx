// The filters of the board: they only hide, and stand in the address.
import { Search, SlidersHorizontal } from 'lucide-react'
import { useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { lazyOverlay } from '#platform/web/lazy/lazy-part.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Kbd } from '#platform/web/ui/kbd.tsx'
import { useNarrow } from '#platform/web/ui/use-narrow.ts'
import { isFiltering } from '../../core/filter.ts'
import { priorityChoices, typeChoices, type FilterFields } from './board-url.ts'

/** A sheet, which only phones need. */
const Pop = lazyOverlay(() => import('#platform/web/ui/pop.tsx').then(({ Pop }) => Pop))

type Props = { readonly fields: FilterFields; readonly field: RefObject<HTMLInputElement | null> }

export function BoardFilters({ fields, field }: Props): ReactNode {
  const isNarrow = useNarrow()
  return (
    <>
      <TextFilter fields={fields} field={field} />
      {isNarrow ? <FilterSheet fields={fields} /> : <Choices fields={fields} />}
    </>
  )
}

function TextFilter({ fields: { text, set }, field }: Props): ReactNode {
  const isNarrow = useNarrow()
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape') return
    if (text === '') event.currentTarget.blur()
    else set('q', '')
  }
  return (
    <label className="field">
      <Search className="i" aria-hidden />
      <input
        ref={field}
        value={text}
        placeholder={isNarrow ? 'Filter' : 'Filter by text, project, agent'}
        aria-label="Filter"
        spellCheck={false}
        onChange={(event) => set('q', event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Kbd keys="/" />
    </label>
  )
}

function Choices({ fields: { filter, set } }: { readonly fields: FilterFields }): ReactNode {
  return (
    <>
      <Choice name="Type" chosen={filter.type} choices={typeChoices} onChoose={(type) => set('type', type)} />
      <Choice
        name="Priority"
        chosen={filter.priority}
        choices={priorityChoices}
        onChoose={(priority) => set('priority', priority)}
      />
    </>
  )
}

type ChoiceProps = {
  readonly name: string
  readonly chosen: string | null
  readonly choices: readonly string[]
  /** An empty text for all. */
  readonly onChoose: (choice: string) => void
}

function Choice({ name, chosen, choices, onChoose }: ChoiceProps): ReactNode {
  return (
    <div className="choice" role="group" aria-label={name}>
      <button type="button" aria-pressed={chosen === null} onClick={() => onChoose('')}>
        All
      </button>
      {choices.map((choice) => (
        <button key={choice} type="button" aria-pressed={chosen === choice} onClick={() => onChoose(choice)}>
          {choice.charAt(0).toUpperCase() + choice.slice(1)}
        </button>
      ))}
    </div>
  )
}

function FilterSheet({ fields }: { readonly fields: FilterFields }): ReactNode {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const isOn = isFiltering({ ...fields.filter, words: [] })
  return (
    <>
      <Button
        icon={SlidersHorizontal}
        className={isOn ? 'is-on' : ''}
        aria-label={isOn ? 'Filter by type and priority, in force' : 'Filter by type and priority'}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      {anchor === null ? null : (
        <Pop name="Filter" anchor={anchor} className="filter-sheet" onClose={() => setAnchor(null)}>
          <p className="label">Show</p>
          <Choices fields={fields} />
          {isOn ? <Button label="Show all" onClick={fields.clear} /> : null}
        </Pop>
      )}
    </>
  )
}
