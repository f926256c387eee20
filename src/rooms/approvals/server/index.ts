// The approvals room as app/ wires it.
import type { Result } from '#base/result.ts'
import { hourMs, secondMs, toIso } from '#base/time.ts'
import type { Refusal } from '#platform/contract.ts'
import type { GroundOf } from '#platform/server/house/ground.ts'
import type { Room } from '#platform/server/house/room.ts'
import { liveSessions } from '#rooms/sessions/api.ts'
import type { AgentReport, ReportAnswer } from '#rooms/sessions/contract.ts'
import { liveApprovals } from '../api.ts'
import type { NotifiedAsk } from '../contract.ts'
import type { KeptApproval } from '../contract/kept.ts'
import { approvableText } from '../core/from-notification.ts'
import { toCard } from '../core/kept.ts'
import { approvalNews, createBook, isSettled, type ApprovalBook } from './book.ts'
import { endOverdue, endRestarted, followSession, forgetOld, hear } from './closing.ts'
import type { ApprovalsContext } from './context.ts'
import { createDeviceAsks } from './device-asks.ts'
import type { DeviceAsks } from './on-devices.ts'
import { createForeign } from './foreign.ts'
import type { ApprovalsPorts } from './ports.ts'
import { mountApprovals } from './routes.ts'
import { createApprovalStore } from './store.ts'
import { createWaiters } from './waiters.ts'

export { createDeviceDesk } from './device-desk.ts'
export { mountAsking, type AskDesk } from './hook-routes.ts'

/** The parts of the ground that this room stands on; it tells of open approvals (`liveApprovals`) and hears of sessions. */
export type ApprovalsGround = GroundOf<'database' | 'live' | 'clock' | 'timers' | 'log', 'approvals' | 'retention'>

/** Agents ask, and persons answer. */
export interface Approvals extends Room {
  /** Applies what agents report, as the sessions room does, and hears of what it says of approvals. */
  report(report: AgentReport): Promise<Result<ReportAnswer, Refusal>>
  /** A session is removed for good: so is what it asked. */
  forget(sessionId: string): Promise<void>
  /** What a notification of an open approval says and may offer; null for one that is over. */
  readonly askOf: (approvalId: string) => NotifiedAsk | null
  /** What agents of devices ask. */
  readonly onDevices: Pick<DeviceAsks, 'carryBy' | 'hear' | 'ran' | 'owedTo'>
}

/** Opened after the rooms whose sessions it hears. Rejects when the table can't be read. */
export async function openApprovalsRoom(ground: ApprovalsGround, ports: ApprovalsPorts): Promise<Approvals> {
  const { database, live, timers, log } = ground
  const store = createApprovalStore(database.read)
  const kept = await ownOf(await store.unsettled(), ports.sessions)
  const waiters = createWaiters(timers)
  const { publish } = live.offer(liveApprovals, { all: () => [...book.all(), ...foreign.all()].map(toCard) })
  const foreign = createForeign({ ...ground, store, sessions: ports.sessions, publish })
  const book: ApprovalBook = createBook({
    store,
    publish,
    kept,
    onChanged(approval) {
      waiters.wake(approval.id)
      onDevices.changed(approval)
      if (isSettled(approval)) waiters.forget(approval.id)
    },
  })
  const lately = await store.overOnDevices(toIso(ground.clock.now() - hourMs))
  const onDevices = createDeviceAsks(() => context, lately)
  const context: ApprovalsContext = { ...ground, book, store, waiters, ports, onDevices, commits: database.commits }
  let last: Promise<unknown> = Promise.resolve()
  const run = (work: () => Promise<void>): void => {
    last = last.then(work).catch((error: unknown) => log.error({ err: error }, 'approvals could not be changed'))
  }
  const stops: (() => void)[] = []
  return {
    mount: (api) => mountApprovals(api, context),
    report: (report) => hear(context, report),
    onDevices,
    askOf(id) {
      const approval = book.get(id)
      if (approval?.state !== 'open') return null
      const whole = approvableText(approval, ground.config.approvals.fromNotification)
      return { id, input_hash: approval.input_hash, whole }
    },
    async start() {
      await endRestarted(context)
      foreign.begin()
      live.follow(liveSessions, (changes) => {
        for (const { id, value } of changes) foreign.followSession(id, value?.state ?? null)
        if (book.isEmpty()) return
        for (const { id, value } of changes) run(() => followSession(context, id, value?.state ?? null))
      })
      stops.push(
        timers.every(secondMs, () => (book.isEmpty() ? undefined : run(() => endOverdue(context)))),
        timers.every(hourMs, () => run(() => forgetOld(context))),
      )
    },
    forget: (sessionId) => forget(context, sessionId),
    async [Symbol.asyncDispose]() {
      for (const stop of stops) stop()
      await last
    },
  }
}

async function forget({ book, store, commits }: ApprovalsContext, sessionId: string): Promise<void> {
  const its = book.ofSession(sessionId)
  book.drop(its)
  const news = () => approvalNews(its.map(({ id }) => id))
  await commits.write({ script: () => store.removeOfSession(sessionId), news })
}

/** What a session of another node asks waits for a hook there, and is for that node to end. */
async function ownOf(kept: readonly KeptApproval[], sessions: ApprovalsPorts['sessions']): Promise<KeptApproval[]> {
  const nodes = await Promise.all(kept.map(({ session_id: id }) => sessions.nodeOf(id)))
  return kept.filter((_approval, index) => nodes[index] === null)
}
