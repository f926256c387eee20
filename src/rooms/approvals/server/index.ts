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
import { approvalNews, createBook, isSettled } from './book.ts'
import { endOverdue, endRestarted, followSession, forgetOld, hear } from './closing.ts'
import type { ApprovalsContext } from './context.ts'
import { createDeviceAsks, recentMs } from './device-asks.ts'
import type { DeviceAsks } from './on-devices.ts'
import { byOwner, createForeign, type ForeignApprovals } from './foreign.ts'
import { holderOf } from './held.ts'
import type { ApprovalsPorts, HeldDevices } from './ports.ts'
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
  readonly onDevices: Pick<DeviceAsks, 'carryBy' | 'hear' | 'ran' | 'reload' | 'owedTo'>
}

/** Opened after the rooms whose sessions it hears. Rejects when the table can't be read. */
export async function openApprovalsRoom(ground: ApprovalsGround, ports: ApprovalsPorts): Promise<Approvals> {
  const { live, timers } = ground
  const { book, foreign, context, run, settled } = await openParts(ground, ports)
  const stops: (() => void)[] = []
  return {
    mount: (api) => mountApprovals(api, context),
    report: (report) => hear(context, report),
    onDevices: context.onDevices,
    askOf(id) {
      const approval = book.get(id)
      if (approval?.state !== 'open') return null
      const whole = approvableText(approval, ground.config.approvals.fromNotification)
      return { id, input_hash: approval.input_hash, whole }
    },
    async start() {
      await endRestarted(context)
      foreign.begin()
      ports.sessions.fabric.nodes?.follow(async () => context.letGo())
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
      await settled()
    },
  }
}

/** What the room works on, read and connected; `run` does one thing after the other. */
async function openParts(ground: ApprovalsGround, ports: ApprovalsPorts) {
  const { database, live, timers, log } = ground
  const { fabric } = ports.sessions
  const store = createApprovalStore(database.read)
  const { own: kept } = await byOwner(await store.unsettled(), ports.sessions)
  const waiters = createWaiters(timers)
  const { publish } = live.offer(liveApprovals, { all: () => [...book.all(), ...foreign.all()].map(toCard) })
  const foreign = createForeign({ ...ground, store, sessions: ports.sessions, publish })
  const onChanged = (approval: KeptApproval): void => {
    waiters.wake(approval.id)
    onDevices.changed(approval)
    if (isSettled(approval)) waiters.forget(approval.id)
  }
  const book = createBook({ store, publish, kept, onChanged })
  const lately = await byOwner(await store.overOnDevices(toIso(ground.clock.now() - recentMs)), ports.sessions)
  const onTaken = (approvals: readonly KeptApproval[]): void => {
    foreign.forget(approvals.map(({ id }) => id))
    book.take(approvals)
    // How its session stands was told before this service had it.
    for (const { session_id: id } of approvals) run(() => followSession(context, id, fabric.find(id)?.state ?? null))
  }
  const onDevices = createDeviceAsks(() => context, lately.own, onTaken)
  const letGo = (): void => letGoElsewhere({ book, foreign, onDevices, nodes: fabric.nodes })
  const { commits } = database
  const context: ApprovalsContext = { ...ground, book, store, waiters, ports, onDevices, letGo, commits }
  let last: Promise<unknown> = Promise.resolve()
  function run(work: () => Promise<void>): void {
    last = last.then(work).catch((error: unknown) => log.error({ err: error }, 'approvals could not be changed'))
  }
  return { book, foreign, context, run, settled: () => last }
}

async function forget({ book, store, commits }: ApprovalsContext, sessionId: string): Promise<void> {
  const its = book.ofSession(sessionId)
  book.drop(its)
  const news = () => approvalNews(its.map(({ id }) => id))
  await commits.write({ script: () => store.removeOfSession(sessionId), news })
}

type LettingGo = Pick<ApprovalsContext, 'book' | 'onDevices'> & {
  readonly foreign: Pick<ForeignApprovals, 'show'>
  readonly nodes: HeldDevices | null
}

/** What devices ask that another service holds by now is that one's to end, and stands as it has it. */
function letGoElsewhere({ book, foreign, onDevices, nodes }: LettingGo): void {
  if (nodes === null) return
  const gone = book.all().filter((approval) => holderOf(nodes, approval) === 'elsewhere')
  if (gone.length === 0) return
  for (const { on_device: place } of gone) if (place !== null) onDevices.letGo(place.id)
  book.release(gone)
  foreign.show(gone.map(({ id }) => id))
}
