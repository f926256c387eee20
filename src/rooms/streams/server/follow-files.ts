// Follows the files of each session's repository: a tree at its start, a look after what it did, at most one a second.
import { join, relative } from 'node:path'
import { oneAtATime } from '#base/one-at-a-time.ts'
import { secondMs, toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Environment } from '#platform/server/config/environment.ts'
import type { Log } from '#platform/server/log/log.ts'
import { followLimits, type FollowLimits } from '#platform/server/repository/follow-parts.ts'
import { followTree, type FollowedTree } from '#platform/server/repository/follow-tree.ts'
import { GitTrouble, type TroubleKind } from '#platform/server/repository/git-trouble.ts'
import type { Timers } from '#platform/server/timers.ts'
import { createTurns } from '#platform/server/turns.ts'
import type { DiffAnswer, FollowedFile, Learned } from '../contract.ts'
import { cutDiff } from '../core/cut-diff.ts'
import { begunLate } from '../core/unknown.ts'
import { filesDelta, inRecords, withTold, type ToldFiles } from '../core/files-delta.ts'

/** What was learned of a session by a look at its files. */
export type LearnedFiles = Extract<Learned, { readonly source: 'git' }>

export type FollowFilesParts = {
  /** Where trees of sessions are kept, a folder each. */
  readonly folder: string
  /** What is followed nowhere: the service's own. */
  readonly ownHome: string
  readonly environment: Environment
  readonly limits?: FollowLimits
  /** What was told of a session's files in earlier lives, oldest first. */
  readonly told: (sessionId: string) => Promise<readonly LearnedFiles[]>
  /** Keeps it. Rejects with what can't be written; it is told again by the next look. */
  readonly learn: (sessionId: string, at: string, learned: LearnedFiles) => Promise<void>
  readonly clock: Clock
  readonly timers: Pick<Timers, 'after' | 'passedMs'>
  readonly log: Log
}

export interface FollowFiles extends AsyncDisposable {
  /** Before a session's program starts: takes the tree, and waits a moment for it at most. Never rejects. */
  begin(sessionId: string, directory: string): Promise<void>
  /** It did something: its files are looked at soon. */
  happened(sessionId: string): void
  /** It ended: its files are looked at once more, and no more. Resolves after that, and never rejects. */
  ended(sessionId: string): Promise<void>
  /** Of a file by the path under which it is told. */
  diff(sessionId: string, path: string): Promise<DiffAnswer['diff']>
  /** Removes what is kept. Never rejects. */
  forget(sessionId: string): Promise<void>
}

const betweenLooksMs = secondMs
/** Longer nobody who starts an agent waits for a tree; what the agent changes before it is done may stay unseen. */
const startWaitMs = 700
/** Sessions that are looked at while others wait. */
const atOnce = 2
/** So many looks in a row that failed for another reason than their repository's size end it. */
const patience = 3

export function followFiles(parts: FollowFilesParts): FollowFiles {
  return new Follows(parts)
}

type Held = {
  readonly tree: FollowedTree
  readonly inTurn: ReturnType<typeof oneAtATime>
  told: ToldFiles | null
  stopTimer: (() => void) | null
  lookedMs: number
  failures: number
  /** Nothing more is looked at. */
  isOver: boolean
}

class Follows implements FollowFiles {
  readonly #parts: FollowFilesParts
  readonly #held = new Map<string, Held>()
  readonly #turns = createTurns({ usual: atOnce, reserved: 0, mostWaiting: 1000 })
  readonly #under = new Set<Promise<unknown>>()
  #isClosed = false

  constructor(parts: FollowFilesParts) {
    this.#parts = parts
  }

