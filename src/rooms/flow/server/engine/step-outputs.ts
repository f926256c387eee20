// Opens the output of steps: on disk, to followers, and now and then to the journal.
import { secondMs } from '#base/time.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { OutputFiles, StepName } from '../output/output-files.ts'
import { openStepOutput, type OutputChunk, type StepOutput } from '../output/step-output.ts'

/** How often the journal learns of the tail of a step that prints. */
const noteEveryMs = secondMs

export type OutputState = { readonly tail: string; readonly bytes: number }

export interface StepOutputs {
  /** `note` gets the state now and then while the step prints; its end is the caller's to note. */
  open(step: StepName, before: OutputState, note: (state: OutputState) => void): StepOutput
}

export type StepOutputsParts = {
  readonly files: OutputFiles
  readonly onChunk: (chunk: OutputChunk) => void
  readonly log: Log
}

export function createStepOutputs({ files, onChunk, log }: StepOutputsParts): StepOutputs {
  return {
    open(step, before, note) {
      let noteTimer: NodeJS.Timeout | null = null
      let hasFailed = false
      const output = openStepOutput({
        step,
        files,
        before,
        onChunk(chunk) {
          onChunk(chunk)
          noteTimer ??= setTimeout(() => {
            noteTimer = null
            note(output.state())
          }, noteEveryMs).unref()
        },
        onError(error) {
          // Said once a step: a full disk refuses every block.
          if (!hasFailed) log.warn({ err: error, run_id: step.runId, step_id: step.stepId }, 'output was not kept')
          hasFailed = true
        },
      })
      return {
        ...output,
        close() {
          output.close()
          if (noteTimer !== null) clearTimeout(noteTimer)
        },
      }
    },
  }
}
