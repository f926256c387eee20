// What a session's terminal shows, as text.
import { err, ok, type Result } from '#base/result.ts'
import { terminalText } from '#base/terminal-text.ts'
import { toIso } from '#base/time.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Clock } from '#platform/server/clock.ts'
import { shareRuns } from '#platform/server/share-runs.ts'
import type { ScreenAnswer, ScreenWish } from '../contract.ts'
import { orNothing } from './no-terminal.ts'
import { sourceOf, type TerminalSourceParts } from './source.ts'

export type ScreenQuestion = ScreenWish & { readonly sessionId: string }
export type ScreenOutcome = Result<ScreenAnswer, Refusal>

export type ScreenParts = TerminalSourceParts & { readonly clock: Clock }

/** Looks one at a time for each question, whoever asks. Refuses an unknown session, `tmux_unavailable` and `device_offline`. */
export function createReadScreen(parts: ScreenParts): (question: ScreenQuestion) => Promise<ScreenOutcome> {
  return shareRuns(
    ({ sessionId, historyLines, withLooks }) => `${historyLines} ${withLooks} ${sessionId}`,
    (question) => readScreen(parts, question),
  )
}

async function readScreen(parts: ScreenParts, { sessionId, ...wish }: ScreenQuestion): Promise<ScreenOutcome> {
  const seen = orNothing(sessionId, await sourceOf(parts, sessionId).screen(wish))
  if (!seen.ok) return err(seen.error)
  if (seen.value === null) return ok({ screen: null })
  const { columns, rows } = seen.value
  const text = terminalText(seen.value.text, { keepColour: wish.withLooks })
  return ok({ screen: { text, columns, rows, captured_at: toIso(parts.clock.now()) } })
}
