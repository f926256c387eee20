// For tests: the room over a real database in a temporary home, with a tmux whose terminals the test opens and closes.
import { isHarness } from '#base/harness/catalog.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { err, ok } from '#base/result.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import type { ProcessTree } from '#platform/server/process-tree.ts'
import type { LiveChange } from '#platform/live-kind.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import type { Tmux, TmuxIdentity, TmuxListing, TmuxSession } from '#platform/server/tmux/tmux.ts'
import {
  type AgentReport,
  machineEvents,
  type MachineEvent,
  type PatchRequest,
  type RegisterRequest,
  type SessionCard,
} from '../contract.ts'
import type { TaskStatus } from '#rooms/tasks/contract.ts'
import { patch, register, type Registered } from './change/commands.ts'
import { openSessions } from './open-sessions.ts'
import type { Spawn } from './launcher/spawn.ts'
import { applyReport } from './change/report.ts'
import { scanOnce } from './scan/scan.ts'

export type Terminals = {
  readonly tmux: Tmux
  readonly open: (name: string, tag?: string) => TmuxSession
  readonly close: (name: string) => void
  /** What every list answers instead of the terminals, while set. */
  listing: TmuxListing | null
  readonly interrupted: string[]
  /** What was pasted, and 'Enter' and 'Escape' for the keys. */
  readonly typed: string[]
  /** What every terminal shows; null: tmux tells nothing. */
  screen: string | null
}

export function scriptTerminals(): Terminals {
  const sessions = new Map<string, TmuxSession>()
  let opened = 0
  const isThere = ({ id, name, createdMs }: TmuxIdentity): boolean => {
    const session = sessions.get(name)
    return session?.id === id && session.createdMs === createdMs
  }
  const terminals: Terminals = {
    listing: null,
    interrupted: [],
    typed: [],
    screen: null,
    open(name, tag) {
      opened += 1
      const session = { id: `$${opened}`, name, createdMs: opened, tag: tag ?? null }
      sessions.set(name, session)
      return session
    },
    close: (name) => void sessions.delete(name),
    tmux: {
      version: async () => 'tmux 3.3a',
      list: async () => terminals.listing ?? { kind: 'sessions', sessions: [...sessions.values()] },
      create: async () => err({ kind: 'failed', reason: 'the launcher creates terminals' }),
      async find(name) {
        const { listing } = terminals
        if (listing !== null && listing.kind !== 'sessions') return err({ kind: 'failed', reason: 'no answer' })
        const session = sessions.get(name)
        return session === undefined ? err(gone) : ok(session)
      },
      async interrupt(session) {
        if (!isThere(session)) return err(gone)
        terminals.interrupted.push(session.id)
        return ok(null)
      },
      async escape(session) {
        if (!isThere(session)) return err(gone)
        terminals.typed.push('Escape')
        return ok(null)
      },
      async kill(session) {
        if (!isThere(session)) return err(gone)
        sessions.delete(session.name)
        return ok(null)
      },
      async paste(session, text) {
        if (!isThere(session)) return err(gone)
        terminals.typed.push(text)
        return ok(null)
      },
      async enter(session) {
        if (!isThere(session)) return err(gone)
        terminals.typed.push('Enter')
        return ok(null)
      },
      front: async () => ok({ tty: '/dev/pts/1', command: 'sh', isFirst: true }),
      look: async () => err({ kind: 'gone', reason: 'nothing is shown here' }),
      activity: async () => null,
      screens: async () => null,
      capture: async () => (terminals.screen === null ? err(gone) : ok(terminals.screen)),
      attachProgram: () => ({ argv: ['false'], env: {} }),
      watch: () => ({ [Symbol.asyncDispose]: async () => undefined }),
    },
  }
  return terminals
}

const noProcesses: ProcessTree = { list: async () => ok([]), signal: () => 0 }

const gone = { kind: 'gone', reason: 'there is no such session' } as const

export type Room = Awaited<ReturnType<typeof openRoom>>

export type RoomOptions = {
  /** A home to open again; default a new one, removed by `close`. */
  readonly home?: string
  readonly terminals?: Terminals
  /** Milliseconds since the epoch; the test moves it on. */
  readonly nowMs?: number
  readonly spawn?: Spawn
  /** Default: none lives. */
  readonly isProcessAlive?: (pid: number) => boolean
  readonly closingLimitMs?: number
  /** Default: nothing lives beside the terminals. */
  readonly processTree?: ProcessTree
  /** What the runs wrote last; default: nothing. */
  readonly readLastWords?: (sessionId: string) => Promise<string | null>
}

