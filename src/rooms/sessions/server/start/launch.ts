// Launches a session: checks, a name, the record, and its agent in tmux unless something holds it back.
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { LaunchRequest, Session } from '../../contract.ts'
import { newRecord, type ByWhom, type SessionRecord } from '../../core/record.ts'
import { makeSessionName } from '../../core/start/session-name.ts'
import { nowIso, type SessionsContext } from '../context.ts'
import { unmetOf } from './dependants.ts'
import { linkRefusal } from './link-refusal.ts'
import type { LaunchPlan } from '../launcher/plan-launch.ts'
import { spawnSession, whileStarting } from './start.ts'

/**
 * Answers the session, running, or idle with `blocked_by` while dependencies are unmet. Refuses with `invalid_request`,
 * `session_exists`, `tmux_missing`, `tmux_unavailable`; then there is no session. Rejects with `StorageError`.
 */
export async function launch(
  context: SessionsContext,
  request: LaunchRequest,
  who?: ByWhom,
): Promise<Result<Session, Refusal>> {
  const planned = await context.planLaunch(request)
  if (!planned.ok) return planned
  const record = toRecord(context, request, planned.value)
  const name = record.session.tmux_session
  const holder = context.registry.byTmuxName(name)
  if (holder !== null) return err(nameTaken(name, holder))
  const refusal = linkRefusal(context, record.session, record.session.depends_on)
  if (refusal !== null) return err(refusal)
  const waits = record.session.blocked_by.length > 0
  const held = waits ? null : context.budget.mayStart({ ...record.session, id: null })
  if (held !== null) return err(held)
  await create(context, record, { quiet: !waits, who })
  if (waits) return ok(record.session)
  return whileStarting(context, record.session.id, () => spawnNew(context, record.session.id, who))
}

async function spawnNew(
  context: SessionsContext,
  id: string,
  who: ByWhom | undefined,
): Promise<Result<Session, Refusal>> {
  const started = await spawnSession(context, id, { source: 'launch', metadata: null, who })
  if (started.ok) return ok(started.value.record.session)
  await takeBack(context, id)
  return started
}

function toRecord(context: SessionsContext, request: LaunchRequest, plan: LaunchPlan): SessionRecord {
  const dependsOn = [...new Set(request.depends_on ?? [])]
  const record = newRecord({
    id: context.makeId(),
    at: nowIso(context),
    origin: 'launched',
    agentType: plan.agentType,
    tmuxSession: plan.sessionName ?? freeName(context, plan.agentType),
    label: request.label ?? null,
    prompt: plan.prompt,
    taskId: request.task_id ?? null,
    dependsOn,
    workingDir: plan.workingDir,
    interactive: plan.interactive,
    runnable: true,
    harness: plan.harness,
  })
  return { ...record, session: { ...record.session, blocked_by: unmetOf(context, dependsOn) } }
}

function freeName(context: SessionsContext, agentType: string): string {
  for (;;) {
    const name = makeSessionName(agentType, context.makeId())
    if (context.registry.byTmuxName(name) === null) return name
  }
}

type Creation = { readonly quiet: boolean; readonly who: ByWhom | undefined }

async function create(context: SessionsContext, record: SessionRecord, { quiet, who }: Creation): Promise<void> {
  const at = record.session.created_at
  await context.ledger.commit([
    { before: null, after: record, rows: [{ kind: 'created', at, record, source: 'launch', who }], quiet },
  ])
}

/** What could not be started never was: its rows stay in the log. A viewer that connected meanwhile has its card. */
async function takeBack(context: SessionsContext, id: string): Promise<void> {
  const before = context.registry.get(id)
  if (before === null) return
  const rows = [
    { kind: 'removed', at: nowIso(context), sessionId: id, source: 'launch', dismissed: null, past: null },
  ] as const
  await context.ledger.commit([{ before, after: null, rows }])
  await context.forgetArtifacts(before.session, { log: 'remove' })
}

function nameTaken(name: string, { session }: SessionRecord): Refusal {
  const details = [{ field: 'session_name', reason: `Taken by a session that is ${session.state.replace('_', ' ')}.` }]
  return {
    error: 'session_exists',
    reason: `The name ${name} is taken by a session that is ${session.state.replace('_', ' ')}.`,
    hint: 'Choose another name, leave it out to have one made, or dismiss that session first.',
    details,
  }
}
