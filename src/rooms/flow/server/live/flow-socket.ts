// /ws/flow: strands and open runs to whoever connects, then every change after its commit, and the output of one run.
import { flowSocketPath } from '../../api.ts'
import type { WebSocket } from 'ws'
import type { SocketRoute } from '#platform/server/http/api.ts'
import { windowMs } from '#platform/server/live/change-feed.ts'
import { createViewer, pingIntervalMs, type Viewer } from '#platform/server/live/viewer.ts'
import type { Timers } from '#platform/server/timers.ts'
import {
  flowRequestSchema,
  type FlowChange,
  type FlowFrame,
  type LoadError,
  type Run,
  type Strand,
} from '../../contract.ts'
import { isLarge, smallRun } from '../../core/small-run.ts'
import type { OutputChunk } from '../output/step-output.ts'

/** What a viewer sends is one short request. */
const maxRequestBytes = 4096

export type FlowSocketParts = {
  readonly strands: () => readonly Strand[]
  readonly strand: (id: string) => Strand | null
  readonly errors: () => readonly LoadError[]
  readonly openRuns: () => readonly Run[]
  readonly timers: Timers
}

export interface FlowSocket extends Disposable {
  readonly route: SocketRoute
  /** Gathered for a moment; of each thing the last value is sent. */
  publish(changes: readonly FlowChange[]): void
  /** The strand is read when the frame is made. */
  strandChanged(id: string): void
  errorsChanged(): void
  output(chunk: OutputChunk): void
}

export function createFlowSocket(parts: FlowSocketParts): FlowSocket {
  /** Each with the run whose output it wants. */
  const viewers = new Map<Viewer, { runId: string | null }>()
  const toAll = (frame: FlowFrame): void => {
    const buffer = toBuffer(frame)
    for (const viewer of viewers.keys()) viewer.sendChanges(buffer)
  }
  const { timers } = parts
  const gathered = gather(timers, (changes) => toAll({ type: 'changes', changes: [...changes] }))
  const snapshot = () => toBuffer(snapshotFrame(parts))
  const stopPings = timers.every(pingIntervalMs, () => {
    for (const viewer of viewers.keys()) viewer.checkAlive(timers.passedMs())
  })

  function accept(socket: WebSocket): void {
    const viewer = createViewer({ socket, snapshot: () => [snapshot()], passedMs: timers.passedMs() })
    const follows: { runId: string | null } = { runId: null }
    viewer.sendSnapshot()
    viewers.set(viewer, follows)
    socket.on('close', () => viewers.delete(viewer))
    socket.on('message', (data: Buffer) => {
      const wanted = readRequest(data)
      if (wanted === undefined) socket.close(unsupportedData, 'not a request that /ws/flow knows')
      else follows.runId = wanted
    })
  }

  return {
    route: { path: flowSocketPath, access: 'authenticated', maxPayload: maxRequestBytes, accept },
    publish(changes) {
      if (viewers.size === 0) return
      for (const change of changes) gathered.add(`${change.kind} ${change.id}`, () => small(change))
    },
    strandChanged(id) {
      if (viewers.size > 0) gathered.add(`strand ${id}`, () => strandChange(id, parts.strand(id)))
    },
    errorsChanged: () => toAll({ type: 'errors', errors: [...parts.errors()] }),
    output({ runId, stepId, offset, text }) {
      const wanting = [...viewers].filter(([, follows]) => follows.runId === runId)
      if (wanting.length === 0) return
      const buffer = toBuffer({ type: 'output', run_id: runId, step_id: stepId, offset, text })
      for (const [viewer] of wanting) viewer.sendChanges(buffer)
    },
    [Symbol.dispose]() {
      stopPings()
      gathered.stop()
    },
  }
}

/** RFC 6455: the endpoint received data of a kind that it can't accept. */
const unsupportedData = 1003

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

function snapshotFrame({ strands, errors, openRuns }: FlowSocketParts): FlowFrame {
  return { type: 'snapshot', strands: [...strands()], errors: [...errors()], runs: openRuns().map(smallRun) }
}

function strandChange(id: string, value: Strand | null): FlowChange {
  return { kind: 'strand', op: value === null ? 'remove' : 'upsert', id, value }
}

/** The first change after a quiet time is sent at the end of its turn, a storm once a window, the last value of each. */
function gather({ after }: Timers, send: (changes: readonly FlowChange[]) => void) {
  const pending = new Map<string, () => FlowChange>()
  let stopTimer: (() => void) | null = null
  function flush(): void {
    stopTimer = null
    if (pending.size === 0) return
    const changes = [...pending.values()].map((make) => make())
    pending.clear()
    stopTimer = after(windowMs, flush)
    send(changes)
  }
  return {
    add(key: string, make: () => FlowChange): void {
      pending.delete(key)
      pending.set(key, make)
      stopTimer ??= after(0, flush)
    },
    stop(): void {
      stopTimer?.()
    },
  }
}

function small(change: FlowChange): FlowChange {
  if (change.kind === 'strand' || change.value === null) return change
  if (change.kind === 'run') return { ...change, value: smallRun(change.value) }
  return isLarge(change.value.result) ? { ...change, value: { ...change.value, result: null } } : change
}

const toBuffer = (frame: FlowFrame): Buffer => Buffer.from(JSON.stringify(frame))
