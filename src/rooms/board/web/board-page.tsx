// The board: who needs a person, and all sessions in three columns.
import { Plus, Search } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { registerCommands } from '#platform/web/commands/registry.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Empty } from '#platform/web/ui/empty.tsx'
import { Kbd } from '#platform/web/ui/kbd.tsx'
import { useNarrow } from '#platform/web/ui/use-narrow.ts'
import { boardCommands } from './board-commands.ts'
import { useFilterText } from './board-url.ts'
import { ColumnsView } from './columns-view.tsx'
import { useFeed } from './feed-context.ts'
import { FirstLaunch } from './first-launch.tsx'
import { NeedsStrip } from './needs-strip.tsx'
import { NotReadable } from './lazy-not-readable.ts'
import { usePorts } from './ports.ts'
import './board.css'

export function BoardPage(): ReactNode {
  const { index } = usePorts()
  const filterField = useRef<HTMLInputElement>(null)
  const [text, setText] = useFilterText()
  const { isLoaded, refusal } = useFeed()
  const isEmpty = useValue(index.size) === 0 && (isLoaded || refusal !== null)
  useEffect(() => registerCommands(boardCommands(index, () => filterField.current?.select())), [index])
  useEffect(() => index.setFilter(text), [index, text])
  useEffect(() => () => index.setFilter(''), [index])
  return (
    <>
      {isEmpty ? <EmptyHead /> : <BoardHead text={text} setText={setText} field={filterField} />}
      <BoardBody text={text} onClear={() => setText('')} />
    </>
  )
}

/** What fills the page then has its own way on. */
function EmptyHead(): ReactNode {
  return (
    <div className="page-head">
      <h1>Board</h1>
    </div>
  )
}

type BodyProps = { readonly text: string; readonly onClear: () => void }

function BoardBody({ text, onClear }: BodyProps): ReactNode {
  const { index } = usePorts()
  const { isLoaded, refusal } = useFeed()
  const size = useValue(index.size)
  const shown = [useValue(index.columns.queued), useValue(index.columns.active), useValue(index.columns.review)]
  const isFiltered = text.trim() !== ''
  if (refusal !== null && size === 0) return <NotReadable problem={refusal} />
  if (isLoaded && size === 0) return <FirstLaunch />
  const hasNoMatch = isLoaded && isFiltered && shown.every((ids) => ids.length === 0)
  return (
    <>
      <NeedsStrip />
      {hasNoMatch ? (
        <Empty title={`No card matches “${text.trim()}”`}>
          <Button label="Clear filter" onClick={onClear} />
        </Empty>
      ) : (
        <ColumnsView isLoaded={isLoaded} isFiltered={isFiltered} />
      )}
    </>
  )
}

type HeadProps = {
  readonly text: string
  readonly setText: (text: string) => void
  readonly field: RefObject<HTMLInputElement | null>
}

function BoardHead({ text, setText, field }: HeadProps): ReactNode {
  const { openLaunch } = usePorts()
  const isNarrow = useNarrow()
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape') return
    if (text === '') event.currentTarget.blur()
    else setText('')
  }
  const launchFace = isNarrow ? { 'aria-label': 'Launch agent' } : { label: 'Launch agent', keys: 'c' }
  return (
    <div className="page-head filters">
      <h1>Board</h1>
      <label className="field">
        <Search className="i" aria-hidden />
        <input
          ref={field}
          value={text}
          placeholder="Filter by text, agent, state"
          aria-label="Filter"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Kbd keys="/" />
      </label>
      <Button look="primary" className="push" icon={Plus} {...launchFace} onClick={() => openLaunch()} />
    </div>
  )
}
