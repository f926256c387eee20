// What happened, as a page: its filters stand in the address.
import { Download } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { formatCount } from '#platform/web/time/format.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import { Pop } from '#platform/web/ui/pop.tsx'
import { useNarrow } from '#platform/web/ui/use-narrow.ts'
import type { ActivityDensity } from '../contract.ts'
import { sumOf } from '../core/density-picture.ts'
import { ActivityList } from './activity-list.tsx'
import { exportFile } from './export-file.ts'
import { DensityStrip } from './density-strip.tsx'
import { FilterRow } from './filter-row.tsx'
import { isFiltered, noFilters, setFilters, useFilters } from './filters.ts'
import { Nothing } from './nothing.tsx'
import { useDensity } from './use-density.ts'
import { useRows } from './use-rows.ts'

export function ActivityPage(): ReactNode {
  const filters = useFilters()
  const [shown, feed] = useRows(filters)
  const density = useDensity(filters)
  const clear = (): void => setFilters({ ...noFilters, each: filters.each })
  const [anchor, setAnchor] = useState<Element | null>(null)
  const isNarrow = useNarrow()
  const exporter = <Button icon={Download} label="Export" onClick={(event) => setAnchor(event.currentTarget)} />
  return (
    <div className="activity-page">
      {isNarrow ? (
        <h1 className="sr">Activity</h1>
      ) : (
        <div className="page-head">
          <h1>Activity</h1>
          <span className="push" />
          {exporter}
        </div>
      )}
      <FilterRow filters={filters} summary={density === null ? '' : summaryOf(density)}>
        {isNarrow ? exporter : null}
      </FilterRow>
      {density === null || density.parts.length === 0 ? null : <DensityStrip density={density} filters={filters} />}
      {density?.is_complete === false ? (
        <p className="activity-note meta" role="status">
          Older rows are still being indexed: the oldest are missing here until that is done.
        </p>
      ) : null}
      <Titles />
      <ActivityList
        shown={shown}
        feed={feed}
        isEach={filters.each}
        keepsPlace
        empty={<Nothing isFiltered={isFiltered(filters)} onClear={clear} />}
      />
      {anchor === null ? null : (
        <Pop name="Export" anchor={anchor} onClose={() => setAnchor(null)}>
          <h2>Export</h2>
          <p className="meta">{isFiltered(filters) ? 'As filtered, to its end.' : 'All that is kept.'}</p>
          <div className="row">
            <Button label="CSV" onClick={() => void exportFile(filters, 'csv')} />
            <Button label="JSON lines" onClick={() => void exportFile(filters, 'jsonl')} />
          </div>
          <CommandLine text="orrery activity --export jsonl" name="the command" />
        </Pop>
      )}
    </div>
  )
}

/** Over the columns, for the eye: a row says by itself what it is. */
function Titles(): ReactNode {
  return (
    <div className="activity-titles" aria-hidden>
      <span>Time</span>
      <span />
      <span>Source</span>
      <span>What about</span>
      <span>What happened</span>
      <span>Who</span>
    </div>
  )
}

/** Of the time that the strip shows. */
function summaryOf(density: ActivityDensity): string {
  const { rows, failures } = sumOf(density)
  return `${formatCount(rows)} rows, ${formatCount(failures)} ${failures === 1 ? 'failure' : 'failures'}`
}
