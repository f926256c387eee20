// Looks once a second at the sessions whose state their hooks alone do not tell, and moves them when that is decided.
import { secondMs } from '#base/time.ts'
import type { SessionRecord } from '../../core/record.ts'
import {
  isMaybeBlank,
  isTellingScreen,
  isTyping,
  judgeScreen,
  screenReports,
  type ScreenTrack,
} from '../../core/scan/screen.ts'
import { screenTypeOf } from '../../core/scan/screen-type.ts'
import { neverWent, type LineTrack } from '../../core/scan/work-line.ts'
import { judgeTurnEnd, type OwnReport } from '../../core/scan/turn-end.ts'
import { awaitsEffect } from '../../core/answer/still-waiting.ts'
import { AnswerWatch } from '../answer/answer-watch.ts'
import { applyEvents } from '../change/apply.ts'
import { nowIso, type SessionsContext } from '../context.ts'
import { ScreenMotions, type MotionParts } from './screen-motion.ts'

/** What a screen's movement is counted by, and short beside the times that are waited for. */
const lookMs = secondMs

export type TurnWatchParts = Pick<MotionParts, 'logSize'> & {
  /** Whether clients were told not to animate; then no screen is taken for quiet. */
  readonly isMotionReduced: () => Promise<boolean>
  /** What is known of the lines of work, by the session; none where nobody looks for them. */
  readonly lines?: ReadonlyMap<string, LineTrack>
}

/** Nothing is done while no session needs it. Looks never overlap; one that fails is logged. */
export function startTurnWatch(context: SessionsContext, parts: TurnWatchParts): AsyncDisposable {
  const look = createTurnLook(context, parts)
  let current: Promise<void> | null = null
  const timer = setInterval(() => {
    current ??= look()
      .catch((error: unknown) => context.log.error({ err: error }, 'a look at the turns of agents failed'))
      .finally(() => {
        current = null
      })
  }, lookMs)
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await current
    },
  }
}

/** The function looks once; it rejects with `StorageError`, and the next look finds the same again. */
export function createTurnLook(
  context: SessionsContext,
  { logSize, isMotionReduced, lines }: TurnWatchParts,
): () => Promise<void> {
  const motions = new ScreenMotions({ tmux: context.tmux, logSize })
  const answers = new AnswerWatch(context)
  const tracks = new Map<string, ScreenTrack>()

  /** Claude Code's own setting. */
  const isStillAtWork = async (record: SessionRecord): Promise<boolean> =>
    screenTypeOf(record) === 'code-agent' && (await isMotionReduced())

  async function judge(record: SessionRecord): Promise<OwnReport | null> {
    const nowMs = context.clock.now()
    const ended = judgeTurnEnd(record, nowMs)
    if (ended !== null) return ended
    const isTelling = isTellingScreen(record)
    const motion = isTelling ? await motions.since(record, nowMs) : null
    // Until something follows an answer, a quiet prompt is no news.
    if (awaitsEffect(record)) {
      const isBusy = isTelling && !(await isStillAtWork(record)) ? motion === 'busy' : null
      return answers.judge(record, { atMs: nowMs, isBusy })
    }
    if (motion === null) return null
    const { id } = record.session
    const before = tracks.get(id) ?? null
    const showsText = isMaybeBlank(before, record, motion) && (await motions.showsText(record))
    const { track, verdict } = judgeScreen(before, record, { motion, atMs: nowMs, showsText })
    tracks.set(id, track)
    if (verdict === null || (verdict === 'waiting' && (await isStillAtWork(record)))) return null
    if (verdict === 'working') {
      if (neverWent(lines?.get(id) ?? null, record)) return null
      const typedMs = await motions.typedMs(record)
      if (typedMs === null || isTyping(typedMs, nowMs)) return null
    }
    return screenReports[verdict]
  }

  return async () => {
    const watched = context.registry.watched()
    motions.begin(watched)
    answers.begin(watched)
    const ids = new Set(watched.map(({ session }) => session.id))
    for (const id of tracks.keys()) if (!ids.has(id)) tracks.delete(id)
    for (const record of watched) {
      const own = await judge(record)
      // What happened while its screen was looked at counts more.
      if (own !== null && context.registry.get(record.session.id) === record) await reportOwn(context, record, own)
    }
  }
}

/** Moves the session by what the service itself found. Rejects with `StorageError`. */
export async function reportOwn(context: SessionsContext, { session }: SessionRecord, own: OwnReport): Promise<void> {
  const incoming = [{ ...own, source: 'service', runId: null, exitCode: null, at: nowIso(context) }] as const
  await applyEvents(context, session.id, { incoming })
}
