// Makes a session that runs on a device: at once, or when nothing holds it back any more.
import { err, ok, type Result } from '#base/result.ts'
import type { FieldError, Refusal } from '#platform/contract.ts'
import type { FabricStart, Session } from '../../contract.ts'
import { newRecord, withChange, type ByWhom, type SessionRecord } from '../../core/record.ts'
import { createWithEvents } from '../change/apply.ts'
import { nowIso, type SessionsContext } from '../context.ts'
import { invalidLaunch } from '../launcher/plan-launch.ts'
import { bothAlongside, type Alongside } from '#platform/server/db/alongside.ts'
import { unmetOf } from '../start/dependants.ts'
import { linkRefusal } from '../start/link-refusal.ts'
import { placedOn } from '../start/start-elsewhere.ts'

export type FabricCreation = {
  readonly start: FabricStart
  readonly who: ByWhom
  /** Committed with the session: how it is to be started, now and whenever it is started again. */
  readonly plan: (sessionId: string) => Alongside
}

/** Refuses `invalid_request` and what `placeOf` refuses; then there is no session. Rejects with `StorageError`. */
export async function createElsewhere(
  context: SessionsContext,
  { start, who, plan }: FabricCreation,
): Promise<Result<Session, Refusal>> {
  const problems = problemsOf(start)
  if (problems.length > 0) return err(invalidLaunch(problems))
  const record = blankRecord(context, start)
  const { session } = record
  const refusal = linkRefusal(context, session, session.depends_on)
  if (refusal !== null) return err(refusal)
  const at = session.created_at
  const created = { kind: 'created', at, record, source: 'launch', who } as const
  if (session.blocked_by.length > 0) {
    await context.ledger.commit([{ before: null, after: record, rows: [created], alongside: plan(session.id) }])
    return ok(session)
  }
  const held = context.budget.mayStart({ ...session, id: null })
  if (held !== null) return err(held)
  const { port } = context.devices
  const place = port.placeOf(session, start.model)
  if (!place.ok) return place
  const runId = context.makeId()
  const placed = withChange(record, placedOn(place.value, runId))
  const incoming = [{ event: 'start', source: 'launch', metadata: null, runId: null, exitCode: null, who, at }] as const
  const alongside = bothAlongside(plan(session.id), port.start(placed.session, runId))
  const outcome = await createWithEvents(context, placed, {
    incoming,
    created: { ...created, record: placed },
    alongside,
  })
  return ok(outcome.record.session)
}

function blankRecord(context: SessionsContext, start: FabricStart): SessionRecord {
  const id = context.makeId()
  const dependsOn = [...new Set(start.depends_on ?? [])]
  const record = newRecord({
    id,
    at: nowIso(context),
    origin: 'fabric',
    agentType: start.harness,
    tmuxSession: `session-${id}`,
    label: start.label ?? null,
    prompt: start.prompt ?? '',
    taskId: start.task_id ?? null,
    dependsOn,
    workingDir: start.working_dir ?? null,
    interactive: start.interactive,
    runnable: true,
    deviceId: start.deviceId,
    harness: start.harness,
  })
  return { ...record, session: { ...record.session, blocked_by: unmetOf(context, dependsOn) } }
}

/** What can be said of a request without the device: whether a folder is there, that alone knows. */
function problemsOf({
  prompt,
  interactive,
  working_dir: dir,
  label,
  task_id: task,
  ...rest
}: FabricStart): FieldError[] {
  const text = prompt ?? ''
  const noControl = 'must not hold control characters or line breaks'
  return [
    ...problem('prompt', text.trim() === '' && !interactive, 'is required, unless the agent is interactive'),
    ...problem('prompt', text.includes('\0'), 'must not hold a NUL character'),
    ...problem('options', interactive && rest.harness === 'mother-llm', 'has "interactive", which mother-llm is not'),
    ...problem('label', /\p{Cc}/u.test(label ?? ''), noControl),
    ...problem('task_id', /\p{Cc}/u.test(task ?? ''), noControl),
    ...problem(
      'working_dir',
      dir != null && !/^(\/|~(\/|$))/.test(dir),
      'must be an absolute path, or begin with "~/"',
    ),
    ...problem('working_dir', dir?.includes('\0') === true, 'must not hold a NUL character'),
  ]
}

function problem(field: string, isWrong: boolean, reason: string): FieldError[] {
  return isWrong ? [{ field, reason }] : []
}
