// The sessions room as app/ wires it.
import { homedir } from 'node:os'
import type { Api } from '#platform/server/http/api.ts'
import type { Kinds } from '#platform/server/live/kinds.ts'
import { liveSessions } from '../api.ts'
import type { AgentReport, ReportAnswer, SessionCard, SessionState } from '../contract.ts'
import { toCard } from '../core/card.ts'
import { missedFollowUps } from '../core/follow-ups.ts'
import type { SessionsContext } from './context.ts'
import { settleAll } from './dependants.ts'
import type { Launcher } from './launcher/launcher.ts'
import { logSize, readLog } from './launcher/log-recorder.ts'
import { openSessions, type SessionsParts } from './open-sessions.ts'
import type { DrainQueue } from './ports.ts'
import { applyReport } from './report.ts'
import { mountSessions } from './routes.ts'
import { scanOnce } from './scan.ts'
import { startScanner, type Scanner } from './scanner.ts'
import { prefersReducedMotion } from './reduced-motion.ts'
import { correctTimes } from './tidy.ts'
import { startTurnWatch } from './turn-watch.ts'
import type { Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'

export interface Sessions extends AsyncDisposable {
  /** Mounts /api/hooks/sessions and /api/agents. */
  mount(api: Api): void
  /** Applies what an agent reported; see `ApplyReport` of the hooks room. */
  report(report: AgentReport): Promise<Result<ReportAnswer, Refusal>>
  /**
   * Looks at tmux now, whenever it changes, and every 30 s, and from then on at sessions whose turns hooks do not tell;
   * resolves after the first look.
   */
  startScanning(drainQueue: DrainQueue): Promise<void>
  /** A task was done or reopened: sessions that wait for it may start. Nobody waits for the starts; the end of the room does. */
  taskSettled(taskId: string): void
  /** The state of the session with that tmux name; null for a name that no session has. */
  stateOf(tmuxSession: string): SessionState | null
  /** How many sessions there are. */
  count(): number
  /** The tmux session of a session, by tmux's id where one was seen; null for an unknown session. */
  terminalOf(id: string): { readonly tmuxId: string | null; readonly tmuxSession: string } | null
}

export type SessionsOptions = Omit<SessionsParts, 'lookSoon' | 'publish'> &
  Pick<Launcher, 'agentTypes'> & {
    /** Told of every session, under `liveSessions`. */
    readonly live: Pick<Kinds, 'offer'>
  }

/** Restores what was known. Rejects when the log can't be read or written. */
export async function createSessions(options: SessionsOptions): Promise<Sessions> {
  let scanner: Scanner | null = null
  let turnWatch: AsyncDisposable | null = null
  const cards = (): SessionCard[] =>
    context.registry
      .all()
      .map(({ session }) => toCard(session))
      .toArray()
  const { publish } = options.live.offer(liveSessions, { all: cards })
  const { context, file, stop } = await openSessions({ ...options, publish, lookSoon: () => scanner?.lookSoon() })

  async function look(drainQueue: DrainQueue): Promise<void> {
    await correctTimes(context)
    await scanOnce(context, drainQueue)
    await settleAll(context)
  }

  return {
    mount: (api) =>
      mountSessions(api, {
        context,
        agentTypes: options.agentTypes,
        readLog: (id, part) => readLog(options.home, id, part),
      }),
    report: (report) => applyReport(context, report),
    async startScanning(drainQueue) {
      await followUp(context)
      scanner = startScanner({ tmux: options.tmux, log: options.log, look: () => look(drainQueue) })
      await scanner.firstLook
      turnWatch = startTurnWatch(context, {
        logSize: (id) => logSize(options.home, id),
        isMotionReduced: () => prefersReducedMotion(homedir()),
      })
    },
    taskSettled: context.onTaskSettled,
    stateOf: (tmuxSession) => context.registry.byTmuxName(tmuxSession)?.session.state ?? null,
    count: () => context.registry.size,
    terminalOf(id) {
      const record = context.registry.get(id)
      return record === null ? null : { tmuxId: record.tmuxId, tmuxSession: record.session.tmux_session }
    },
    async [Symbol.asyncDispose]() {
      await turnWatch?.[Symbol.asyncDispose]()
      await scanner?.[Symbol.asyncDispose]()
      await stop()
      file.flushSync()
    },
  }
}

/** What the last life of the service committed for a session and not yet for its task. A second time changes nothing. */
async function followUp({ registry, tasks, log }: SessionsContext): Promise<void> {
  const sessions = registry.all().map(({ session }) => session)
  for (const { taskId, status, sessionId } of missedFollowUps(sessions, tasks.standingOf)) {
    log.info(
      { task_id: taskId, session_id: sessionId, status },
      'a task follows a session that moved before the restart',
    )
    await tasks.follow(taskId, status, sessionId)
  }
}

export { createLauncher, type Launcher } from './launcher/launcher.ts'
export { removeArtifacts } from './launcher/artifacts.ts'
