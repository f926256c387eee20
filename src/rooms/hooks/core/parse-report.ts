// Turns the body of an ingest request, or a line of the queue, into the machine events it reports, or says what is wrong.
import { nearest } from '#base/nearest.ts'
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import { hookEvents, ingestSchema, metadataLimit, type Ingest } from '../contract.ts'
import { hookEventMap } from './event-map.ts'
import type { AgentReport } from '#rooms/sessions/contract.ts'

/** The agent type of a report that names none (specification, 'Ingest payload'). */
const defaultAgentType = 'code-agent'

/** Characters of an unknown event name that are compared and repeated: a slip is shorter, and more would cost. */
const longestSlip = 40

/** Refuses with `invalid_request` only: no object, no or an unknown event, neither id. */
export function parseReport(body: unknown): Result<AgentReport, Refusal> {
  const parsed = ingestSchema.safeParse(body)
  if (!parsed.success) return err(malformed(body))
  const ingest = parsed.data
  if (ingest.tmux_session === undefined && ingest.session_id === undefined) return err(withoutSession)
  return ok(toReport(ingest))
}

function toReport(ingest: Ingest): AgentReport {
  return {
    sessionId: ingest.session_id ?? null,
    tmuxSession: ingest.tmux_session ?? null,
    events: [ingest.event, ...(ingest.then ?? [])].map((event) => hookEventMap[event]),
    source: ingest.exit_code === undefined ? 'hook' : 'wrapper',
    metadata: ingest.metadata === undefined || ingest.metadata === '' ? null : cut(ingest.metadata),
    agentType: ingest.agent_type ?? defaultAgentType,
    runId: ingest.run_id ?? null,
    exitCode: ingest.exit_code ?? null,
    ...(ingest.hook === undefined ? {} : { hook: ingest.hook }),
    ...clientOf(ingest),
    ...toolOf(ingest),
    ...(ingest.report_id === undefined ? {} : { reportId: ingest.report_id }),
  }
}

/** A file or a directory whose name is cut is another one: it is not told at all. */
function toolOf({ tool }: Ingest): Pick<AgentReport, 'tool'> {
  if (tool === undefined) return {}
  const { name, ok, command, command_cut, file, file_cut, directory, directory_cut } = tool
  return {
    tool: {
      name,
      ok: ok ?? null,
      command: command?.toWellFormed() ?? null,
      isCut: command_cut === true,
      file: file_cut === true ? null : (file?.toWellFormed() ?? null),
      directory: directory_cut === true ? null : (directory?.toWellFormed() ?? null),
    },
  }
}

function clientOf({ client_session, client_pid, client_screen, agent_type }: Ingest): Pick<AgentReport, 'client'> {
  if (client_session === undefined && client_pid === undefined) return {}
  const screen = client_screen === true ? (agent_type ?? defaultAgentType) : null
  return { client: { session: client_session ?? null, pid: client_pid ?? null, screen } }
}

/** At most `metadataLimit` characters, and no half of a surrogate pair, which no store keeps. */
function cut(text: string): string {
  if (text.length <= metadataLimit) return text.toWellFormed()
  const short = Array.from(text.slice(0, 2 * metadataLimit))
    .slice(0, metadataLimit)
    .join('')
  return short.toWellFormed()
}

/** The only thing that the schema insists on is an object with a known event. */
function malformed(body: unknown): Refusal {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return refuse({ field: '', reason: 'must be a JSON object' }, 'The body is not a JSON object.')
  }
  const event: unknown = 'event' in body ? body.event : undefined
  if (typeof event !== 'string') {
    const what = event === undefined ? 'is missing' : 'must be a text'
    return refuse({ field: 'event', reason: what }, `The field event ${what}.`)
  }
  const name = event.slice(0, longestSlip)
  const meant = nearest(name, hookEvents)
  const advice = meant === null ? '' : ` (did you mean ${meant}?)`
  const what = `${JSON.stringify(name === event ? event : `${name}…`)} is no known event${advice}`
  return refuse({ field: 'event', reason: what }, `${what}.`)
}

function refuse(detail: { readonly field: string; readonly reason: string }, reason: string): Refusal {
  return { error: 'invalid_request', reason, hint: `Known events: ${hookEvents.join(', ')}.`, details: [detail] }
}

const withoutSession: Refusal = {
  error: 'invalid_request',
  reason: 'The event names no session: it needs tmux_session or session_id.',
  details: [{ field: 'tmux_session', reason: 'is missing, and so is session_id' }],
}
