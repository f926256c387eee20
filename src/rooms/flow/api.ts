// The routes of strands and their runs, and the address of their socket.
import { liveKind } from '#platform/live-kind.ts'
import { route } from '#platform/route.ts'
import type { LoadError, Run, RunDetail, RunStep, Strand } from './contract.ts'
import type { CalendarAnswer, CalendarQuery } from './contract/calendar.ts'
import type {
  CancelledRun,
  EnabledAnswer,
  EnabledRequest,
  OutputQuery,
  ReloadAnswer,
  RunStarted,
  StrandAnswer,
  StrandList,
  StrandRunList,
  StrandRunQuery,
  StrandRunRequest,
} from './contract/requests.ts'

const access = 'authenticated'

/** Every strand with its next runs and its last thirty, and the files that brought none. */
export const listStrands = route<{ answer: StrandList }>()({ method: 'GET', path: '/api/flow/strands', access })

/** One strand. */
export const readStrand = route<{ answer: StrandAnswer }>()({ method: 'GET', path: '/api/flow/strands/:id', access })

/** What ran, was missed and will run in a range of at most 45 days. */
export const readCalendar = route<{ query: CalendarQuery; answer: CalendarAnswer }>()({
  method: 'GET',
  path: '/api/flow/calendar',
  access,
})

/** Reads the folders of strands and plugins anew; a bad file is told and stops nothing. */
export const reloadStrands = route<{ answer: ReloadAnswer }>()({ method: 'POST', path: '/api/flow/reload', access })

/** Runs a strand; the same run_id starts one run. */
export const runStrand = route<{ body: StrandRunRequest | null; answer: RunStarted }>()({
  method: 'POST',
  path: '/api/flow/strands/:id/run',
  access,
})

/** Switches a mirrored job at the gateway; strands from files are switched in their file. */
export const switchStrand = route<{ body: EnabledRequest; answer: EnabledAnswer }>()({
  method: 'POST',
  path: '/api/flow/strands/:id/enabled',
  access,
})

/** Runs, newest first; filters combine. */
export const listRuns = route<{ query: Partial<StrandRunQuery>; answer: StrandRunList }>()({
  method: 'GET',
  path: '/api/flow/runs',
  access,
})

/** One run with its steps and the definition that it began with. */
export const readRun = route<{ answer: RunDetail }>()({ method: 'GET', path: '/api/flow/runs/:id', access })

/** Ends a run; answers once its bodies are quiet. */
export const cancelRun = route<{ answer: CancelledRun }>()({
  method: 'POST',
  path: '/api/flow/runs/:id/cancel',
  access,
})

/** A new run that goes on where a failed or cancelled one ended. */
export const retryRun = route<{ answer: RunStarted }>()({
  method: 'POST',
  path: '/api/flow/runs/:id/retry',
  access,
})

/** What a step printed, as plain text from a byte on; its headers say where it begins and how long the whole is. */
export const readStepOutput = route<{ query: OutputQuery; answer: string }>()({
  method: 'GET',
  path: '/api/flow/runs/:id/steps/:step_id/output',
  access,
})

/** At which byte an answer of `readStepOutput` begins: later than asked where a very long output was not kept. */
export const outputFromHeader = 'x-output-from'

/** Starts a strand by a request that is signed with its secret. */
export const deliverToStrand = route<{ body: unknown; answer: RunStarted }>()({
  method: 'POST',
  path: '/api/flow/webhooks/:id',
  access: 'signed',
})

/** The socket of the workflow room. A viewer may ask there for the output of one run. */
export const flowSocket = { path: '/ws/flow', access: 'authenticated' } as const

/** Strands with their last runs. */
export const liveStrands = liveKind<Strand>()({ kind: 'strand', listed: 'strands' })

/** Runs; a snapshot lists those that are queued or under way. */
export const liveRuns = liveKind<Run>()({ kind: 'run', listed: 'runs' })

/** Steps of runs, by `<run_id>/<step_id>`. */
export const liveSteps = liveKind<RunStep>()({ kind: 'step', listed: null })

/** The files that could not be loaded, all of them as one value; a snapshot has them as `errors`. */
export const liveLoadErrors = liveKind<LoadError[]>()({ kind: 'errors', listed: null })
