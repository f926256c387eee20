// One run in a line, which opens its panel.
import { formatDuration } from '#base/duration.ts'
import type { MouseEvent, ReactNode } from 'react'
import { fromIso } from '#base/time.ts'
import { usePanel } from '#platform/web/shell/panel-url.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import type { TriageRun } from '../../contract.ts'
import { hrefOfRun, openRun } from '../triage-url.ts'
import { dotOfRun, sayRun } from '../words.ts'

export function RunLine({ run }: { readonly run: TriageRun }): ReactNode {
  const { id, status, started_at: startedAt, finished_at: finishedAt } = run
  const isOpen = usePanel('triage-run') === String(id)
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    openRun(id)
  }
  return (
    <a className="run-line" href={hrefOfRun(id)} aria-current={isOpen ? 'true' : undefined} onClick={open}>
      <Dot state={dotOfRun(status)} />
      <span className="mono">{id}</span>
      <span className="cut" title={sayRun(run)}>
        {sayRun(run)}
      </span>
      <span className="meta">
        <RelativeTime since={finishedAt ?? startedAt} />
        {finishedAt === null ? null : `, ${formatDuration(fromIso(finishedAt) - fromIso(startedAt))}`}
      </span>
    </a>
  )
}
