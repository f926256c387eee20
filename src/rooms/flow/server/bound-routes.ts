// The routes of strands and runs with their schemas.
import { bind } from '#platform/server/http/bind.ts'
import * as routes from '../api.ts'
import { runDetailSchema } from '../contract.ts'
import { calendarAnswerSchema, calendarQuerySchema } from '../contract/calendar.ts'
import {
  cancelledRunSchema,
  enabledAnswerSchema,
  enabledRequestSchema,
  outputQuerySchema,
  reloadAnswerSchema,
  runStartedSchema,
  strandAnswerSchema,
  strandListSchema,
  strandRunListSchema,
  strandRunQuerySchema,
  strandRunRequestSchema,
} from '../contract/requests.ts'

const tag = 'strands'

export const flowRoutes = {
  listStrands: bind(routes.listStrands, {
    tag,
    summary: 'Every strand with its next runs and its last thirty, and the files that brought none',
    answer: strandListSchema,
  }),
  readStrand: bind(routes.readStrand, { tag, summary: 'One strand', answer: strandAnswerSchema }),
  readCalendar: bind(routes.readCalendar, {
    tag,
    summary: 'What ran, was missed and will run in a range of at most 45 days',
    query: calendarQuerySchema,
    answer: calendarAnswerSchema,
  }),
  reloadStrands: bind(routes.reloadStrands, {
    tag,
    summary: 'Read the folders of strands anew; a bad file is told and stops nothing',
    answer: reloadAnswerSchema,
  }),
  runStrand: bind(routes.runStrand, {
    tag,
    summary: 'Run a strand; the same run_id starts one run',
    body: strandRunRequestSchema.nullish(),
    status: 202,
    answer: runStartedSchema,
  }),
  switchStrand: bind(routes.switchStrand, {
    tag,
    summary: 'Switch a mirrored job at the gateway; strands from files are switched in their file',
    body: enabledRequestSchema,
    answer: enabledAnswerSchema,
  }),
  listRuns: bind(routes.listRuns, {
    tag,
    summary: 'Runs, newest first; filters combine',
    query: strandRunQuerySchema,
    answer: strandRunListSchema,
  }),
  readRun: bind(routes.readRun, {
    tag,
    summary: 'One run with its steps and the definition that it began with',
    answer: runDetailSchema,
  }),
  cancelRun: bind(routes.cancelRun, {
    tag,
    summary: 'End a run; answers once its bodies are quiet',
    answer: cancelledRunSchema,
  }),
  retryRun: bind(routes.retryRun, {
    tag,
    summary: 'A new run that goes on where a failed or cancelled one ended',
    status: 202,
    answer: runStartedSchema,
  }),
  readStepOutput: bind(routes.readStepOutput, {
    tag,
    summary: 'What a step printed, as plain text; X-Output-From says at which byte the answer begins',
    query: outputQuerySchema,
  }),
}
