// What a session's terminal shows, as text.
import { err, ok, type Result } from '#base/result.ts'
import { terminalText } from '#base/terminal-text.ts'
import { toIso } from '#base/time.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Clock } from '#platform/server/clock.ts'
import { shareRuns } from '#platform/server/share-runs.ts'
import type { CaptureOptions, Tmux } from '#platform/server/tmux/tmux.ts'
import type { ScreenAnswer } from '../contract.ts'
import { locate } from './locate.ts'
import { orNothing, unavailable } from './no-terminal.ts'
import type { FindTerminal } from './ports.ts'

export type ScreenQuestion = CaptureOptions & { readonly sessionId: string }
export type ScreenOutcome = Result<ScreenAnswer, Refusal>

export type ScreenParts = { readonly tmux: Tmux; readonly findTerminal: FindTerminal; readonly clock: Clock }

/** Looks one at a time for each question, whoever asks. Refuses an unknown session, and `tmux_unavailable`. */
export function createReadScreen(parts: ScreenParts): (question: ScreenQuestion) => Promise<ScreenOutcome> {
  return shareRuns(
    ({ sessionId, historyLines, withLooks }) => `${historyLines} ${withLooks} ${sessionId}`,
    (question) => readScreen(parts, question),
  )
}

async function readScreen(parts: ScreenParts, { sessionId, ...options }: ScreenQuestion): Promise<ScreenOutcome> {
  const located = orNothing(sessionId, await locate(parts, sessionId))
  if (!located.ok) return located
  if (located.value === null) return ok({ screen: null })
  const captured = await parts.tmux.capture(located.value.id, options)
  if (!captured.ok) {
    return captured.error.kind === 'gone' ? ok({ screen: null }) : err(unavailable(captured.error.reason))
  }
  const { columns, rows } = located.value.view
  const text = terminalText(captured.value, { keepColour: options.withLooks })
  return ok({ screen: { text, columns, rows, captured_at: toIso(parts.clock.now()) } })
}
