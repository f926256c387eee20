// The routes of triage with their schemas.
import { z } from 'zod'
import { removedSchema } from '#platform/contract.ts'
import { bind } from '#platform/server/http/bind.ts'
import * as routes from '../api.ts'
import {
  appliedAnswerSchema,
  briefListSchema,
  briefQuerySchema,
  cancelAnswerSchema,
  createBriefAnswerSchema,
  createBriefSchema,
  createOverrideSchema,
  lanesAnswerSchema,
  lockAnswerSchema,
  lockRequestSchema,
  memoryAnswerSchema,
  memoryListSchema,
  overrideAnswerSchema,
  overrideListSchema,
  overrideQuerySchema,
  runListSchema,
  runQuerySchema,
  saveMemorySchema,
  startRunAnswerSchema,
  startRunQuerySchema,
  triageRunAnswerSchema,
} from '../contract.ts'
import {
  explainAnswerSchema,
  learningAnswerSchema,
  morningAnswerSchema,
  morningQuerySchema,
} from '../contract/views.ts'

const tag = 'triage'
/** Rows that are numbered. */
const params = z.strictObject({ id: z.coerce.number().int().positive() })

const briefs = {
  createBrief: bind(routes.createBrief, {
    tag,
    summary: 'Tell the next run of triage something new',
    body: createBriefSchema,
    answer: createBriefAnswerSchema,
  }),
  listBriefs: bind(routes.listBriefs, {
    tag,
    summary: 'Briefs that wait for a run, newest first; with consumed=true those that one has read',
    query: briefQuerySchema,
    answer: briefListSchema,
  }),
  deleteBrief: bind(routes.deleteBrief, { tag, summary: 'Delete a brief', params, answer: removedSchema }),
}

const runs = {
  startTriageRun: bind(routes.startTriageRun, {
    summary: 'Run triage; with dry_run=true only work out what would move',
    query: startRunQuerySchema,
    status: 202,
    answer: startRunAnswerSchema,
  }),
  cancelTriageRun: bind(routes.cancelTriageRun, {
    summary: 'Cancel the run that goes on',
    params,
    answer: cancelAnswerSchema,
  }),
  applyTriageRun: bind(routes.applyTriageRun, {
    summary: 'Apply the plan of a preview as it was shown, unless something changed since',
    params,
    answer: appliedAnswerSchema,
  }),
  listTriageRuns: bind(routes.listTriageRuns, {
    summary: 'Runs of triage, newest first',
    query: runQuerySchema,
    answer: runListSchema,
  }),
  readTriageRun: bind(routes.readTriageRun, {
    summary: 'One run, with what it moves and why',
    params,
    answer: triageRunAnswerSchema,
  }),
}

const views = {
  readLanes: bind(routes.readLanes, { summary: 'NOW, NEXT and LATER with their tasks', answer: lanesAnswerSchema }),
  readMorning: bind(routes.readMorning, {
    tag,
    summary: 'The NOW lane; with lanes=now,next,later the others, too',
    query: morningQuerySchema,
    answer: morningAnswerSchema,
  }),
  explainTask: bind(routes.explainTask, { summary: 'Why a task is where it is', answer: explainAnswerSchema }),
  readLearning: bind(routes.readLearning, { summary: 'Whether corrections help', answer: learningAnswerSchema }),
}

const corrections = {
  createOverride: bind(routes.createOverride, {
    summary: 'Correct a part of a score or a lane; the next run obeys',
    body: createOverrideSchema,
    status: 201,
    answer: overrideAnswerSchema,
  }),
  listOverrides: bind(routes.listOverrides, {
    summary: 'Corrections and locks, newest first',
    query: overrideQuerySchema,
    answer: overrideListSchema,
  }),
  deleteOverride: bind(routes.deleteOverride, {
    summary: 'Take a correction back that no run has read',
    params,
    answer: removedSchema,
  }),
  lockTask: bind(routes.lockTask, {
    summary: 'Lock a task at a lane: runs leave it alone until it is unlocked',
    body: lockRequestSchema,
    answer: lockAnswerSchema,
  }),
  unlockTask: bind(routes.unlockTask, {
    summary: 'Unlock a task: the next run scores it again',
    answer: lockAnswerSchema,
  }),
}

const memories = {
  listMemories: bind(routes.listMemories, { summary: 'Durable notes', answer: memoryListSchema }),
  createMemory: bind(routes.createMemory, {
    summary: 'Keep a note that every run reads',
    body: saveMemorySchema,
    status: 201,
    answer: memoryAnswerSchema,
  }),
  changeMemory: bind(routes.changeMemory, {
    summary: 'Change a note',
    params,
    body: saveMemorySchema,
    answer: memoryAnswerSchema,
  }),
  deleteMemory: bind(routes.deleteMemory, { summary: 'Delete a note', params, answer: removedSchema }),
}

export const triageRoutes = { ...briefs, ...runs, ...views, ...corrections, ...memories }
