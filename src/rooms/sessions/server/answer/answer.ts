// Says something to an agent: a text is typed into its terminal as a person would, and a waiting session goes on.
import { setTimeout as wait } from 'node:timers/promises'
import { cutText } from '#base/cut-text.ts'
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import { StorageError } from '#platform/server/db/group-commit.ts'
import type { AgentAnswer, InputAnswer, Obstacle } from '../../contract/answer.ts'
import { cleanAnswer } from '../../core/answer/answer-text.ts'
import { standsInPrompt } from '../../core/answer/stands-in-prompt.ts'
import { obstacleOfEnter, obstacleOfRecord, obstacleOfTerminal } from '../../core/answer/obstacles.ts'
import { nextState } from '../../core/machine.ts'
import type { SessionRecord } from '../../core/record.ts'
import { applyEvents } from '../change/apply.ts'
import { unknownSession } from '../change/refusals.ts'
import { nowIso, type SessionsContext } from '../context.ts'
import type { NewAnswer } from './answer-log.ts'
import { captureScreen, lookAtTerminal, noAnswer, type TerminalInFront } from './look-at-terminal.ts'

export type WantedAnswer = {
  readonly text: string
  readonly submit: boolean
  /** `state_since` of the wait that is answered, or null for any state. */
  readonly waitingSince: string | null
  readonly who: Pick<NewAnswer, 'actor' | 'by' | 'browser'>
}

/**
 * One at a time a session: a second one that comes meanwhile is refused. Refuses with `not_found`, `invalid_request`, what
 * `core/answer/obstacles.ts` says, `answer_in_progress`, `tmux_missing`, `tmux_unavailable`. Rejects with `StorageError`.
 */
export async function answer(
  context: SessionsContext,
  id: string,
  said: WantedAnswer,
): Promise<Result<InputAnswer, Refusal>> {
  const text = cleanAnswer(said.text)
  if (!text.ok) return text
  while (context.starting.has(id)) await context.starting.get(id)
  if (context.answering.has(id)) return err(inProgress)
  context.answering.add(id)
  try {
    return await typeAnswer(context, id, { ...said, text: text.value })
  } finally {
    context.answering.delete(id)
  }
}

/** Whether a text would be typed now; null where nothing speaks against it. Refuses with `not_found`. */
export async function obstacleNow(context: SessionsContext, id: string): Promise<Result<Obstacle | null, Refusal>> {
  const seen = await look(context, id, null)
  if (seen.ok) return ok(null)
  const { error, reason, hint = null, extra } = seen.error
  if (error === 'not_found') return seen
  return ok({ error, reason, hint, screen: typeof extra?.screen === 'string' ? extra.screen : null })
}

/** The last answer to the wait that goes on, where it may stand in the prompt still. */
export async function unfinishedAnswer(
  { registry, answers }: SessionsContext,
  id: string,
): Promise<AgentAnswer | null> {
  const session = registry.get(id)?.session
  if (session?.state !== 'awaiting_review') return null
  const [last] = (await answers.page(id, { limit: 1, before: null })).answers
  return last !== undefined && standsInPrompt(last, session.state_since) ? last : null
}

type Looked = TerminalInFront & { readonly record: SessionRecord }

/** The look may take a while, so what the record says counts at its end. */
async function look(
  context: SessionsContext,
  id: string,
  waitingSince: string | null,
): Promise<Result<Looked, Refusal>> {
  const before = context.registry.get(id)
  if (before === null) return err(unknownSession(id))
  const atOnce = obstacleOfRecord(before, waitingSince)
  if (atOnce !== null) return err(atOnce)
  const seen = await lookAtTerminal(context, before)
  if (!seen.ok) return seen
  const record = context.registry.get(id)
  if (record === null) return err(unknownSession(id))
  const obstacle = obstacleOfRecord(record, waitingSince) ?? obstacleOfTerminal(record, seen.value.look)
  return obstacle === null ? ok({ ...seen.value, record }) : err(obstacle)
}