/** Opens the room. Spawning opens a terminal of the session's name unless the test says otherwise. */
export async function openRoom(options: RoomOptions = {}) {
  const home = options.home ?? (await mkdtemp(join(tmpdir(), 'orrery-sessions-')))
  const terminals = options.terminals ?? scriptTerminals()
  const time = new ManualTime(new Date(options.nowMs ?? Date.parse('2026-11-20T12:00:00.000Z')).toISOString())
  const published: LiveChange<SessionCard>[] = []
  const followed: [string, TaskStatus][] = []
  const statuses = new Map<string, TaskStatus>()
  const spawned: string[] = []
  const asked = { looks: 0 }
  const forgotten: string[] = []
  const database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
  const spawnTerminal: Spawn = async ({ session }) => {
    spawned.push(session.tmux_session)
    return ok(terminals.open(session.tmux_session))
  }
  const opened = await openSessions({
    home,
    database,
    publish: (changes) => published.push(...changes),
    clock: time,
    timers: time,
    log: silentLog,
    tmux: terminals.tmux,
    tasks: {
      statusOf: (taskId) => statuses.get(taskId) ?? null,
      standingOf: () => null,
      follow: async (taskId, status) => void followed.push([taskId, status]),
    },
    spawn: options.spawn ?? spawnTerminal,
    planLaunch: async (request) =>
      ok({
        agentType: request.agent_type,
        sessionName: request.session_name ?? null,
        workingDir: '/',
        prompt: request.prompt ?? '',
        interactive: request.interactive ?? false,
        harness: isHarness(request.agent_type) ? request.agent_type : null,
      }),
    machineEventOf: (name) => machineEvents.find((event) => event === name) ?? null,
    forgetArtifacts: async () => undefined,
    isProcessAlive: options.isProcessAlive ?? (() => false),
    readProcessTerminal: async () => null,
    settleMs: 1,
    processTree: options.processTree ?? noProcesses,
    readLastWords: options.readLastWords ?? (async () => null),
    lookSoon: () => void (asked.looks += 1),
    retentionDays: () => 30,
    pastDays: () => 30,
    onForgotten: async (id) => void forgotten.push(id),
    ...(options.closingLimitMs === undefined ? {} : { closingLimitMs: options.closingLimitMs }),
  })
  const { context } = opened
  return {
    ...opened,
    home,
    database,
    terminals,
    time,
    published,
    followed,
    statuses,
    spawned,
    asked,
    /** Sessions that other rooms were told to forget. */
    forgotten,
    /** From now on the database takes no event, as on a full disk, until the answer is called. */
    async fillDisk(): Promise<() => Promise<void>> {
      const run = (sql: string) => database.commits.write({ run: (db) => db.exec(sql) })
      await run(
        "CREATE TRIGGER full BEFORE INSERT ON session_events BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
      )
      return () => run('DROP TRIGGER full')
    },
    scan: () => scanOnce(context, async () => true),
    /** As the owner asks for it, with credentials. */
    patch: (id: string, request: PatchRequest) => patch(context, id, { request, by: 'authenticated' }),
    report: (tmuxSession: string, events: MachineEvent | readonly MachineEvent[], more: Partial<AgentReport> = {}) =>
      applyReport(context, { ...blankReport, tmuxSession, events: [events].flat(), ...more }),
    /** Ends as a killed process does: nothing is flushed. */
    async crash() {
      await opened.stop()
      await database[Symbol.asyncDispose]()
    },
    async close() {
      await opened.stop()
      opened.file.flushSync()
      await database[Symbol.asyncDispose]()
      // A room of the same home that crashed may be writing its file yet.
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Registers a session that nothing speaks against, with credentials. */
export async function registered({ context }: Pick<Room, 'context'>, request: RegisterRequest): Promise<Registered> {
  const answer = await register(context, { request, by: 'authenticated' })
  if (!answer.ok) throw new Error(answer.error.reason)
  return answer.value
}

const blankReport: Omit<AgentReport, 'tmuxSession' | 'events'> = {
  sessionId: null,
  source: 'hook',
  metadata: null,
  agentType: 'code-agent',
  runId: null,
  exitCode: null,
}
