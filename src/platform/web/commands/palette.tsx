// Search or run: one field over everything the page knows and can do.
import { Search } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { copyText } from '../ui/copy-text.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Dot } from '../ui/dot.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { closeCommandOverlay, typedAhead } from './palette-state.ts'
import { findResults, type ResultGroup } from './palette-results.ts'
import './palette.css'
import { paletteSources, type PaletteItem } from './palette-sources.ts'
import { rememberRun } from './recent.ts'
import { markHits, wordsOf, type Part } from './text-match.ts'

export function Palette(): ReactNode {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState(() => typedAhead.get() ?? '')
  const [chosen, setChosen] = useState(0)
  useEffect(() => typedAhead.set(null), [])
  const answered = useAnswers(query.trim())
  // A late answer changes what the same text finds.
  const groups = useMemo(() => (answered >= 0 ? findResults(query) : []), [query, answered])
  const items = groups.flatMap((group) => group.items)
  const current = items[Math.min(chosen, items.length - 1)]
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step !== undefined && items.length > 0) {
      event.preventDefault()
      setChosen((Math.min(chosen, items.length - 1) + step + items.length) % items.length)
    } else if (current !== undefined) {
      actOn(current, event)
    }
  }
  return (
    <Dialog title="Search or run" className="palette" isBare onClose={closeCommandOverlay} initialFocus={input}>
      <label className="ask">
        <Search className="i" aria-hidden />
        <input
          ref={input}
          value={query}
          aria-label="Search or run"
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={current === undefined ? undefined : optionId(listId, current)}
          autoComplete="off"
          spellCheck={false}
          placeholder="Search everything, run a command"
          onChange={(event) => {
            setQuery(event.target.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
        <Kbd keys="Escape" />
      </label>
      <Results listId={listId} groups={groups} current={current} query={query} />
      <Foot shown={items.length} current={current} />
    </Dialog>
  )
}

/** Tells the sources what is typed; the answer counts what came back from those that had to ask. */
function useAnswers(query: string): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    for (const { onQuery } of paletteSources()) onQuery?.(query)
  }, [query])
  useEffect(() => {
    const note = () => setCount((before) => before + 1)
    const stops = paletteSources().map(({ answered }) => answered?.subscribe(note))
    return () => stops.forEach((stop) => stop?.())
  }, [])
  return count
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Enter runs, mod+Enter does the other thing, mod+C copies when no text of the field is selected. */
function actOn(item: PaletteItem, event: KeyboardEvent): void {
  const isHeld = event.ctrlKey || event.metaKey
  if (event.key === 'Enter') {
    event.preventDefault()
    if (isHeld && item.runOther !== undefined) run(item.runOther.run)
    else runItem(item)
  } else if (event.key === 'c' && isHeld && item.copyText !== undefined && !hasSelection(event.target)) {
    event.preventDefault()
    const { copyText: text } = item
    run(() => void copyText(text))
  }
}

function hasSelection(field: EventTarget): boolean {
  return field instanceof HTMLInputElement && field.selectionStart !== field.selectionEnd
}

function runItem(item: PaletteItem): void {
  rememberRun(item.id)
  run(item.run)
}

/** After the palette is gone, so that what the command opens or focuses keeps its focus. */
function run(action: () => void): void {
  closeCommandOverlay()
  setTimeout(action, 0)
}

type ResultsProps = {
  readonly listId: string
  readonly groups: readonly ResultGroup[]
  readonly current: PaletteItem | undefined
  readonly query: string
}

function Results({ listId, groups, current, query }: ResultsProps): ReactNode {
  const words = wordsOf(query)
  if (groups.length === 0) return <p className="palette-none meta">Nothing is called “{query.trim()}”.</p>
  return (
    <div className="scroll" id={listId} role="listbox" aria-label="Results" tabIndex={-1}>
      {groups.map(({ group, items }) => (
        <div key={group} role="group" aria-label={group}>
          <div className="group" aria-hidden>
            {group}
          </div>
          {items.map((item) => (
            <Option
              key={item.id}
              id={optionId(listId, item)}
              item={item}
              isChosen={item === current}
              title={markHits(item.title, words)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type OptionProps = {
  readonly id: string
  readonly item: PaletteItem
  readonly isChosen: boolean
  readonly title: readonly Part[]
}

function Option({ id, item, isChosen, title }: OptionProps): ReactNode {
  const { icon: Icon } = item
  return (
    <div
      ref={(element) => (isChosen ? element?.scrollIntoView({ block: 'nearest' }) : undefined)}
      id={id}
      className="option"
      role="option"
      aria-selected={isChosen}
      onClick={() => runItem(item)}
    >
      {item.dot === undefined ? null : <Dot state={item.dot} />}
      {Icon === undefined ? null : <Icon className="i" aria-hidden />}
      <span className="cut">
        {title.map(({ text, isHit }, index) => (isHit ? <mark key={index}>{text}</mark> : text))}
      </span>
      <span className="meta cut">{item.meta}</span>
      {item.keys === undefined ? null : (
        <span className="push row">
          <Kbd keys={item.keys} />
        </span>
      )}
    </div>
  )
}

function optionId(listId: string, item: PaletteItem): string {
  return `${listId}-${item.id}`
}

function Foot({ shown, current }: { readonly shown: number; readonly current: PaletteItem | undefined }): ReactNode {
  return (
    <footer className="meta">
      <span className="row">
        <Kbd keys="ArrowUp" />
        <Kbd keys="ArrowDown" />
        choose
      </span>
      <span className="row">
        <Kbd keys="Enter" />
        open
      </span>
      {current?.runOther === undefined ? null : (
        <span className="row">
          <Kbd keys="mod+Enter" />
          {current.runOther.label}
        </span>
      )}
      {current?.copyText === undefined ? null : (
        <span className="row">
          <Kbd keys="mod+c" />
          copy
        </span>
      )}
      <span className="push">{shown === 1 ? '1 result' : `${shown} results`}</span>
    </footer>
  )
}