  async begin(sessionId: string, directory: string): Promise<void> {
    const held = this.#take(sessionId)
    if (held === null) return
    held.isOver = false
    const { promise, resolve } = Promise.withResolvers<void>()
    let isLate = false
    const stopWaiting = this.#parts.timers.after(startWaitMs, () => {
      isLate = true
      resolve()
    })
    const beginning = this.#work(sessionId, held, async () => {
      if ((await held.tree.begin(directory)) === null) this.#held.delete(sessionId)
      else if (isLate) await this.#tellTrouble(sessionId, begunLate)
    })
    void beginning.finally(resolve)
    await promise
    stopWaiting()
  }

  happened(sessionId: string): void {
    const held = this.#take(sessionId)
    if (held === null || held.isOver || held.stopTimer !== null) return
    const waitMs = Math.max(0, held.lookedMs + betweenLooksMs - this.#parts.timers.passedMs())
    held.stopTimer = this.#parts.timers.after(waitMs, () => {
      held.stopTimer = null
      void this.#look(sessionId, held)
    })
  }

  async ended(sessionId: string): Promise<void> {
    const held = this.#take(sessionId)
    if (held === null) return
    held.stopTimer?.()
    held.stopTimer = null
    await this.#lookLast(sessionId, held)
  }

  async #lookLast(sessionId: string, held: Held): Promise<void> {
    await this.#look(sessionId, held)
    if (held.stopTimer === null) this.#held.delete(sessionId)
  }

  async diff(sessionId: string, path: string): Promise<DiffAnswer['diff']> {
    const nothing = { path, text: null, is_cut: false } as const
    const tree = this.#treeOf(sessionId)
    try {
      const root = (await tree?.root()) ?? null
      if (tree === null || root === null) return { ...nothing, why: notFollowed }
      const inside = relative(root, path)
      if (inside === '' || inside.startsWith('..')) return { ...nothing, why: notInside }
      return { path, ...cutDiff(await tree.diff(inside)) }
    } catch (error) {
      if (error instanceof GitTrouble) return { ...nothing, why: `${couldNot} ${troubles[error.kind]}` }
      throw error
    }
  }

  async forget(sessionId: string): Promise<void> {
    const tree = this.#treeOf(sessionId)
    const held = this.#held.get(sessionId)
    held?.stopTimer?.()
    this.#held.delete(sessionId)
    try {
      await (held?.inTurn ?? ((work) => work()))(async () => tree?.forget())
    } catch (error) {
      this.#parts.log.warn({ err: error, session: sessionId }, 'what was kept of its files could not be removed')
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    for (const { stopTimer } of this.#held.values()) stopTimer?.()
    await Promise.all(this.#under)
  }

  #take(sessionId: string): Held | null {
    const held = this.#held.get(sessionId)
    if (held !== undefined || this.#isClosed) return held ?? null
    const tree = this.#treeOf(sessionId)
    if (tree === null) return null
    const lookedMs = Number.NEGATIVE_INFINITY
    const fresh = { tree, inTurn: oneAtATime(), told: null, stopTimer: null, lookedMs, failures: 0, isOver: false }
    this.#held.set(sessionId, fresh)
    return fresh
  }

  #treeOf(sessionId: string): FollowedTree | null {
    const held = this.#held.get(sessionId)
    if (held !== undefined) return held.tree
    if (!/^[A-Za-z0-9_-]{1,128}$/.test(sessionId)) return null
    const { folder, ownHome, environment, limits = followLimits } = this.#parts
    return followTree({ folder: join(folder, sessionId), ownHome, environment, limits })
  }

  #look(sessionId: string, held: Held): Promise<void> {
    return this.#work(sessionId, held, async () => {
      if (held.isOver) return
      held.lookedMs = this.#parts.timers.passedMs()
      const at = toIso(this.#parts.clock.now())
      const look = await held.tree.look()
      // In no repository: nothing is held of it, and nothing looked at again.
      if (look === null) return void this.#held.delete(sessionId)
      held.failures = 0
      held.told ??= foldTold(await this.#parts.told(sessionId))
      const found = look.changes.map((change): FollowedFile => ({ ...change, path: join(look.root, change.path) }))
      for (const files of inRecords(filesDelta(held.told, found))) {
        await this.#parts.learn(sessionId, at, { source: 'git', files, trouble: null })
        held.told = withTold(held.told, files)
      }
    })
  }

  /** One at a time for a session, a few for all. Never rejects. */
  #work(sessionId: string, held: Held, work: () => Promise<void>): Promise<void> {
    const done = held.inTurn(async () => {
      const taken = await this.#turns.take(async () => {
        if (!this.#isClosed) await work()
      })
      if (!taken.ok)
        this.#parts.log.debug({ session: sessionId }, 'too many files are looked at: this look is left out')
    })
    const noted = done
      .catch((error: unknown) => this.#fail(sessionId, held, error))
      .finally(() => this.#under.delete(noted))
    this.#under.add(noted)
    return noted
  }

  async #fail(sessionId: string, held: Held, error: unknown): Promise<void> {
    const kind = error instanceof GitTrouble ? error.kind : 'unreadable'
    this.#parts.log.debug({ err: error, session: sessionId }, 'the files of a session could not be looked at')
    held.failures += 1
    if (held.failures < patience && kind !== 'too_large' && kind !== 'no_git') return
    held.isOver = true
    await this.#tellTrouble(sessionId, `${linesUnknown} ${troubles[kind]}`)
  }

  async #tellTrouble(sessionId: string, trouble: string): Promise<void> {
    try {
      await this.#parts.learn(sessionId, toIso(this.#parts.clock.now()), { source: 'git', files: [], trouble })
    } catch (failure) {
      this.#parts.log.warn({ err: failure, session: sessionId }, 'that its files are not followed could not be kept')
    }
  }
}

function foldTold(looks: readonly LearnedFiles[]): ToldFiles {
  return looks.reduce<ToldFiles>((told, { files }) => withTold(told, files), new Map())
}

const linesUnknown = 'Lines that were added and removed, and files that commands changed:'
const couldNot = 'The difference can not be shown:'
const troubles: Readonly<Record<TroubleKind, string>> = {
  too_large: 'its repository is too large to follow.',
  no_git: 'git is not installed on that machine.',
  unreadable: 'git could not read all of its repository.',
  too_slow: 'git took too long in its repository.',
}
const notFollowed = 'Its files are not followed: it was not started in a git repository, or before this version.'
const notInside = 'That file is not in the repository of the session.'
