// Reports of agents: finds or makes the session they concern, and applies their events.
import { err, ok, type Result } from '#base/result.ts'
import { shown } from '#base/shown.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Alongside } from '#platform/server/db/alongside.ts'
import type { AgentReport, ReportAnswer, Session } from '../../contract.ts'
import type { IncomingEvent } from '../../core/apply-event.ts'
import { isAnotherClient } from '../../core/client.ts'
import { livesHere } from '../../core/lives-here.ts'
import { isTerminal } from '../../core/machine.ts'
import { foundRecord, type SessionRecord } from '../../core/record.ts'
import { applyEvents, createWithEvents } from './apply.ts'
import { readFailure } from '../end/read-failure.ts'
import type { LogRow } from '../log/event-log.ts'
import { nowIso, type SessionsContext } from '../context.ts'

/** A hostile or broken agent may invent names; no more sessions than this live by it at a time. */
export const createdByHookLimit = 1000
/** And of them the gateway's agents take no more than this, so that hooks find room whatever it tells. */
export const ofGatewayLimit = 200

/** What another room has committed with the events of a session's own client; null for nothing. */
export type AlongReport = (session: Session) => Alongside | null

/** Rejects with `StorageError`, and then nothing changed. */
export async function applyReport(
  context: SessionsContext,
  told: AgentReport,
  along: AlongReport = () => null,
): Promise<Result<ReportAnswer, Refusal>> {
  const report = told.source === 'wrapper' ? await withFailure(context, told) : told
  // A session that is being started is judged once that is decided: its agent may speak before we know that it runs.
  const spawning = context.spawning.get(lookUp(context, report)?.session.id ?? '')
  if (spawning !== undefined) await spawning
  if (isOfDismissedRun(context, report)) return ok({ ok: true, changed: false, session: null })
  const found = lookUp(context, report)
  if (found !== null) {
    const isAnother = isAnotherClient(found.client, report.client ?? null, context.isProcessAlive)
    const incoming = toIncoming(context, isAnother ? { ...report, source: 'other_client' } : report)
    const alongside = isAnother ? null : along(found.session)
    const events = alongside === null ? { incoming } : { incoming, alongside }
    const { record, changed } = await applyEvents(context, found.session.id, events)
    return ok({ ok: true, changed, session: record.session })
  }
  const name = report.tmuxSession
  if (name === null) return err(unknownSession(`No session has the id ${shown(report.sessionId ?? '')}.`))
  if (context.registry.dismissedByName(name) !== null) return ok({ ok: true, changed: false, session: null })
  return create(context, { report, name, along })
}

/** The wrapper knows the exit status alone: why the run failed is read once, where its output ends. */
async function withFailure(context: SessionsContext, report: AgentReport): Promise<AgentReport> {
  if (report.metadata !== null) return report
  const found = lookUp(context, report)
  if (found === null || isTerminal(found.session.state)) return report
  const metadata = await readFailure(context, found.session.id, report.exitCode)
  return { ...report, metadata }
}

function lookUp({ registry }: SessionsContext, { sessionId, tmuxSession }: AgentReport): SessionRecord | null {
  const byId = sessionId === null ? null : registry.get(sessionId)
  // What runs elsewhere reports by its device.
  if (byId !== null && livesHere(byId.session)) return byId
  return tmuxSession === null ? null : registry.byTmuxName(tmuxSession)
}

/** What a dismissed agent still reports concerns no other session that has its name by now. */
function isOfDismissedRun({ registry }: SessionsContext, { tmuxSession, runId }: AgentReport): boolean {
  return runId !== null && tmuxSession !== null && registry.dismissedByName(tmuxSession)?.run_id === runId
}

/** A start creates a session of any name; a name with our prefix is an agent's, whatever it says first. */
async function create(
  context: SessionsContext,
  { report, name, along }: { readonly report: AgentReport; readonly name: string; readonly along: AlongReport },
): Promise<Result<ReportAnswer, Refusal>> {
  const creatable = report.events[0] === 'start' || name.startsWith('agent-')
  if (!creatable) return err(unknownSession(`No session runs in the tmux session ${shown(name)}.`))
  const { registry } = context
  if (report.source === 'gateway' && registry.countLiveOfGateway() >= ofGatewayLimit) return err(tooManyOfGateway)
  if (registry.countLiveCreatedByHook() >= createdByHookLimit) return err(tooMany)
  const at = nowIso(context)
  const record = foundRecord({
    id: context.makeId(),
    at,
    origin: 'hook',
    agentType: report.agentType,
    tmuxSession: name,
  })
  const incoming = toIncoming(context, { ...report, events: ['start', ...report.events.slice(1)] })
  const created: LogRow = { kind: 'created', at, record, source: report.source }
  const also = given(along(record.session))
  const outcome = await createWithEvents(context, record, { incoming, created, ...also })
  context.lookSoon()
  return ok({ ok: true, changed: true, session: outcome.record.session })
}

function given(alongside: Alongside | null): { readonly alongside?: Alongside } {
  return alongside === null ? {} : { alongside }
}

function toIncoming(context: SessionsContext, report: AgentReport): IncomingEvent[] {
  const { source, metadata, runId, exitCode, firedAt = null, client = null } = report
  const at = nowIso(context)
  return report.events.map((event) => ({ event, source, metadata, runId, exitCode, firedAt, client, at }))
}

function unknownSession(reason: string): Refusal {
  return {
    error: 'not_found',
    reason,
    hint: 'Send a start event, name the tmux session agent-…, or register the session first.',
  }
}

const tooManyOfGateway: Refusal = {
  error: 'too_many',
  reason: `${ofGatewayLimit} agents of the gateway live already.`,
  hint: 'End or dismiss some of them, or set gateway.showForeignAgents to false if they are not yours.',
}

const tooMany: Refusal = {
  error: 'too_many',
  reason: `${createdByHookLimit} sessions live already that events of unknown tmux sessions created.`,
  hint: 'End or dismiss some of them, or find out which program sends events under ever new names.',
}
