// The sessions in memory, with the look-ups that every event needs. Records are immutable: a change puts a new one.
import type { DismissedName } from '../contract/stored.ts'
import { awaitsEffect } from '../core/answer/still-waiting.ts'
import type { SessionRecord } from '../core/record.ts'
import { livesHere } from '../core/lives-here.ts'
import { isForeign } from '../core/start/start-plan.ts'
import { isTellingScreen } from '../core/scan/screen.ts'
import { waitsForEnd } from '../core/scan/turn-end.ts'

export interface Registry {
  readonly size: number
  get(id: string): SessionRecord | null
  /** Of this machine: a terminal elsewhere may have the same name. */
  byTmuxName(name: string): SessionRecord | null
  all(): IteratorObject<SessionRecord>
  put(record: SessionRecord): void
  remove(id: string): void
  /** Sessions that are idle and name the task in `depends_on`. */
  waitingFor(taskId: string): SessionRecord[]
  /** Tasks that some idle session waits for. */
  awaitedTasks(): string[]
  /** Whether a session that is linked to the task stands in completed. */
  hasCompleted(taskId: string): boolean
  /** How many sessions live that came into being by a hook of an unknown terminal. */
  countLiveCreatedByHook(): number
  /** How many of those are the gateway's agents. */
  countLiveOfGateway(): number
  /** How many sessions live that were registered without credentials. */
  countLiveForeign(): number
  /** Sessions that have to be looked at although nothing is reported of them. */
  watched(): SessionRecord[]
  /** Sessions of this machine whose stop is under way. */
  stopping(): SessionRecord[]
  dismissed(): IteratorObject<DismissedName>
  dismissedByName(name: string): DismissedName | null
  remember(name: DismissedName): void
  forget(tmuxSession: string): void
}

export function createRegistry(): Registry {
  const records = new Map<string, SessionRecord>()
  const idByName = new Map<string, string>()
  const waiting = new Map<string, Set<string>>()
  const completed = new Map<string, Set<string>>()
  const dismissed = new Map<string, DismissedName>()
  const watched = new Set<string>()
  const stopping = new Set<string>()
  const live: LiveCounts = { createdByHook: 0, ofGateway: 0, foreign: 0 }

  function index(record: SessionRecord, change: 1 | -1): void {
    const { id, state, depends_on, task_id } = record.session
    countLive(live, record, change)
    mark(watched, id, change === 1 && isToBeWatched(record))
    mark(stopping, id, change === 1 && livesHere(record.session) && record.session.stopping !== null)
    if (state === 'idle') for (const taskId of depends_on) toggle(waiting, taskId, { id, change })
    if (state === 'completed' && task_id !== null) toggle(completed, task_id, { id, change })
  }

  const presentOf = (ids: Iterable<string>) => [...ids].flatMap((id) => records.get(id) ?? [])

  function remove(id: string): void {
    const record = records.get(id)
    if (record === undefined) return
    index(record, -1)
    records.delete(id)
    if (idByName.get(record.session.tmux_session) === id) idByName.delete(record.session.tmux_session)
  }

  return {
    get size() {
      return records.size
    },
    get: (id) => records.get(id) ?? null,
    byTmuxName: (name) => records.get(idByName.get(name) ?? '') ?? null,
    all: () => records.values(),
    put(record) {
      const previous = records.get(record.session.id)
      if (previous !== undefined) index(previous, -1)
      records.set(record.session.id, record)
      if (livesHere(record.session)) idByName.set(record.session.tmux_session, record.session.id)
      index(record, 1)
    },
    remove,
    waitingFor: (taskId) => presentOf(waiting.get(taskId) ?? []),
    awaitedTasks: () => [...waiting.keys()],
    hasCompleted: (taskId) => completed.has(taskId),
    countLiveCreatedByHook: () => live.createdByHook,
    countLiveOfGateway: () => live.ofGateway,
    countLiveForeign: () => live.foreign,
    watched: () => presentOf(watched),
    stopping: () => presentOf(stopping),
    dismissed: () => dismissed.values(),
    dismissedByName: (name) => dismissed.get(name) ?? null,
    remember: (name) => void dismissed.set(name.tmux_session, name),
    forget: (tmuxSession) => void dismissed.delete(tmuxSession),
  }
}

function isToBeWatched(record: SessionRecord): boolean {
  return livesHere(record.session) && (waitsForEnd(record) || isTellingScreen(record) || awaitsEffect(record))
}

type LiveCounts = { createdByHook: number; ofGateway: number; foreign: number }

function countLive(live: LiveCounts, { session }: SessionRecord, change: 1 | -1): void {
  if (session.ended_at !== null) return
  if (session.origin === 'hook') {
    live.createdByHook += change
    if (session.agent_type === 'gateway-agent') live.ofGateway += change
  }
  if (isForeign(session)) live.foreign += change
}

function mark(ids: Set<string>, id: string, isIn: boolean): void {
  if (isIn) ids.add(id)
  else ids.delete(id)
}

type Membership = { readonly id: string; readonly change: 1 | -1 }

function toggle(sets: Map<string, Set<string>>, key: string, { id, change }: Membership): void {
  const set = sets.get(key) ?? new Set()
  if (change === 1) sets.set(key, set.add(id))
  else if (set.delete(id) && set.size === 0) sets.delete(key)
}
