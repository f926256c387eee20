// /ws/flow: strands and open runs to whoever connects, then every change after its commit, and the output of one run.
import type { SocketRoute } from '#platform/server/http/api.ts'
import { createLiveFeed, type LiveFeed, type LiveFeedParts, type LiveViewer } from '#platform/server/live/live-feed.ts'
import type { Timers } from '#platform/server/timers.ts'
import { flowSocket, liveLoadErrors, liveRuns, liveSteps, liveStrands } from '../../api.ts'
import type { LoadError, OutputFrame, Run, RunStep, Strand } from '../../contract.ts'
import { flowRequestSchema } from '../../contract/requests.ts'
import { isLarge, smallRun } from '../../core/small-run.ts'
import type { OutputChunk } from '../output/step-output.ts'

/** What a viewer sends is one short request. */
const maxRequestBytes = 4096

export type FlowSocketParts = {
  readonly strands: () => readonly Strand[]
  readonly strand: (id: string) => Strand | null
  readonly errors: () => readonly LoadError[]
  readonly openRuns: () => readonly Run[]
  /** Told of each strand that changed, before viewers are. */
  readonly onStrand: (id: string) => void
  /** Numbers of frames, which grow across restarts. */
  readonly frames: LiveFeedParts['frames']
  readonly timers: Timers
}

export interface FlowSocket extends Disposable {
  readonly route: SocketRoute
  runChanged(run: Run): void
  runGone(runId: string): void
  stepsChanged(steps: readonly RunStep[]): void
  /** The strand is read when the frame is made. */
  strandChanged(id: string): void
  errorsChanged(): void
  /** To whoever follows its run. */
  output(chunk: OutputChunk): void
}

export function createFlowSocket(parts: FlowSocketParts): FlowSocket {
  /** Viewers with the run whose output they want. */
  const following = new Map<LiveViewer, string>()
  const feed: LiveFeed = createLiveFeed({
    ...flowSocket,
    head: () => ({ errors: parts.errors() }),
    frames: parts.frames,
    timers: parts.timers,
    maxPayload: maxRequestBytes,
    onViewer: (viewer) => heed(viewer, following),
  })
  const strands = feed.offerLate(liveStrands, { all: parts.strands, read: parts.strand })
  const runs = feed.offer(liveRuns, { all: () => parts.openRuns().map(smallRun) })
  const steps = feed.offer(liveSteps, {})
  const errors = feed.offer(liveLoadErrors, {})
  return {
    route: feed.route,
    runChanged: (run) => runs.publish([{ op: 'upsert', id: run.run_id, value: smallRun(run) }]),
    runGone: (id) => runs.publish([{ op: 'remove', id, value: null }]),
    stepsChanged: (changed) =>
      steps.publish(
        changed.map((step) => ({ op: 'upsert', id: `${step.run_id}/${step.step_id}`, value: small(step) })),
      ),
    strandChanged(id) {
      parts.onStrand(id)
      strands.touch(id)
    },
    errorsChanged: () => errors.publish([{ op: 'upsert', id: 'all', value: [...parts.errors()] }]),
    output({ runId, stepId, offset, text }) {
      const frame: OutputFrame = { type: 'output', run_id: runId, step_id: stepId, offset, text }
      for (const [viewer, followed] of following) if (followed === runId) viewer.send(frame)
    },
    [Symbol.dispose]: () => feed[Symbol.dispose](),
  }
}

/** A viewer follows the output of one run at a time. */
function heed(viewer: LiveViewer, following: Map<LiveViewer, string>): void {
  viewer.onGone(() => following.delete(viewer))
  viewer.onMessage((data) => {
    const wanted = readRequest(data)
    if (wanted === undefined) viewer.refuse('not a request that /ws/flow knows')
    else if (wanted === null) following.delete(viewer)
    else following.set(viewer, wanted)
  })
}

/** Undefined for what is no request. */
function readRequest(data: Buffer): string | null | undefined {
  try {
    const parsed = flowRequestSchema.safeParse(JSON.parse(data.toString()))
    return parsed.success ? parsed.data.run_id : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const small = (step: RunStep): RunStep => (isLarge(step.result) ? { ...step, result: null } : step)
