// The news of /ws/flow for the parts of the page: strands go to their store, runs, steps and output to who listens.
import { listStrands } from '../api.ts'
import { useEffect } from 'react'
import { call } from '#platform/web/api/call.ts'
import { needsLogin, type Problem } from '#platform/web/api/problem.ts'
import type { LinkState } from '#platform/web/live/reconnecting-socket.ts'
import { createValue } from '#platform/web/store/value-store.ts'
import type { FlowChange, FlowFrame, Run, RunStep } from '../contract.ts'
import { openFlowSocket, type FlowSocket } from './flow-socket.ts'
import { loadErrors, strands, tellStrands } from './strand-store.ts'

export type OutputFrame = Extract<FlowFrame, { type: 'output' }>

/** What a listener may hear; each is optional. */
export type FlowListener = {
  readonly onRun?: (run: Run) => void
  readonly onStep?: (step: RunStep) => void
  readonly onOutput?: (frame: OutputFrame) => void
  /** The connection is new: what was missed in between has to be asked for. */
  readonly onFresh?: () => void
}

/** Why strands may not be read from here; null while they may, or while that is not known. */
export const flowRefusal = createValue<Problem | null>(null)
export const flowState = createValue<LinkState>({ kind: 'connecting' })

const listeners = new Set<FlowListener>()
let socket: FlowSocket | null = null
let followed: string | null = null

/** Keeps the feed open while the calling component is shown. */
export function useFlowFeed(): void {
  useEffect(() => {
    const opened = openFlowSocket({ onFrame: take, onRefused: () => void readByGet(opened) })
    socket = opened
    opened.follow(followed)
    const stop = opened.state.subscribe(() => flowState.set(opened.state.get()))
    return () => {
      stop()
      opened.close()
      if (socket === opened) socket = null
    }
  }, [])
}

export function listenToFlow(listener: FlowListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whose output is wanted; null for none. */
export function followRun(runId: string | null): void {
  followed = runId
  socket?.follow(runId)
}

export function retryFlowNow(): void {
  socket?.reconnect()
}

/** Reads the strands once; resolves with the refusal. */
export async function readStrands(): Promise<Problem | null> {
  const answer = await call(listStrands)
  if (!answer.ok) return answer.error
  tellStrands(answer.value.strands, answer.value.errors)
  return null
}

/** A refused socket says nothing of why; an ordinary request does. */
async function readByGet(opened: FlowSocket): Promise<void> {
  const problem = await readStrands()
  if (opened.state.get().kind === 'live') return
  if (problem === null) return flowRefusal.set(null)
  if (!needsLogin(problem)) return
  flowRefusal.set(problem)
  opened.rest()
}

function take(frame: FlowFrame): void {
  switch (frame.type) {
    case 'snapshot':
      flowRefusal.set(null)
      tellStrands(frame.strands, frame.errors)
      for (const { onRun } of listeners) for (const run of frame.runs) onRun?.(run)
      for (const { onFresh } of listeners) onFresh?.()
      return
    case 'changes':
      return takeChanges(frame.changes)
    case 'errors':
      return loadErrors.set(frame.errors)
    case 'output':
      for (const { onOutput } of listeners) onOutput?.(frame)
  }
}

function takeChanges(changes: readonly FlowChange[]): void {
  strands.apply(changes.flatMap((change) => (change.kind === 'strand' ? [{ id: change.id, value: change.value }] : [])))
  for (const { kind, value } of changes) {
    if (kind === 'run' && value !== null) for (const { onRun } of listeners) onRun?.(value)
    if (kind === 'step') for (const { onStep } of listeners) onStep?.(value)
  }
}
