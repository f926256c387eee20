// Reads the output of steps line by line, each part once: what was printed before is not asked for again.
import { terminalText } from '#base/terminal-text.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { RunStep } from '../../contract.ts'
import { outputFromHeader } from '../../api.ts'
import { flowRoutes } from '../bound-routes.ts'

export interface OutputReader {
  /** Text that came since the last call, whole lines only, unless the step is over. Nothing that could steer a terminal. */
  next(step: RunStep): Promise<string>
}

export function createOutputReader(cli: Cli): OutputReader {
  const read = new Map<string, number>()
  return {
    async next(step) {
      const { run_id: runId, step_id: stepId, output_bytes: bytes } = step
      const from = read.get(stepId) ?? 0
      if (bytes <= from) return ''
      const which = { params: { id: runId, step_id: stepId }, query: { from } }
      const { text, header } = await cli.api.askText(flowRoutes.readStepOutput, which)
      const start = text === '' ? from : Number(header(outputFromHeader) ?? from)
      // The middle of a very long output is not kept.
      const skipped = start > from ? `… ${start - from} bytes were not kept …\n` : ''
      // Half a line may end inside a character or an escape sequence.
      const whole = isOver(step) ? text : text.slice(0, text.lastIndexOf('\n') + 1)
      if (whole === '') return ''
      read.set(stepId, start + Buffer.byteLength(whole))
      return skipped + terminalText(whole, { keepColour: cli.output.paint('dim', 'x') !== 'x' })
    },
  }
}

function isOver({ status }: RunStep): boolean {
  return status !== 'queued' && status !== 'running'
}
