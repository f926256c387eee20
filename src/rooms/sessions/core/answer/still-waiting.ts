// A session that was resumed or answered, and nothing happened: the text may stand in its prompt, or a dialog still asks.
import { fromIso, secondMs } from '#base/time.ts'
import type { SessionRecord } from '../record.ts'
import type { OwnReport } from '../scan/turn-end.ts'

/** Longer than any client took to show that it works, short enough for who just answered. */
export const stillWaitingMs = 20 * secondMs

/** What is remembered of one answer from look to look. */
export type AnswerTrack = {
  /** When the answer was given: another one is judged anew. */
  readonly answeredAt: string
  /** When the watch began; after a restart of the service later than the answer. */
  readonly watchedSinceMs: number
  /** The screen as it was before anything could follow. */
  readonly screen: string
}

/** Whether nothing but a person's word says that it runs, and what follows can be seen. */
export function awaitsEffect({ session, answered }: SessionRecord): boolean {
  return answered !== null && session.state === 'running' && session.tmux_alive === true
}

export type AnswerLook = {
  readonly atMs: number
  readonly screen: string
  /** Of a client whose work is known by its movement: whether it moved so. Null for any other, whose screen decides. */
  readonly isBusy: boolean | null
  /** The screen from before Enter was pressed; null where the service pressed none. */
  readonly before: string | null
}

/** `moved`: something followed; `still_waiting`: nothing did in time. */
export type AnswerVerdict = 'moved' | 'still_waiting' | null

/** A dialog that asks blinks, so that of clients which animate only their work counts as movement. */
export function judgeAnswer(
  known: AnswerTrack | null,
  { answered }: SessionRecord,
  { atMs, screen, isBusy, before }: AnswerLook,
): { readonly track: AnswerTrack; readonly verdict: AnswerVerdict } {
  const since = answered?.at ?? ''
  const track = known?.answeredAt === since ? known : begin(since, { screen: before ?? screen, atMs, before })
  if (isBusy ?? screen !== track.screen) return { track, verdict: 'moved' }
  return { track, verdict: atMs - track.watchedSinceMs >= stillWaitingMs ? 'still_waiting' : null }
}

/** What happened before the first look is only known where the screen from before Enter is. */
function begin(
  answeredAt: string,
  { screen, atMs, before }: { readonly screen: string; readonly atMs: number; readonly before: string | null },
): AnswerTrack {
  return { answeredAt, screen, watchedSinceMs: before === null ? atMs : fromIso(answeredAt) }
}

/** The words depend on whether something was said, or only Resume was pressed. */
export function stillWaiting({ session }: SessionRecord): OwnReport {
  const wasTold = session.cause?.metadata != null
  return { event: 'hook.to_review', metadata: wasTold ? 'still waiting after your answer' : 'still waiting' }
}
