// Whether corrections help: how many lanes a person left alone, run by run, and which way the model errs in each part.
import { useMemo, useState, type ReactNode } from 'react'
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import type { LearningAnswer, LearningDimension, LearningRun } from '../../contract/views.ts'
import { useResource } from '../data/resource.ts'
import { learningData } from '../data/triage-data.ts'
import { countOf, nameOfPart } from '../words.ts'

const LearningPlot = lazyPart(
  () => import('./learning-plot.tsx').then(({ LearningPlot }) => LearningPlot),
  <div className="learning-plot" />,
)

export function LearningSection(): ReactNode {
  const query = useResource(learningData)
  const [isTable, setIsTable] = useState(false)
  const hasPlot = query.kind === 'ready' && query.value.runs.length >= leastRuns
  return (
    <section aria-label="Learning">
      <h2>
        Learning <span className="meta">how often you leave its lanes alone</span>
        {hasPlot ? (
          <Button
            look="quiet"
            isSmall
            className="push"
            label={isTable ? 'Plot' : 'Table'}
            aria-label={isTable ? 'Show as a plot' : 'Show as a table'}
            onClick={() => setIsTable(!isTable)}
          />
        ) : null}
      </h2>
      {query.kind === 'refused' ? <ProblemView problem={query.problem} onRetry={learningData.refresh} /> : null}
      {query.kind === 'ready' ? <Shown learning={query.value} isTable={isTable} /> : null}
    </section>
  )
}

/** One point is no line. */
const leastRuns = 2

function Shown({ learning, isTable }: { readonly learning: LearningAnswer; readonly isTable: boolean }): ReactNode {
  const { runs, dimensions } = learning
  if (runs.length < leastRuns) return <p className="meta">Two runs make a line. Correct what is wrong in between.</p>
  return (
    <>
      {isTable ? <Table runs={runs} /> : <Plot runs={runs} />}
      <Leanings dimensions={dimensions} />
    </>
  )
}

function Plot({ runs }: { readonly runs: readonly LearningRun[] }): ReactNode {
  const points = useMemo(
    () =>
      runs.map(({ run_id: run, lanes_kept: agreement, overrides: corrections }) => ({ run, agreement, corrections })),
    [runs],
  )
  return (
    <>
      <LearningPlot name={sayLearning(runs)} points={points} />
      <p className="meta">{sayLearning(runs)}</p>
    </>
  )
}

function Table({ runs }: { readonly runs: readonly LearningRun[] }): ReactNode {
  return (
    <div className="learning-table" tabIndex={0} role="group" aria-label="Learning, run by run">
      <table className="table">
        <thead>
          <tr>
            <th>Run</th>
            <th className="num">Lanes kept</th>
            <th className="num">Corrections</th>
            <th className="num">Ended</th>
          </tr>
        </thead>
        <tbody>
          {runs.toReversed().map((run) => (
            <tr key={run.run_id}>
              <td className="mono">{run.run_id}</td>
              <td className="num">
                {formatShare(run.lanes_kept)}
                {run.placed === 0 ? '' : ` of ${run.placed}`}
              </td>
              <td className="num">{run.overrides}</td>
              <td className="num">
                <RelativeTime since={run.finished_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Positive: a person mostly puts it higher than the model. */
function Leanings({ dimensions }: { readonly dimensions: readonly LearningDimension[] }): ReactNode {
  if (dimensions.every(({ corrections }) => corrections === 0)) return null
  return (
    <dl className="leanings" title="How far you move the model’s values, on average, and how often">
      {dimensions.map(({ dimension, corrections, mean_correction: mean }) => (
        <div key={dimension}>
          <dt>{nameOfPart(dimension)}</dt>
          <dd>{mean === null ? '–' : `${mean > 0 ? '+' : mean < 0 ? '−' : ''}${Math.abs(mean).toFixed(1)}`}</dd>
          <dd className="meta">{corrections === 0 ? 'never' : countOf(corrections, 'time')}</dd>
        </div>
      ))}
    </dl>
  )
}

function sayLearning(runs: readonly LearningRun[]): string {
  const known = runs.filter(({ lanes_kept: kept }) => kept !== null)
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined) return 'No run has placed a task yet.'
  const way = first === last ? '' : `from ${formatShare(first.lanes_kept)} to `
  return `Lanes kept: ${way}${formatShare(last.lanes_kept)} over ${countOf(known.length, 'run')}. Bars are corrections per run.`
}

function formatShare(share: number | null): string {
  return share === null ? '–' : `${Math.round(share * 100)} %`
}
