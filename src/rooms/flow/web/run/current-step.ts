// Which step's output is shown when the address names none.
import type { RunDetail } from '../../contract.ts'

/** What was asked for, else what failed, what runs, what the run's caveat came from, what ended last, the first; null without steps. */
export function currentStep({ run, steps, strand }: RunDetail, asked: string): string | null {
  const known = strand.steps.map(({ id }) => id)
  if (known.includes(asked)) return asked
  const failed = steps.find(({ status }) => status === 'failed')
  const running = steps.find(({ status }) => status === 'running')
  const ended = steps
    .filter(({ finished_at: at, reused }) => at !== null && !reused)
    .toSorted((a, b) => ((a.finished_at ?? '') < (b.finished_at ?? '') ? 1 : -1))
  const saying = run.caveat === null ? undefined : steps.find(({ caveat }) => caveat?.kind === run.caveat?.kind)
  const first = run.status === 'running' ? (running ?? failed) : (failed ?? running ?? saying)
  return (first ?? ended[0])?.step_id ?? known[0] ?? null
}
