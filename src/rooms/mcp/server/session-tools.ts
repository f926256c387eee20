// The tools about agents: which there are, launching one, waiting for it and reading it, typing into it, stopping it.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { ok } from '#base/result.ts'
import { terminalText } from '#base/terminal-text.ts'
import { launchAgent, readLog, sendInput, stopAgent } from '#rooms/sessions/api.ts'
import { launchRequestSchema, stopRequestSchema } from '#rooms/sessions/contract.ts'
import { launchedPrefix, mayLaunch, mayTouch } from '../core/limits.ts'
import { asValue, tool, type Tool, type ToolCall } from './tool.ts'

const sessionId = z.string().min(1).describe('The id of a session, as list_sessions tells it.')
/** Clients give up on a tool after a minute. */
const longestWaitSeconds = 50
const lookEveryMs = 500
const mostOutputBytes = 64 * 1024
const nameBytes = 4

export const sessionTools: readonly Tool[] = [
  tool({
    name: 'list_sessions',
    description:
      'Lists the sessions of agents on the board: what they are, what state they are in, whether they ended.',
    schema: z.strictObject({ limit: z.number().int().min(1).max(200).default(50) }),
    readsOnly: true,
    run: async ({ limit }, { sessions }) => ok({ sessions: (await sessions.all()).slice(-limit) }),
  }),
  tool({
    name: 'launch_agent',
    description:
      'Launches another agent with a prompt, in a terminal of its own. Read what it wrote with read_output, which can wait for its end.',
    schema: launchRequestSchema.omit({ session_name: true }),
    run: ({ ...wanted }, call) => call.sessions.oneAtATime(() => launch(wanted, call)),
  }),
  tool({
    name: 'stop_agent',
    description: 'Stops a session by Ctrl+C; with force, whatever of it goes on.',
    schema: stopRequestSchema,
    run: (body, call) =>
      touching('stop', body.session_id, call, async () => asValue(await call.ask(stopAgent, call.who, { body }))),
  }),
  tool({
    name: 'read_output',
    description:
      'Reads the end of what a session wrote, as text. With wait_seconds it first waits until the session ended or waits for somebody.',
    schema: z.strictObject({
      session_id: sessionId,
      tail_bytes: z.number().int().min(1).max(mostOutputBytes).default(8192),
      wait_seconds: z.number().min(0).max(longestWaitSeconds).default(0),
    }),
    readsOnly: true,
    run: ({ session_id: id, ...how }, call) => touching('read', id, call, () => readOutput(id, how, call)),
  }),
  tool({
    name: 'send_input',
    description:
      'Types a text into the terminal of a session, and Enter behind it. Refused while a dialog is open there.',
    schema: z.strictObject({ session_id: sessionId, text: z.string(), submit: z.boolean().optional() }),
    run: ({ session_id: id, ...body }, call) =>
      touching('type', id, call, async () => asValue(await call.ask(sendInput, call.who, { params: { id }, body }))),
  }),
]

type Outcome = ReturnType<Tool['run']>

async function launch(wanted: Omit<z.output<typeof launchRequestSchema>, 'session_name'>, call: ToolCall): Outcome {
  const { ask, who, limits, sessions } = call
  const may = mayLaunch(wanted.agent_type, limits, await sessions.all())
  if (!may.ok) return may
  const body = { ...wanted, session_name: `${launchedPrefix}${randomBytes(nameBytes).toString('hex')}` }
  return asValue(await ask(launchAgent, who, { body }))
}

async function touching(
  ...[doing, id, call, act]: [Parameters<typeof mayTouch>[0], string, ToolCall, () => Outcome]
): Outcome {
  const found = await call.sessions.find(id)
  if (!found.ok) return found
  const may = mayTouch(doing, found.value, call)
  return may.ok ? act() : may
}

type Reading = { readonly tail_bytes: number; readonly wait_seconds: number }

async function readOutput(id: string, { tail_bytes: tail, wait_seconds: seconds }: Reading, call: ToolCall): Outcome {
  const waited = await untilSettled(id, seconds, call)
  if (!waited.ok) return waited
  const log = await call.ask(readLog, call.who, { params: { id }, query: { tail } })
  if (!log.ok) return log
  return ok({ session: waited.value, output: terminalText(log.value, { keepColour: false }) })
}

async function untilSettled(id: string, seconds: number, { sessions, signal }: ToolCall) {
  const deadlineMs = performance.now() + seconds * 1000
  for (;;) {
    const found = await sessions.find(id)
    if (!found.ok || found.value.state !== 'running' || performance.now() >= deadlineMs || signal.aborted) return found
    await pause(signal)
  }
}

/** Ends early, too, when nobody waits any more. */
function pause(signal: AbortSignal): Promise<void> {
  const ended = Promise.withResolvers<void>()
  const timer = setTimeout(() => ended.resolve(), lookEveryMs)
  signal.addEventListener('abort', () => ended.resolve(), { once: true })
  return ended.promise.finally(() => clearTimeout(timer))
}
