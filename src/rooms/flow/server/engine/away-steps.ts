// The steps of one run that run on other machines, with what they print kept here.
import type { StepDefinition } from '../../core/definition.ts'
import type { StepRecord } from '../../core/record.ts'
import type { StepOutput } from '../output/step-output.ts'
import type { AwayOrder, AwayOutcome, AwayStep, BeginAway } from './away.ts'
import type { StepOutputs } from './step-outputs.ts'

export interface AwaySteps {
  has(stepId: string): boolean
  count(): number
  begin(step: StepDefinition, order: Omit<AwayOrder, 'step'>): void
  cancel(by: string): void
  /** The service stops. */
  leave(): void
}

export type AwayStepsParts = {
  readonly runId: string
  readonly beginAway: BeginAway | null
  readonly outputs: StepOutputs
  /** The step as it now stands there, with the output that is here. */
  readonly onStep: (step: StepRecord) => void
  readonly onOutput: (stepId: string, state: { readonly tail: string; readonly bytes: number }) => void
  readonly onEnd: (step: StepDefinition, outcome: AwayOutcome) => void
}

export function createAwaySteps({ runId, beginAway, outputs, onStep, onOutput, onEnd }: AwayStepsParts): AwaySteps {
  const under = new Map<string, AwayStep>()

  async function whenOver(step: StepDefinition, away: AwayStep, output: StepOutput): Promise<void> {
    const outcome = await away.outcome
    under.delete(step.id)
    output.close()
    onOutput(step.id, output.state())
    onEnd(step, outcome)
  }

  return {
    has: (stepId) => under.has(stepId),
    count: () => under.size,
    begin(step, order) {
      if (beginAway === null || under.has(step.id)) return
      const before = { tail: order.known.output_tail, bytes: order.known.output_bytes }
      const output = outputs.open({ runId, stepId: step.id }, before, (state) => onOutput(step.id, state))
      const hear = skipping(output.state().bytes, (text) => {
        for (const line of text.replace(/\n$/, '').split('\n')) output.line(line)
      })
      const away = beginAway(
        { ...order, step },
        {
          onStep: (there) => {
            const { tail, bytes } = output.state()
            onStep({ ...there, output_tail: tail, output_bytes: bytes })
          },
          onOutput: hear,
        },
      )
      under.set(step.id, away)
      void whenOver(step, away, output)
    },
    cancel(by) {
      for (const away of under.values()) away.cancel(by)
    },
    leave() {
      for (const away of under.values()) away.leave()
    },
  }
}

/** What came before is told again after a restart: it is on disk already. Texts end with a line's end. */
function skipping(bytes: number, tell: (text: string) => void): (text: string) => void {
  let left = bytes
  return (text) => {
    const data = Buffer.from(text)
    if (left < data.length) tell(data.subarray(left).toString())
    left = Math.max(0, left - data.length)
  }
}
