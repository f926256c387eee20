// The last lines of terminals that draw, or that are not recorded: by at most two calls of tmux for all of them together.
import { secondMs, toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Tmux } from '#platform/server/tmux/tmux.ts'
import type { LastLine } from '../../contract.ts'
import { lastLineOfScreen } from '../../core/output/last-line.ts'
import type { LogMark } from '../launcher/log-recorder.ts'
import type { KnownLine } from './known-line.ts'

export type ScreenSource = { readonly tmux: Pick<Tmux, 'activity' | 'screens'>; readonly clock: Clock }

/** A session whose screen tells its last line. */
export type OnScreen = {
  readonly id: string
  readonly tmuxId: string
  readonly known: KnownLine
  /** Its log as it was found, which tells that the screen changed; null where tmux has to tell. */
  readonly log: LogMark | null
}

/** Screens in one answer of tmux, at most some 10 KB each; the rest have their turn at the next look. */
const mostScreens = 100

/** What a log is known by, until it grows. */
export function textOf({ size, changedMs }: LogMark): string {
  return `${size} ${changedMs}`
}

/** Only those that wrote since they were looked at; what tmux does not tell stays as it was known. */
export async function readScreens(
  { tmux, clock }: ScreenSource,
  sessions: readonly OnScreen[],
): Promise<readonly (readonly [string, KnownLine])[]> {
  if (sessions.length === 0) return []
  const activity = sessions.some(({ log }) => log === null) ? await tmux.activity() : null
  const changed = sessions.flatMap((session) => {
    const { log, known, tmuxId } = session
    const outputMs = log?.changedMs ?? activity?.get(tmuxId)?.outputMs
    if (outputMs === undefined) return []
    const mark = log === null ? `screen ${outputMs}` : textOf(log)
    return known.mark === mark ? [] : [{ ...session, mark, outputMs }]
  })
  const asked = changed.slice(0, mostScreens)
  if (asked.length === 0) return []
  const screens = await tmux.screens(asked.map(({ tmuxId }) => tmuxId))
  if (screens === null) return []
  return asked.flatMap(({ id, tmuxId, known, log, mark, outputMs }) => {
    const screen = screens.get(tmuxId)
    if (screen === undefined) return []
    const text = lastLineOfScreen(screen)
    const line: LastLine | null = text === null ? null : { id, text, from: 'screen', at: toIso(outputMs) }
    // tmux tells whole seconds: within the same one more may come.
    const isSettled = log !== null || clock.now() >= outputMs + 2 * secondMs
    return [[id, { ...known, mark: isSettled ? mark : null, line }] as const]
  })
}
