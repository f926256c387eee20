// Feeds the page's stores from a live socket; where the socket is refused, what they read by GET stands in.
import { ok, type Result } from '#base/result.ts'
import type { LiveFrame } from '#platform/contract.ts'
import type { LiveKind } from '#platform/live-kind.ts'
import { needsLogin, type Problem } from '../api/problem.ts'
import { accessToken } from '../auth/token.ts'
import { createValue, type ValueStore } from '../store/value-store.ts'
import type { Follower } from './follower.ts'
import { paceFrames, type Clocks } from './frame-pacer.ts'
import { openLiveSocket, type LiveSocket } from './live-socket.ts'
import { countReconnects } from './reconnects.ts'
import type { SocketWorld } from './socket-world.ts'

export type PageFeedParts = {
  readonly path: string
  readonly followers: readonly Follower[]
  /** Lets what hangs on several stores follow once for several frames; default: no such thing. */
  readonly inOneGo?: (run: () => void) => void
  /** What a snapshot tells beside its lists. */
  readonly onHead?: (snapshot: Readonly<Record<string, unknown>>) => void
  /** Frames without a number, as an answer to what the page asked for. */
  readonly onAside?: (frame: Readonly<Record<string, unknown>>) => void
  /** A connection is new: what was said on an older one has to be said again. */
  readonly onOpen?: () => void
}

/** What a test puts in the browser's place. */
export type PageFeedWorld = { readonly sockets?: SocketWorld; readonly clocks?: Clocks }

export type Lists = Readonly<Record<string, readonly unknown[]>>

export type PageFeed = {
  readonly socket: LiveSocket
  /** Set once all stores were told: before that, absence means nothing. */
  readonly isLoaded: ValueStore<boolean>
  /** What its stores hold, by the names that a snapshot lists them under. */
  readonly held: () => Lists
  /** Shows what was kept, as of then, until the service tells the truth; where it did or refused, nothing happens. */
  readonly recall: (kept: Lists, atMs: number) => void
  /** Why nothing may be read from here; null while it may, or while that is not known. */
  readonly refusal: ValueStore<Problem | null>
}

export function openPageFeed(parts: PageFeedParts, world: PageFeedWorld = {}): PageFeed {
  const { followers, inOneGo = (run) => run(), onHead, onAside, onOpen } = parts
  const isLoaded = createValue(false)
  const refusal = createValue<Problem | null>(null)
  const kept = keepWhatIsTold(followers, inOneGo)
  const told = (): void => {
    kept.forget()
    isLoaded.set(true)
    refusal.set(null)
  }
  const readOnce = oneAtATime(async (): Promise<void> => {
    const token = accessToken()
    const answer = await readAll(followers)
    if (socket.state.get().kind === 'live') return
    // Signed in or out meanwhile: this answer is about somebody else.
    if (accessToken() !== token) return void setTimeout(readOnce)
    if (answer.ok) {
      inOneGo(() => answer.value.forEach((put) => put()))
      told()
    } else if (needsLogin(answer.error)) {
      // Anything else passes, or is told by the socket's own state.
      if (kept.takeBack()) isLoaded.set(false)
      refusal.set(answer.error)
      socket.rest()
    }
  })
  const openings = countReconnects()
  const pace = paceFrames<LiveFrame>((frames) => {
    inOneGo(() => frames.forEach((frame) => take(frame, followers, onHead)))
    if (frames.some(({ type }) => type === 'snapshot')) told()
  }, world.clocks)
  const socket = openLiveSocket(
    {
      path: parts.path,
      onFrame: (frame) => pace(frame as LiveFrame),
      onRefused() {
        openings.failed()
        readOnce()
      },
      onOpen() {
        openings.opened()
        onOpen?.()
      },
      ...(onAside === undefined ? {} : { onAside }),
    },
    world.sockets,
  )
  return {
    socket,
    isLoaded,
    refusal,
    held: kept.held,
    recall(lists, atMs) {
      if (isLoaded.get() || refusal.get() !== null) return
      kept.put(lists)
      isLoaded.set(true)
      socket.recall(atMs)
    },
  }
}

/** What stores hold, and what was put there without the service's word. */
function keepWhatIsTold(followers: readonly Follower[], inOneGo: (run: () => void) => void) {
  const keepers = followers.filter(({ held }) => held !== undefined)
  let isPut = false
  const putAll = (lists: Lists): void =>
    inOneGo(() => keepers.forEach(({ kind, takeAll }) => takeAll(lists[nameOf(kind)])))
  return {
    held: (): Lists => Object.fromEntries(keepers.map(({ kind, held }) => [nameOf(kind), held?.() ?? []])),
    put(lists: Lists): void {
      isPut = true
      putAll(lists)
    },
    /** The service has spoken. */
    forget(): void {
      isPut = false
    },
    /** What another login was told is not for whoever is refused. Answers whether there was anything. */
    takeBack(): boolean {
      if (!isPut) return false
      isPut = false
      putAll({})
      return true
    },
  }
}

const nameOf = ({ kind, listed }: LiveKind): string => listed ?? kind

function take(frame: LiveFrame, followers: readonly Follower[], onHead: PageFeedParts['onHead']): void {
  if (frame.type === 'changes') {
    for (const { kind, takeChanges } of followers) {
      const changes = frame.changes.filter((change) => change.kind === kind.kind)
      if (changes.length > 0)
        takeChanges(changes.map(({ op, id, value }) => (op === 'remove' ? { op, id, value: null } : { op, id, value })))
    }
    return
  }
  const { type: _type, seq: _seq, ...snapshot } = frame
  onHead?.(snapshot)
  for (const { kind, takeAll } of followers) {
    const values = kind.listed === null ? undefined : snapshot[kind.listed]
    takeAll(Array.isArray(values) ? values : undefined)
  }
}

/** All of them or the first refusal, in the order of the followers. */
async function readAll(followers: readonly Follower[]): Promise<Result<(() => void)[], Problem>> {
  const puts: (() => void)[] = []
  for (const { read } of followers) {
    const answer = await read?.()
    if (answer === undefined) continue
    if (!answer.ok) return answer
    puts.push(answer.value)
  }
  return ok(puts)
}

/** A long list takes longer to read than the socket's next try. */
function oneAtATime(run: () => Promise<void>): () => void {
  let isRunning = false
  return () => {
    if (isRunning) return
    isRunning = true
    void run().finally(() => (isRunning = false))
  }
}
