// One run: its steps as a graph and in time, the output of one of them, what went in and what came out.
import { useCallback, useMemo, type ReactNode } from 'react'
import { Link } from 'wouter'
import { lazyOverlay, lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import { GuestPlace } from '#platform/web/auth/guest-place.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { setParameters, useParameter } from '#platform/web/shell/parameters.ts'
import type { RunDetail, RunStep } from '../../contract.ts'
import { outcomeOf } from '../../core/caveat.ts'
import { useNow } from '../coming.tsx'
import { hrefOfStrand } from '../flow-url.ts'
import { useStrand } from '../strand-store.ts'
import { isOver, whyNotRun } from '../strand-words.ts'
import { RunHead } from './run-head.tsx'
import { RunParts } from './run-parts.tsx'
import { currentStep } from './current-step.ts'
import { lookOfStep } from './step-words.ts'
import { Timeline } from './timeline.tsx'
import { useRun } from './use-run.ts'
import '../dag/dag-view.css'

const RunDialog = lazyOverlay(() => import('../strand/run-dialog.tsx').then(({ RunDialog }) => RunDialog))
const DagView = lazyPart(() => import('../dag/dag-view.tsx').then(({ DagView }) => DagView), <div className="dag" />)

type Props = { readonly strandId: string; readonly runId: string }

export function RunView({ strandId, runId }: Props): ReactNode {
  const [query, reload] = useRun(runId)
  if (query.kind === 'loading') return <Skeleton lines={8} />
  if (query.kind === 'refused') {
    return (
      <section className="run-view" aria-label="No run">
        <GuestPlace>
          <ProblemView problem={query.problem} onRetry={reload} />
          <Link className="btn" href={hrefOfStrand(strandId)}>
            The strand
          </Link>
        </GuestPlace>
      </section>
    )
  }
  return <View answer={query.answer} strandId={strandId} />
}

function View({ answer, strandId }: { readonly answer: RunDetail; readonly strandId: string }): ReactNode {
  const { run, steps, strand } = answer
  const now = useNow(!isOver(run))
  const asked = useParameter('step')
  const current = currentStep(answer, asked)
  const pick = useCallback((step: string) => setParameters({ step }), [])
  const byId = useMemo(() => new Map(steps.map((step) => [step.step_id, step])), [steps])
  const looks = useLooks(byId, now)
  const known = useStrand(strandId)
  const isAskedAgain = useParameter('again') === '1' && known !== null && whyNotRun(known) === null
  return (
    <section className="run-view" aria-label={`Run ${run.run_id}`}>
      <RunHead answer={answer} strandId={strandId} now={now} />
      <div className="run-scroll">
        <DagView steps={strand.steps} current={current} onPick={pick} looks={looks} />
        <Timeline answer={answer} current={current} now={now} onPick={pick} />
        <RunParts answer={answer} stepId={current} now={now} />
      </div>
      {isAskedAgain ? (
        <RunDialog key={run.run_id} strand={known} like={run} onClose={() => setParameters({ again: '' })} />
      ) : null}
    </section>
  )
}

function useLooks(steps: ReadonlyMap<string, RunStep>, now: number) {
  return useMemo(
    () => new Map([...steps].map(([id, step]) => [id, { status: outcomeOf(step), words: lookOfStep(step, now) }])),
    [steps, now],
  )
}
