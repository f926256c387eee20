// Below the timeline: the output and the result of the chosen step, and the input of the run.
import { useCallback, type ReactNode } from 'react'
import { lookOf } from '#platform/web/ui/dots.ts'
import { setParameters, useParameter } from '#platform/web/shell/parameters.ts'
import type { RunDetail, RunStep } from '../../contract.ts'
import { outcomeOf } from '../../core/caveat.ts'
import { useStrand } from '../strand-store.ts'
import { deliveryFacts } from './delivery-facts.ts'
import { JsonView } from './json-view.tsx'
import { OutputView } from './output-view.tsx'
import { aboutStep } from './step-words.ts'
import '../faults.css'
import './run-parts.css'

const parts = ['output', 'result', 'input'] as const
type Part = (typeof parts)[number]
const titles: Record<Part, string> = { output: 'Output', result: 'Result', input: 'Input' }

type Props = { readonly answer: RunDetail; readonly stepId: string | null; readonly now: number }

export function RunParts({ answer, stepId, now }: Props): ReactNode {
  const wanted = useParameter('show')
  const part = parts.find((each) => each === wanted) ?? 'output'
  const step = answer.steps.find(({ step_id: id }) => id === stepId) ?? null
  const definition = answer.strand.steps.find(({ id }) => id === stepId)
  const pick = useCallback((next: Part) => setParameters({ show: next === 'output' ? '' : next }), [])
  const isMirrored = useStrand(answer.run.workflow_id)?.origin === 'synthetic'
  const about = step === null ? '' : aboutStep(step, definition, now)
  return (
    <section className="step-output" aria-label={`${titles[part]} of ${stepId ?? 'the run'}`}>
      <div className="output-tabs">
        <h3 className="cut">{part === 'input' ? 'The run' : (stepId ?? '')}</h3>
        <span className="choice" role="group" aria-label="What is shown">
          {parts.map((each) => (
            <button key={each} type="button" aria-pressed={each === part} onClick={() => pick(each)}>
              {titles[each]}
            </button>
          ))}
        </span>
        <span className="meta cut wide">{part === 'input' ? '' : about}</span>
      </div>
      {part === 'input' || step === null ? null : <StepTrouble step={step} run={answer.run} />}
      {part === 'input' ? (
        <JsonView value={answer.run.input} name="input" none="It was started without an input." />
      ) : null}
      {part === 'result' ? <JsonView value={step?.result ?? null} name="result" none={noResult(step?.status)} /> : null}
      {part === 'output' && isMirrored && step?.step_id === deliverStep ? <Delivery output={step.output_tail} /> : null}
      {part === 'output' && step !== null ? <OutputView key={`${step.run_id} ${step.step_id}`} step={step} /> : null}
      {part === 'output' && step === null ? <p className="output-none">Not begun.</p> : null}
    </section>
  )
}

/** The step of a mirrored run that stands for its delivery. */
const deliverStep = 'DELIVER'

function Delivery({ output }: { readonly output: string }): ReactNode {
  const facts = deliveryFacts(output)
  if (facts === null) return null
  return (
    <dl className="facts run-delivery">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function StepTrouble({ step, run }: { readonly step: RunStep; readonly run: RunDetail['run'] }): ReactNode {
  const words = step.error ?? step.caveat?.reason
  if (isTold(words, run.error ?? run.caveat?.reason ?? null)) return null
  return (
    <p className="step-error" data-tone={lookOf(outcomeOf(step)).tone}>
      {words}
    </p>
  )
}

/** The error of a step that failed the run stands above already. */
function isTold(error: string | null | undefined, ofRun: string | null): boolean {
  return error == null || ofRun?.includes(error) === true
}

function noResult(status: string | undefined): string {
  if (status === 'success') return 'It answered nothing.'
  return status === 'running' ? 'It has not answered yet.' : 'It gave no result.'
}
