// What was told of a run while it is shown, put over what was read: news are newer, and leave out what is large.
import type { Run, RunDetail, RunStep } from '../../contract.ts'

/** The last that was told of the run, and of each of its steps by id. */
export type RunNews = { run: Run | null; readonly steps: Map<string, RunStep> }

/** Input and results stay as they were read where the news leave them out; steps that were not known come last. */
export function withNews(answer: RunDetail, { run, steps }: RunNews): RunDetail {
  const known = new Set(answer.steps.map(({ step_id: id }) => id))
  const added = [...steps.values()].filter(({ step_id: id }) => !known.has(id))
  return {
    ...answer,
    run: run === null ? answer.run : { ...run, input: run.input ?? answer.run.input },
    steps: [...answer.steps.map((step) => newer(step, steps.get(step.step_id))), ...added],
  }
}

/** A step that succeeded has a result, which only the answer tells. */
export function asksForAnswer({ status, result }: Pick<RunStep, 'status' | 'result'>): boolean {
  return status === 'success' && result === null
}

function newer(known: RunStep, news: RunStep | undefined): RunStep {
  return news === undefined ? known : { ...news, result: news.result ?? known.result }
}
