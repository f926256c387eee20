// What happened, at the foot of a page: a list that folds, on a phone the newest row, which opens the drawer.
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { createValue, useValue } from '#platform/web/store/value-store.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { useNarrow } from '#platform/web/ui/use-narrow.ts'
import type { ActivitySourceName } from '../contract.ts'
import { ActivityList } from './activity-list.tsx'
import { toggleActivity } from './activity-state.ts'
import { isFiltered, noFilters } from './filters.ts'
import { Nothing } from './nothing.tsx'
import { SourceChoice } from './source-choice.tsx'
import { useRows } from './use-rows.ts'
import './low.css'

const foldedName = 'activity-low'
const isFolded = createValue(localStorage.getItem(foldedName) === 'folded')

function fold(next: boolean): void {
  localStorage.setItem(foldedName, next ? 'folded' : 'open')
  isFolded.set(next)
}

export function ActivityLow(): ReactNode {
  return useNarrow() ? <Peek /> : <Low />
}

function Low(): ReactNode {
  const folded = useValue(isFolded)
  const [source, setSource] = useState<ActivitySourceName | null>(null)
  return (
    <section className="activity-low" aria-label="Activity">
      <div className="head">
        <h2>Activity</h2>
        {folded ? null : <SourceChoice source={source} onChoose={setSource} />}
        <span className="push" />
        <Button
          look="quiet"
          isSmall
          icon={folded ? ChevronUp : ChevronDown}
          aria-label={folded ? 'Unfold the activity' : 'Fold the activity'}
          aria-expanded={!folded}
          onClick={() => fold(!folded)}
        />
      </div>
      {folded ? null : <Rows source={source} onClear={() => setSource(null)} />}
    </section>
  )
}

type RowsProps = { readonly source: ActivitySourceName | null; readonly onClear: () => void }

function Rows({ source, onClear }: RowsProps): ReactNode {
  const filters = { ...noFilters, source }
  const [shown, feed] = useRows(filters)
  return (
    <ActivityList
      shown={shown}
      feed={feed}
      isEach={false}
      keepsPlace={false}
      empty={<Nothing isFiltered={isFiltered(filters)} onClear={onClear} />}
    />
  )
}

function Peek(): ReactNode {
  const [{ rows, waiting }] = useRows(noFilters)
  const newest = waiting[0] ?? rows?.[0]
  return (
    <button type="button" className="activity-peek" onClick={toggleActivity}>
      <b>Activity</b>
      <span className="meta cut">{newest === undefined ? '' : `${newest.subject.label}: ${newest.text}`}</span>
      <ChevronUp className="i" aria-hidden />
    </button>
  )
}
