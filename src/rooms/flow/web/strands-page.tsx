// Strands: the list with its run history at the left; a strand, a run or the calendar at the right.
import { useEffect, useRef, type ReactNode } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { Problem } from '#platform/web/api/problem.ts'
import { GuestPlace } from '#platform/web/auth/guest-place.tsx'
import { SignIn } from '#platform/web/auth/sign-in.tsx'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { registerCommands, type Command } from '#platform/web/commands/registry.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { useNarrow } from '#platform/web/ui/use-narrow.ts'
import { CalendarView } from './calendar/calendar-view.tsx'
import { ExplainDialog } from './explain-dialog.tsx'
import { flowRefusal, retryFlowNow, useFlowFeed } from './flow-feed.ts'
import { hrefOfList, hrefOfStrand, shownAt, useShown, type Shown } from './flow-url.ts'
import { StrandList } from './list/strand-list.tsx'
import { RunView } from './run/run-view.tsx'
import { StrandView } from './strand/strand-view.tsx'
import { allStrands } from './strand-store.ts'
import './strands.css'

export function StrandsPage(): ReactNode {
  useFlowFeed()
  const refusal = useValue(flowRefusal)
  const hasStrands = useValue(allStrands).length > 0
  return (
    <>
      <h1 className="sr">Strands</h1>
      {refusal !== null && !hasStrands ? <NotReadable problem={refusal} /> : <Strands />}
    </>
  )
}

/** On a phone one of the two is shown: the list, or what was chosen from it. */
function Strands(): ReactNode {
  const shown = useShown()
  const isNarrow = useNarrow()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => registerCommands(listCommands(() => field.current?.select())), [])
  const isListOnly = isNarrow && shown.kind === 'nothing'
  return (
    <div className="strands">
      {isNarrow && !isListOnly ? null : <StrandList shown={shown} field={field} />}
      {isListOnly ? null : <Detail shown={shown} />}
      <ExplainDialog />
    </div>
  )
}

function Detail({ shown }: { readonly shown: Shown }): ReactNode {
  switch (shown.kind) {
    case 'strand':
      return <StrandView key={shown.strandId} id={shown.strandId} />
    case 'run':
      return <RunView key={shown.runId} strandId={shown.strandId} runId={shown.runId} />
    case 'nothing':
    case 'calendar':
      return <CalendarView />
  }
}

function NotReadable({ problem }: { readonly problem: Problem }): ReactNode {
  const isSignedIn = useSignedIn()
  return (
    <GuestPlace>
      {isSignedIn ? (
        <ProblemView problem={problem} onRetry={retryFlowNow} />
      ) : (
        <SignIn why="Strands run programs on this machine, so seeing them takes a login." />
      )}
    </GuestPlace>
  )
}

function listCommands(focusField: () => void): readonly Command[] {
  const group = 'Strands' as const
  return [
    { id: 'strands.filter', title: 'Filter strands', group, keysOnly: true, keys: '/', run: focusField },
    { id: 'strands.down', title: 'Next strand', group, keysOnly: true, keys: 'j', run: () => stepFocus(1) },
    { id: 'strands.up', title: 'Strand before', group, keysOnly: true, keys: 'k', run: () => stepFocus(-1) },
    { id: 'strands.run', title: 'Run the strand that is shown', group, keys: 'r', run: runShown },
    { id: 'strands.back', title: 'Back to the list', group, keysOnly: true, keys: 'escape', run: goBack },
  ]
}

function stepFocus(step: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('a[data-strand]')]
  const at = rows.findIndex((row) => row === document.activeElement)
  const from = at === -1 ? rows.findIndex((row) => row.hasAttribute('aria-current')) : at
  rows[Math.min(Math.max(from + step, 0), rows.length - 1)]?.focus()
}

function runShown(): void {
  document.querySelector<HTMLElement>('[data-run-strand]')?.click()
}

/** One level up: from a run to its strand, from a strand to the list. */
function goBack(): void {
  const shown = shownAt(location.pathname, location.search)
  if (shown.kind === 'run') navigate(hrefOfStrand(shown.strandId))
  else if (shown.kind !== 'nothing') navigate(hrefOfList())
}
