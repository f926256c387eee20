// Starts a session on a device: its row is committed with the state, and goes there as often as it takes.
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { EventSource } from '../../contract.ts'
import type { ByWhom, RecordChange } from '../../core/record.ts'
import { applyEvents, commitChange, type Outcome } from '../change/apply.ts'
import { nowIso, type SessionsContext } from '../context.ts'

/** Why a session is started, and by whom. */
export type StartReason = {
  readonly source: EventSource
  readonly metadata: string | null
  readonly who?: ByWhom | undefined
}

/** Inside `whileStarting`. Refuses what no device will do for, and says so on the card of a session that waits for one. */
export async function startElsewhere(
  context: SessionsContext,
  id: string,
  reason: StartReason,
): Promise<Result<Outcome, Refusal>> {
  const record = context.registry.get(id)
  if (record === null) throw new Error(`session ${id} was removed while it was started`)
  if (record.session.stopping !== null) return err(isStopping)
  const held = context.budget.mayStart(record.session)
  if (held !== null) return err(held)
  const { port } = context.devices
  const place = port.placeOf(record.session)
  if (!place.ok) {
    if (record.session.state === 'idle') await sayWhyNot(context, id, place.error)
    return place
  }
  const runId = context.makeId()
  const also = placedOn(place.value, runId)
  const incoming = [{ event: 'start', ...reason, runId: null, exitCode: null, at: nowIso(context) }] as const
  const alongside = port.start({ ...record.session, device_id: place.value }, runId)
  return ok(await applyEvents(context, id, { incoming, also, alongside }))
}

/** A start that goes to a device; what its terminal is, that device will say. */
export function placedOn(deviceId: string, runId: string): RecordChange & { readonly session: object } {
  return { runId, spawning: true, session: { device_id: deviceId, tmux_alive: null } }
}

async function sayWhyNot(
  context: SessionsContext,
  id: string,
  { error, reason, details = [] }: Refusal,
): Promise<void> {
  const each = details.map((detail) => `${detail.field} ${detail.reason}`).join('; ')
  const why = `${error === 'no_device' ? 'no device' : error.replaceAll('_', ' ')}: ${each === '' ? reason : each}`
  const text = why.slice(0, 200)
  if (context.registry.get(id)?.session.last_message === text) return
  await commitChange(context, id, { change: { session: { last_message: text } }, note: text })
}

const isStopping: Refusal = {
  error: 'conflict',
  reason: 'It is still being stopped on its device.',
  hint: 'Start it again once it is over there: its card says so.',
}
