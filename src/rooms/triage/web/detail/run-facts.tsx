// What a run had before it and what it cost, as facts.
import { formatDuration } from '#base/duration.ts'
import type { ReactNode } from 'react'
import { fromIso } from '#base/time.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import type { RunSummary, TriageRun } from '../../contract.ts'
import { countOf, sayModel, sayStarter } from '../words.ts'

export function RunFacts({ run }: { readonly run: TriageRun }): ReactNode {
  const { trigger_by: by, started_at: startedAt, finished_at: finishedAt, run_summary: summary } = run
  return (
    <section>
      <h3>Facts</h3>
      <dl className="facts">
        <Fact term="Model">{sayModel(run)}</Fact>
        <Fact term="Started">
          <RelativeTime since={startedAt} />, {sayStarter(by)}
        </Fact>
        {finishedAt === null ? null : (
          <Fact term="Took">{formatDuration(fromIso(finishedAt) - fromIso(startedAt))}</Fact>
        )}
        {summary === null ? null : <Summary summary={summary} />}
      </dl>
    </section>
  )
}

function Summary({ summary }: { readonly summary: RunSummary }): ReactNode {
  const { open, asked, scored, carried, unscored, locked, placed, batches, repairs } = summary
  const { briefs, overrides, memories, prompt_tokens: prompt, completion_tokens: answer } = summary
  const rest = [
    carried === 0 ? null : `${formatCount(carried)} kept their score`,
    unscored === 0 ? null : `${formatCount(unscored)} wait for a later run`,
  ].filter((part) => part !== null)
  return (
    <>
      <Fact term="Tasks">
        {formatCount(open)} open, {formatCount(asked)} asked, {formatCount(scored)} scored, {formatCount(locked)} locked
        {rest.length === 0 ? '' : `; ${rest.join(', ')}`}
      </Fact>
      <Fact term="Placed">
        NOW {placed.now}, NEXT {placed.next}, LATER {placed.later}, no lane {formatCount(placed.none)}
      </Fact>
      <Fact term="Read">
        {countOf(briefs, 'brief')}, {countOf(overrides, 'correction')}, {countOf(memories, 'memory', 'memories')}
      </Fact>
      <Fact term="Asked">
        {countOf(batches, 'time')}
        {repairs === 0 ? '' : `, ${countOf(repairs, 'answer')} repaired`}
        {prompt === null ? '' : `, ${formatCount(prompt)} tokens in`}
        {answer === null ? '' : `, ${formatCount(answer)} out`}
      </Fact>
    </>
  )
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }): ReactNode {
  return (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  )
}