/**
 * The row comes first, so that nothing is typed which no history knows. The move to running comes before Enter: a hook that
 * Enter sets off finds the session answered, and where the service ends in between, the session is found still waiting.
 */
async function typeAnswer(
  context: SessionsContext,
  id: string,
  said: WantedAnswer,
): Promise<Result<InputAnswer, Refusal>> {
  const seen = await look(context, id, said.waitingSince)
  if (!seen.ok) return seen
  const { terminal } = seen.value
  const { text, submit, who } = said
  const begun = await context.answers.begin({ session_id: id, at: nowIso(context), text, submit, ...who })
  const pasted = await context.tmux.paste(terminal, text)
  if (!pasted.ok) return fail(context, begun, noAnswer(pasted.error))
  if (submit) {
    const screen = await settledScreen(context, terminal.id)
    // One that opened since the look would take Enter for its answer.
    const opened = obstacleOfEnter(context.registry.get(id) ?? seen.value.record, screen, text)
    if (opened !== null) return fail(context, begun, opened)
    context.screensBefore.set(id, screen)
    const resumed = await resume(context, id, text)
    if (!resumed.ok) return fail(context, begun, resumed.error)
    const pressed = await context.tmux.enter(terminal)
    if (!pressed.ok) return fail(context, begun, noAnswer(pressed.error))
  }
  const done = await finish(context, begun)
  const record = context.registry.get(id) ?? seen.value.record
  return ok({ session: record.session, answer: done })
}

/** A program takes a long paste in parts. Enter comes when its screen stands still, or after this time all the same. */
const settleLimitMs = 2000

/** The screen with the text in it. The least pause tells Enter from the paste's end. */
async function settledScreen(context: SessionsContext, terminalId: string): Promise<string> {
  let shown: string | null = null
  for (let waitedMs = 0; waitedMs < settleLimitMs; waitedMs += context.settleMs) {
    await wait(context.settleMs)
    const captured = await captureScreen(context, terminalId)
    if (!captured.ok) break
    if (captured.value === shown) return shown
    shown = captured.value
  }
  return shown ?? ''
}

async function resume(context: SessionsContext, id: string, text: string): Promise<Result<null, Refusal>> {
  const record = context.registry.get(id)
  // Of a session that is at work the history of answers says enough.
  if (record === null || nextState(record.session.state, 'user.resume') === null) return ok(null)
  const metadata = cutText(text.replaceAll(/\s+/g, ' '), 200)
  const incoming = [
    { event: 'user.resume', source: 'user', metadata, runId: null, exitCode: null, at: nowIso(context) },
  ] as const
  try {
    await applyEvents(context, id, { incoming })
    return ok(null)
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    return err(notSent)
  }
}

const notSent: Refusal = {
  error: 'storage_unavailable',
  reason: 'The text stands in its prompt, but Enter was not pressed: the database takes no changes now.',
  hint: "Attach and press Enter there, once there is room on the disk of the service's home.",
}

async function fail(
  context: SessionsContext,
  begun: AgentAnswer,
  refusal: Refusal,
): Promise<Result<InputAnswer, Refusal>> {
  await quietly(context, () => context.answers.finish(begun, 'failed'))
  return err(refusal)
}

/** What stands in the terminal is said, whether or not its row can say so. */
async function finish(context: SessionsContext, begun: AgentAnswer): Promise<AgentAnswer> {
  return (await quietly(context, () => context.answers.finish(begun, 'typed'))) ?? begun
}

async function quietly<T>({ log }: SessionsContext, write: () => Promise<T>): Promise<T | null> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    log.warn({ err: error }, 'how an answer went could not be written down')
    return null
  }
}

const inProgress: Refusal = {
  error: 'answer_in_progress',
  reason: 'Another answer is being typed into it at this moment.',
  hint: 'Look at what it was told, and send again if it should hear this, too.',
}
