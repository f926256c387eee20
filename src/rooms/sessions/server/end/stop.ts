// Stops a session: asks its program by Ctrl+C, asks again, or ends it with all that it started.
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import { StorageError } from '#platform/server/db/group-commit.ts'
import { nameOfLeft } from '../../core/end/stopping.ts'
import { wasStopped } from '../../core/end/was-stopped.ts'
import type { ByWhom, RecordChange, SessionRecord } from '../../core/record.ts'
import { commitChange } from '../change/apply.ts'
import { livesHere } from '../../core/lives-here.ts'
import { patch, type Moved } from '../change/commands.ts'
import { notRecorded, unknownSession } from '../change/refusals.ts'
import { nowIso, type SessionsContext } from '../context.ts'
import { interruptTerminal } from './end-terminal.ts'
import type { Alongside } from '#platform/server/db/alongside.ts'

export type StopOptions = { readonly force: boolean; readonly who?: ByWhom | undefined }

/**
 * The first stop sends Ctrl+C and sets the session to failed; while the program goes on, another one sends Ctrl+C again. With
 * `force` every process of it gets TERM, and KILL 5 s later. One that a person stopped is answered as it is. Refuses with
 * `not_found`, `invalid_transition`, and `storage_unavailable` for what was done and could not be recorded.
 */
export async function stop(
  context: SessionsContext,
  id: string,
  { force, who }: StopOptions = { force: false },
): Promise<Result<Moved, Refusal>> {
  while (context.starting.has(id)) await context.starting.get(id)
  const record = context.registry.get(id)
  if (record === null) return err(unknownSession(id))
  if (record.session.stopping !== null && !livesHere(record.session)) return askDevice(context, record)
  if (record.session.stopping !== null) return force ? forceStop(context, record) : askAgain(context, record)
  if (wasStopped(record.session)) return ok({ session: record.session, changed: false })
  const asked = await patch(context, id, { request: { event: 'user.cancel' }, by: 'authenticated', who })
  const now = context.registry.get(id)
  const isForced = force && livesHere(record.session)
  return isForced && now !== null && now.runId === record.runId && asked.ok ? forceStop(context, now) : asked
}

/** The watch goes on from here, with the keys that its client takes. */
async function askAgain(context: SessionsContext, record: SessionRecord): Promise<Result<Moved, Refusal>> {
  const { id } = record.session
  await interruptTerminal(context, record)
  const current = context.registry.get(id)
  const stopping = current?.session.stopping ?? null
  if (current === null || stopping === null || current.runId !== record.runId) return asIs(current ?? record)
  const change = { session: { stopping: { ...stopping, asked_at: nowIso(context) } } }
  return writeDown(context, { id, change, note: 'Ctrl+C was sent again' })
}

/** Acts first, as a disk that takes nothing must not keep an agent alive. */
async function forceStop(context: SessionsContext, record: SessionRecord): Promise<Result<Moved, Refusal>> {
  const { id } = record.session
  const left = await context.processes.leftOf(record)
  const current = context.registry.get(id)
  const stopping = current?.session.stopping ?? null
  if (current === null || stopping === null) return ok({ session: (current ?? record).session, changed: false })
  if (current.runId !== record.runId || left === null) return left === null ? err(unknownProcesses) : asIs(current)
  context.processes.signal(left, 'SIGTERM')
  if (stopping.forced_at !== null) return asIs(current)
  const named = nameOfLeft(left)
  const change = { session: { stopping: { ...stopping, forced_at: nowIso(context), left: named } } }
  return writeDown(context, { id, change, note: `TERM was sent to ${named}`.slice(0, 200) })
}

/** The device presses on by itself, with TERM and KILL; it is asked once more in case that it lost the first. */
async function askDevice(context: SessionsContext, record: SessionRecord): Promise<Result<Moved, Refusal>> {
  const { id, stopping } = record.session
  if (stopping === null || record.runId === null) return asIs(record)
  const change = { session: { stopping: { ...stopping, asked_at: nowIso(context) } } }
  const alongside = context.devices.port.cancel(id, record.runId)
  return writeDown(context, { id, change, note: 'its device was asked again', alongside })
}

type Done = {
  readonly id: string
  readonly change: RecordChange
  readonly note: string
  readonly alongside?: Alongside
}

/** What was done is done, whether or not it can be written down. */
async function writeDown(context: SessionsContext, { id, ...plain }: Done): Promise<Result<Moved, Refusal>> {
  try {
    const { session } = await commitChange(context, id, plain)
    return ok({ session, changed: true })
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    return err(notRecorded(plain.note))
  }
}

function asIs({ session }: SessionRecord): Result<Moved, Refusal> {
  return ok({ session, changed: false })
}

const unknownProcesses: Refusal = {
  error: 'tmux_unavailable',
  reason: 'Nothing was ended: tmux or the machine did not tell which processes are the session’s.',
  hint: 'Try again in a moment; orrery doctor shows whether tmux answers.',
}
