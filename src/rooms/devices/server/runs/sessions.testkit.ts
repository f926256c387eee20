// For tests: a sessions room that holds what the test puts in, and keeps what devices make of it.
import { err, ok } from '#base/result.ts'
import type { Alongside } from '#platform/server/db/alongside.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { DeviceNews, MachineEvent, Session } from '#rooms/sessions/contract.ts'
import { sampleSession } from '#testing/sample-session.testkit.ts'
import type { DevicesPorts, FabricPort, RunsOnDevices } from '../ports.ts'
import { nobodyAsks } from '../room.testkit.ts'
import { noDevice } from '../refusals.ts'

type Creation = Parameters<FabricPort['create']>[0]
type Adoption = Omit<Parameters<FabricPort['adopt']>[0], 'alongside'>

export type ScriptedSessions = ReturnType<typeof scriptSessions>

/** `present`: the sessions on the board, by id, with the run that they are at. */
export function scriptSessions(commits: Database['commits']) {
  const present = new Map<string, { readonly session: Session; readonly runId: string }>()
  const told: { readonly sessionId: string; readonly runId: string; readonly news: DeviceNews }[] = []
  const output: { readonly sessionId: string; readonly seq: number; readonly kind: string; readonly text: string }[] =
    []
  const created: Creation[] = []
  const adopted: Adoption[] = []
  const closed: string[] = []
  const state = {
    /** Awaited before news or output are taken. */
    hold: Promise.resolve(),
    /** Thrown once when news come. */
    failure: null as Error | null,
    runs: null as RunsOnDevices | null,
    forget: null as ((sessionId: string) => Promise<void>) | null,
    lastSeq: 0,
    /** How often all sessions were looked through for those that are active. */
    counted: 0,
    taken: new Set<string>(),
    listed: null as Parameters<FabricPort['list']>[0] | null,
  }
  const commit = (alongside: Alongside): Promise<void> => commits.write(alongside)
  const ports: Omit<DevicesPorts, 'mode'> = {
    sessionsOn: (id) => [...present.values()].map(({ session }) => session).filter((one) => one.device_id === id),
    activeOn() {
      state.counted += 1
      const live = [...present.values()].filter(({ session }) => session.ended_at === null)
      const byDevice = Map.groupBy(live, ({ session }) => session.device_id ?? '')
      return new Map([...byDevice].map(([id, all]) => [id, all.length]))
    },
    runOn: (runs) => (state.runs = runs),
    onForgotten: (forget) => (state.forget = forget),
    conversationOf: () => null,
    factOf: () => null,
    machineEventOf: (name) => (name.startsWith('user.') || name.startsWith('hook.') ? (name as MachineEvent) : null),
    approvals: nobodyAsks,
    fabric: {
      async create(creation) {
        created.push(creation)
        const { start } = creation
        const session = sampleSession({ id: `made-${created.length}`, origin: 'fabric', harness: start.harness })
        await commit(creation.plan(session.id))
        return ok(session)
      },
      async tell({ sessionId, runId }, { news, alongside }) {
        await state.hold
        const { failure } = state
        state.failure = null
        if (failure !== null) throw failure
        if (present.get(sessionId)?.runId !== runId) return false
        await commit(alongside)
        told.push({ sessionId, runId, news })
        return true
      },
      async adopt({ alongside, ...adoption }) {
        await commit(alongside)
        adopted.push(adoption)
      },
      output: {
        lastSeq: () => state.lastSeq,
        async append(sessionId, _runId, parts) {
          await state.hold
          output.push(...parts.map(({ seq, kind, data }) => ({ sessionId, seq, kind, text: data.toString() })))
        },
        close: (sessionId) => void closed.push(sessionId),
      },
      nodes: null,
      find: (id) => present.get(id)?.session ?? null,
      isFree: async (id) => !present.has(id) && !state.taken.has(id),
      async list(query) {
        state.listed = query
        const wanted = [...present.values()].map(({ session }) => session)
        return ok({
          sessions: wanted.map((session) => ({ ...session, last_line: null, summary: null })),
          next_cursor: null,
        })
      },
      read: async () => err(noDevice([])),
      cancel: async () => err(noDevice([])),
    },
  }
  const runs = (): RunsOnDevices => {
    if (state.runs === null) throw new Error('the room did not say where sessions run')
    return state.runs
  }
  return {
    ports,
    state,
    told,
    output,
    created,
    adopted,
    closed,
    /** Puts a session on the board that is at this run. */
    put(fields: Partial<Session>, runId: string): Session {
      const session = sampleSession({ origin: 'fabric', harness: 'codex', ...fields })
      present.set(session.id, { session, runId })
      return session
    },
    drop: (id: string) => present.delete(id),
    placeOf: (session: Session, model?: string) => runs().placeOf(session, model),
    nameOf: (id: string) => runs().nameOf(id),
    start: (session: Session, runId: string) => commit(runs().start(session, runId)),
    cancel: (sessionId: string, runId: string) => commit(runs().cancel(sessionId, runId)),
  }
}
