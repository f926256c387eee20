// The news of /ws/flow for the parts of the page: strands go to their store, runs, steps and output to who listens.
import { useEffect } from 'react'
import { ok } from '#base/result.ts'
import { call } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { followIn, listenTo } from '#platform/web/live/follower.ts'
import { openPageFeed, type PageFeed, type PageFeedWorld } from '#platform/web/live/page-feed.ts'
import type { LinkState } from '#platform/web/live/reconnecting-socket.ts'
import { createValue } from '#platform/web/store/value-store.ts'
import { flowSocket, listStrands, liveLoadErrors, liveRuns, liveSteps, liveStrands } from '../api.ts'
import type { OutputFrame, Run, RunStep } from '../contract.ts'
import { loadErrors, strands, strandsLoaded, tellStrands } from './strand-store.ts'

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
let feed: PageFeed | null = null
let followed: string | null = null

/** Keeps the feed open while the calling component is shown. */
export function useFlowFeed(): void {
  useEffect(() => openFlowFeed(), [])
}

/** Opens the feed; the answer closes it. */
export function openFlowFeed(world: PageFeedWorld = {}): () => void {
  const opened = openPageFeed(
    {
      path: flowSocket.path,
      followers,
      onHead: ({ errors }) => loadErrors.set(Array.isArray(errors) ? errors : []),
      onAside: (frame) => {
        if (isOutput(frame)) for (const { onOutput } of listeners) onOutput?.(frame)
      },
      onOpen: () => {
        follow(opened)
        for (const { onFresh } of listeners) onFresh?.()
      },
    },
    world,
  )
  feed = opened
  const { socket, refusal } = opened
  const stops = [
    socket.state.subscribe(() => flowState.set(socket.state.get())),
    refusal.subscribe(() => flowRefusal.set(refusal.get())),
  ]
  return () => {
    for (const stop of stops) stop()
    socket.close()
    if (feed === opened) feed = null
  }
}

export function listenToFlow(listener: FlowListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whose output is wanted; null for none. */
export function followRun(runId: string | null): void {
  if (followed === runId) return
  followed = runId
  if (feed !== null) follow(feed)
}

export function retryFlowNow(): void {
  feed?.socket.reconnect()
}

/** Reads the strands once, where no feed is open; resolves with the refusal. */
export async function readStrands(): Promise<Problem | null> {
  const answer = await askForStrands()
  if (!answer.ok) return answer.error
  tellStrands(answer.value.strands, answer.value.errors)
  return null
}

const askForStrands = () => call(listStrands)

const runs = {
  onAll: (all: readonly Run[]) => all.forEach(tellRun),
  onChanges: (changes: readonly { readonly value: Run | null }[]) =>
    changes.forEach(({ value }) => (value === null ? undefined : tellRun(value))),
}

function tellRun(run: Run): void {
  for (const { onRun } of listeners) onRun?.(run)
}

const followers = [
  followIn(liveStrands, strands, {
    isTold: strandsLoaded,
    async read() {
      const answer = await askForStrands()
      if (answer.ok) loadErrors.set(answer.value.errors)
      return answer.ok ? ok(answer.value.strands) : answer
    },
  }),
  listenTo(liveLoadErrors, {
    onAll: () => {},
    onChanges: (changes) => loadErrors.set(changes.at(-1)?.value ?? []),
  }),
  listenTo(liveRuns, runs),
  listenTo(liveSteps, {
    onAll: () => {},
    onChanges(changes) {
      for (const { value } of changes) if (value !== null) for (const { onStep } of listeners) onStep?.(value)
    },
  }),
]

function follow({ socket }: PageFeed): void {
  socket.say({ type: 'follow', run_id: followed })
}

/** The service's frames are trusted in their form; what a newer one adds is skipped. */
function isOutput(frame: Readonly<Record<string, unknown>>): frame is OutputFrame {
  return frame.type === 'output'
}
