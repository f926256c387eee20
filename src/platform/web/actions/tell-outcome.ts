// Tells what became of an action, with one Undo for all that was done.
import { report } from '../ui/report.ts'
import { toast, toastWithUndo } from '../ui/toasts.ts'
import { sayOutcome, type ActionOutcome, type SaidOutcome } from './outcome.ts'

export type Telling = {
  /** As in 'stopped'. */
  readonly verb: string
  /** The state whose dot the notice carries. */
  readonly tone: string
  /** What is said where all went well, if it is more than the verb. */
  readonly said?: SaidOutcome
  /** Does it again for those that were refused, once a missing login is there. */
  readonly goOn?: () => void
}

/** Errors take longer to read than news. */
const refusedMs = 10_000

export function tellOutcome(outcome: ActionOutcome, { verb, tone, said, goOn }: Telling): void {
  const { refused, undo } = outcome
  const [first] = refused
  const words = said !== undefined && first === undefined ? said : sayOutcome(verb, outcome)
  if (
    words === null ||
    (first !== undefined && outcome.done.length === 0 && [401, 403].includes(first.problem.status))
  ) {
    if (first !== undefined) report(`Not ${verb}`, first.problem, goOn ?? null)
    return
  }
  // What was done to one is seen on its card; only what can be taken back needs words.
  if (undo === null && first === undefined && outcome.done.length < 2) return
  const notice = { tone: first === undefined ? tone : 'failed', ...words }
  if (undo !== null) toastWithUndo(notice, undo)
  else toast({ ...notice, ...(first === undefined ? {} : { lastsMs: refusedMs }) })
}
