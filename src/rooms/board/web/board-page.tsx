// The board: who needs a person, and all tasks and sessions in three columns.
import { ListPlus, Plus } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { loadActions } from '#platform/web/actions/late-actions.ts'
import { lazyAct } from '#platform/web/lazy/lazy-act.ts'
import { lazyHost, lazyOverlay, lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import { useSelection, useValue } from '#platform/web/store/value-store.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Empty } from '#platform/web/ui/empty.tsx'
import { useNarrow } from '#platform/web/ui/use-narrow.ts'
import { isFiltering, noFilter } from '../core/filter.ts'
import { BoardFilters } from './filter/board-filters.tsx'
import { useFilterFields, type FilterFields } from './filter/board-url.ts'
import { ColumnsView } from './columns/columns-view.tsx'
import { useFeed } from './feed/feed-context.ts'
import { NotReadable } from './feed/lazy-not-readable.ts'
import { usePorts } from './ports.ts'
import type { CardKinds } from './cards/kinds.ts'
import { clearSelection, selection } from './cards/selection.ts'
import './board.css'

const BoardKeys = lazyHost(() => import('./board-keys-host.tsx').then(({ BoardKeys }) => BoardKeys))

export function BoardPage(): ReactNode {
  const { index } = usePorts()
  const filterField = useRef<HTMLInputElement>(null)
  const fields = useFilterFields()
  const { isLoaded, refusal } = useFeed()
  const isEmpty = useValue(index.size) === 0 && (isLoaded || refusal !== null)
  useEffect(() => index.setFilter(fields.filter), [index, fields.filter])
  useEffect(
    () => () => {
      index.setFilter(noFilter)
      clearSelection()
    },
    [index],
  )
  return (
    <>
      {isEmpty ? <EmptyHead /> : <BoardHead fields={fields} field={filterField} />}
      <BoardBody fields={fields} />
      <Selection />
      <BoardKeys field={filterField} />
    </>
  )
}

/** Once the browser has drawn what was just put into the page; a page that is not drawn has all the time for it. */
function afterNextFrame(act: () => void): void {
  if (document.hidden) act()
  else requestAnimationFrame(() => setTimeout(act))
}

/** With what the kinds say that a drop does. */
const lateDrag = (kinds: CardKinds) =>
  lazyAct(
    async () => {
      const drops = kinds.all.map((kind) => kind.loadDrops())
      const [{ dragCards }] = await Promise.all([import('./move/drag-cards.ts'), ...drops])
      return dragCards
    },
    (dragCards) => dragCards,
  )
const FirstLaunch = lazyPart(() => import('./home/first-launch.tsx').then(({ FirstLaunch }) => FirstLaunch), null)
const SelectionBar = lazyOverlay(async () => {
  const [{ SelectionBar }] = await Promise.all([import('./cards/selection-bar.tsx'), loadActions()])
  return SelectionBar
})

function Selection(): ReactNode {
  return useSelection(selection, isAny) ? <SelectionBar /> : null
}

function isAny({ size }: { readonly size: number }): boolean {
  return size > 0
}

/** What fills the page then has its own way on. */
function EmptyHead(): ReactNode {
  return (
    <div className="page-head">
      <h1>Board</h1>
    </div>
  )
}

function BoardBody({ fields }: { readonly fields: FilterFields }): ReactNode {
  const { kinds, index, NeedsStrip } = usePorts()
  const { isLoaded, refusal } = useFeed()
  const size = useValue(index.size)
  const isNoneShown = [
    useSelection(index.columns.queued, isNone),
    useSelection(index.columns.active, isNone),
    useSelection(index.columns.review, isNone),
  ].every(Boolean)
  const [host, setHost] = useState<HTMLDivElement | null>(null)
  useEffect(() => {
    // What a drag does is as much as the page itself: on a slow link the cards come first.
    if (host === null || !isLoaded) return
    const until = new AbortController()
    afterNextFrame(() => void lateDrag(kinds)(host, kinds, until.signal))
    return () => until.abort()
  }, [kinds, host, isLoaded])
  const isFiltered = isFiltering(fields.filter)
  if (refusal !== null && size === 0) return <NotReadable problem={refusal} />
  if (isLoaded && size === 0) return <FirstLaunch />
  const hasNoMatch = isLoaded && isFiltered && isNoneShown
  return (
    <div className="board-body" ref={setHost}>
      <NeedsStrip />
      {hasNoMatch ? <NoMatch fields={fields} /> : <ColumnsView isLoaded={isLoaded} isFiltered={isFiltered} />}
    </div>
  )
}

function isNone(keys: readonly string[]): boolean {
  return keys.length === 0
}

function NoMatch({ fields }: { readonly fields: FilterFields }): ReactNode {
  const text = fields.text.trim()
  return (
    <Empty title={text === '' ? 'No card matches the filter' : `No card matches “${text}”`}>
      <Button label="Clear filter" onClick={fields.clear} />
    </Empty>
  )
}

type HeadProps = { readonly fields: FilterFields; readonly field: RefObject<HTMLInputElement | null> }

function BoardHead({ fields, field }: HeadProps): ReactNode {
  const { openLaunch, openNewTask } = usePorts()
  const isNarrow = useNarrow()
  const launchFace = isNarrow ? { 'aria-label': 'Launch agent' } : { label: 'Launch agent', keys: 'c' }
  return (
    <div className="page-head filters">
      <h1>Board</h1>
      <BoardFilters fields={fields} field={field} />
      <Button
        className="push"
        icon={ListPlus}
        title="New task (t)"
        aria-label="New task"
        onClick={() => openNewTask()}
      />
      <Button look="primary" icon={Plus} {...launchFace} onClick={() => openLaunch()} />
    </div>
  )
}
