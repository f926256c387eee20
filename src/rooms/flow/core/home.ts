// What Home tells of strands: what ran since a person looked last, and what runs next.
import { oneLine } from '#base/cut-text.ts'
import { fromIso } from '#base/time.ts'
import type { BroughtBlock, BroughtRow, HomeWindow } from '#rooms/home/contract.ts'
import type { CaveatKind, Run, Strand, Tick } from '../contract.ts'
import { outcomeOf } from './caveat.ts'

/** How often a strand ran, how often it failed, and the run that speaks for it: the last failure, or else the last one. */
export type RunTally = { readonly runs: number; readonly failed: number; readonly told: Run; readonly last: Run }

type Named = Pick<Strand, 'id' | 'name' | 'description' | 'origin'>

/** Failures first, then what succeeded with something to say against itself, then the rest; each the latest first. */
export function ranBlock(
  tallies: readonly RunTally[],
  strandOf: (id: string) => Named | null,
  { said }: Pick<HomeWindow, 'said'>,
): BroughtBlock {
  // One that is not set up did nothing.
  const told = tallies.filter((tally) => outcomeOf(tally.told) !== 'not_set_up')
  const rows = told.map((tally) => ({ tally, row: ranRow(tally, strandOf(tally.told.workflow_id)) }))
  const sorted = rows.toSorted(
    (one, other) => rankOf(one.row.state) - rankOf(other.row.state) || (endOf(one) < endOf(other) ? 1 : -1),
  )
  return { id: 'ran', title: 'Ran', note: said, rows: sorted.map(({ row }) => row) }
}

const endOf = ({ row }: { readonly row: BroughtRow }): string => row.at ?? ''

const rankOf = (state: string): number => (state === 'failed' ? 0 : state === 'success' ? 2 : 1)

function ranRow({ runs, failed, told, last }: RunTally, strand: Named | null): BroughtRow {
  const { workflow_id: id, run_id: runId, finished_at: ended, created_at: asked } = told
  return {
    id,
    state: outcomeOf(told),
    title: strand === null ? id : plainName(strand),
    text: sayRuns({ runs, failed, told, last }),
    at: ended ?? asked,
    target: { kind: 'run', id: runId, within: id },
  }
}

/** Longer reasons are read at the run. */
const reasonLimit = 120

function sayRuns({ runs, failed, told, last }: RunTally): string {
  const against = told.error ?? told.caveat?.reason ?? null
  const reason = against === null ? '' : `: ${oneLine(against, reasonLimit)}`
  if (failed === 0) return `${runs === 1 ? 'ran once' : `ran ${runs} times`}${reason === '' ? ', all well' : reason}`
  const count =
    failed === runs ? `failed${runs === 1 ? '' : ` all ${runs} times`}` : `failed ${failed} of ${runs} times`
  const since = last.status === 'success' && last.run_id !== told.run_id ? ', well since' : ''
  return `${count}${since}${reason}`
}

type Coming = Named & Pick<Strand, 'next_runs' | 'schedule_words' | 'schedule' | 'ticks'>

/** The soonest first, those that are not set up last: when in words, and what it does. */
export function nextBlock(strands: readonly Coming[]): BroughtBlock {
  const rows = strands.flatMap((strand): BroughtRow[] => {
    const [at] = strand.next_runs
    if (at === undefined) return []
    const when = strand.schedule_words ?? strand.schedule ?? ''
    const what = strand.description.trim()
    return [
      {
        id: strand.id,
        state: lastOutcome(strand.ticks),
        title: plainName(strand),
        text: [when, what].filter((text) => text !== '').join(': '),
        at,
        target: { kind: 'strand', id: strand.id, within: null },
      },
    ]
  })
  const sorted = rows.toSorted(
    (one, other) => doesNothing(one) - doesNothing(other) || fromIso(one.at ?? '') - fromIso(other.at ?? ''),
  )
  return { id: 'next', title: 'Runs next', note: null, rows: sorted }
}

/** One that is not set up will find nothing to do, however soon. */
const doesNothing = ({ state }: BroughtRow): number => (state === 'not_set_up' ? 1 : 0)

/** How it ended last; `idle` before the first. */
function lastOutcome(ticks: readonly Tick[]): Exclude<Tick['status'], 'missed'> | CaveatKind | 'idle' {
  const last = ticks.findLast(({ status }) => status !== 'missed')
  const outcome = last === undefined ? 'idle' : outcomeOf(last)
  return outcome === 'missed' ? 'idle' : outcome
}

/** Without the prefix by which the data marks a mirrored job. */
function plainName({ name, origin }: Named): string {
  return origin === 'synthetic' ? name.replace(/^\u{1F99E}\s*/u, '') : name
}
