// Puts the embedded engine together over a database and a folder.
import { randomUUID } from 'node:crypto'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { StepPlace } from '../../core/placement.ts'
import type { OutputFiles } from '../output/output-files.ts'
import type { OutputChunk } from '../output/step-output.ts'
import type { WorkflowEngine } from '../ports.ts'
import { createJournal } from '../store/journal.ts'
import { createRunReads } from '../store/run-reads.ts'
import { createEmbeddedEngine } from './embedded-engine.ts'
import { bodiesAtOnce, createPlaces } from './places.ts'
import type { RunGround } from './run-ground.ts'
import { createStepOutputs } from './step-outputs.ts'
import type { Timers } from '#platform/server/timers.ts'

export type EngineOptions = {
  readonly database: Pick<Database, 'commits' | 'read' | 'others'>
  readonly files: OutputFiles
  readonly here: StepPlace
  readonly clock: Clock
  readonly after: Timers['after']
  readonly log: Log
  readonly onCommit: RunGround['onCommit']
  /** Each block of output, once it is on disk. */
  readonly onOutput: (chunk: OutputChunk) => void
}

/** The engine, and what only its room may ask of it. */
export type RoomEngine = WorkflowEngine & {
  /** To be told when definitions that no run uses were removed. */
  readonly forgetDefinitions: () => void
}

export type OpenEngine = (options: EngineOptions) => RoomEngine

/** The embedded one. */
export function openEngine(options: EngineOptions): RoomEngine {
  const { database, files, here, clock, after, log, onCommit, onOutput } = options
  const outputs = createStepOutputs({ files, onChunk: onOutput, log })
  const places = createPlaces(bodiesAtOnce)
  const journal = createJournal(database)
  const engine = createEmbeddedEngine({
    ground: { journal, outputs, places, here, beginAway: null, clock, after, log, onCommit },
    reads: createRunReads(database.read),
    makeId: () => makeRunId(clock),
  })
  return Object.assign(engine, { forgetDefinitions: journal.forgetDefinitions })
}

/** Those of one time lie together in the index. */
export const makeRunId = (clock: Clock): string => `run-${clock.now().toString(36)}-${randomUUID().slice(-12)}`
