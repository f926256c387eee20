// What a device tells of a run becomes the state of its session, in one commit with the number up to which it was heard.
import type { DeviceNews } from '../../contract.ts'
import type { IncomingEvent } from '../../core/apply-event.ts'
import { isTerminal } from '../../core/machine.ts'
import { foundRecord, withChange, type RecordChange, type SessionRecord } from '../../core/record.ts'
import { applyEvents, commitChange, createWithEvents } from '../change/apply.ts'
import { nowIso, type SessionsContext } from '../context.ts'
import { readFailure } from '../end/read-failure.ts'
import type { Alongside } from '#platform/server/db/alongside.ts'

export type TellRun = { readonly sessionId: string; readonly runId: string }

/**
 * False when it is no run of a session on the board, or not its present one: then nothing was written, `alongside` neither.
 * Rejects with `StorageError`, and then nothing changed.
 */
export async function tellOfRun(
  context: SessionsContext,
  run: TellRun,
  { news, alongside }: { readonly news: DeviceNews; readonly alongside: Alongside },
): Promise<boolean> {
  const why = news.kind === 'exit' ? await whyOf(context, run, news) : null
  const record = presentRun(context, run)
  if (record === null) return false
  const { id } = record.session
  switch (news.kind) {
    case 'started': {
      const { terminal } = news
      const known = terminal === null ? {} : { tmux_session: terminal, tmux_alive: true }
      const change: RecordChange = { spawning: false, session: known }
      await commitChange(context, id, { change, note: 'it was started on its device', alongside })
      break
    }
    case 'event': {
      const { events, metadata } = news
      const incoming = events.map((event): IncomingEvent => ({ ...heard(context, run), event, metadata }))
      await applyEvents(context, id, { incoming, alongside })
      break
    }
    case 'exit': {
      const event = news.exitCode === 0 && news.endReason === null ? 'process.exit' : 'process.exit_error'
      const ending = news.endReason === null ? {} : { endReason: news.endReason }
      const source = news.endReason === null ? 'wrapper' : 'service'
      const incoming = [
        { ...heard(context, run), event, source, metadata: why, exitCode: news.exitCode, ...ending } as const,
      ]
      await applyEvents(context, id, { incoming, also: over(record), alongside })
      break
    }
    case 'never_started':
      await commitChange(context, id, { change: over(record), note: 'it was stopped before it began', alongside })
  }
  return true
}

export type Adoption = TellRun & { readonly deviceId: string; readonly harness: string; readonly alongside: Alongside }

/** A run that goes on at a device and that this service does not know, as after a backup was restored. */
export async function adoptRun(context: SessionsContext, adoption: Adoption): Promise<void> {
  const { sessionId, runId, deviceId, harness, alongside } = adoption
  const at = nowIso(context)
  const name = `session-${sessionId}`
  const blank = foundRecord({
    id: sessionId,
    at,
    origin: 'fabric',
    agentType: harness,
    tmuxSession: name,
    deviceId,
    harness,
  })
  const record = withChange(blank, { runId })
  const metadata = 'it runs on its device'
  const incoming = [{ ...heard(context, adoption), event: 'start', source: 'service', metadata } as const]
  const created = { kind: 'created', at, record, source: 'service' } as const
  await createWithEvents(context, record, { incoming, created, alongside })
}

function presentRun({ registry }: SessionsContext, { sessionId, runId }: TellRun): SessionRecord | null {
  const record = registry.get(sessionId)
  return record?.runId === runId ? record : null
}

function heard(context: SessionsContext, { runId }: TellRun) {
  return { source: 'hook', metadata: null, runId, exitCode: null, at: nowIso(context) } as const
}

/** Nothing of the run is left. */
function over({ session }: SessionRecord): RecordChange {
  const isGone = session.tmux_alive === true ? { tmux_alive: false } : {}
  return { spawning: false, session: { stopping: null, ...isGone } }
}

/** A failure is told by the last line of its output, where the device says nothing else. */
async function whyOf(
  context: SessionsContext,
  { sessionId }: TellRun,
  { why, exitCode }: Extract<DeviceNews, { readonly kind: 'exit' }>,
): Promise<string | null> {
  const record = context.registry.get(sessionId)
  if (why !== null || record === null || isTerminal(record.session.state)) return why
  return readFailure(context, sessionId, exitCode)
}
