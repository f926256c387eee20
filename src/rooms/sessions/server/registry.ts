// The sessions in memory, with the look-ups that every event needs. Records are immutable: a change puts a new one.
import type { DismissedName } from '../contract.ts'
import type { SessionRecord } from '../core/record.ts'
import { isForeign } from '../core/start-plan.ts'
import { isTellingScreen } from '../core/screen.ts'
import { waitsForEnd } from '../core/turn-end.ts'

export interface Registry {
  readonly size: number
  get(id: string): SessionRecord | null
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
  let liveCreatedByHook = 0
  let liveOfGateway = 0
  let liveForeign = 0

  function index(record: SessionRecord, change: 1 | -1): void {
    const { id, state, depends_on, task_id, origin, ended_at, agent_type } = record.session
    if (origin === 'hook' && ended_at === null) {
      liveCreatedByHook += change
      if (agent_type === 'gateway-agent') liveOfGateway += change
    }
    if (isForeign(record.session) && ended_at === null) liveForeign += change
    if (change === 1 && (waitsForEnd(record) || isTellingScreen(record))) watched.add(id)
    else watched.delete(id)
    if (state === 'idle') for (const taskId of depends_on) toggle(waiting, taskId, { id, change })
    if (state === 'completed' && task_id !== null) toggle(completed, task_id, { id, change })
  }

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
      idByName.set(record.session.tmux_session, record.session.id)
      index(record, 1)
    },
    remove,
    waitingFor: (taskId) => [...(waiting.get(taskId) ?? [])].flatMap((id) => records.get(id) ?? []),
    awaitedTasks: () => [...waiting.keys()],
    hasCompleted: (taskId) => completed.has(taskId),
    countLiveCreatedByHook: () => liveCreatedByHook,
    countLiveOfGateway: () => liveOfGateway,
    countLiveForeign: () => liveForeign,
    watched: () => [...watched].flatMap((id) => records.get(id) ?? []),
    dismissed: () => dismissed.values(),
    dismissedByName: (name) => dismissed.get(name) ?? null,
    remember: (name) => void dismissed.set(name.tmux_session, name),
    forget: (tmuxSession) => void dismissed.delete(tmuxSession),
  }
}

type Membership = { readonly id: string; readonly change: 1 | -1 }

function toggle(sets: Map<string, Set<string>>, key: string, { id, change }: Membership): void {
  const set = sets.get(key) ?? new Set()
  if (change === 1) sets.set(key, set.add(id))
  else if (set.delete(id) && set.size === 0) sets.delete(key)
}
