// Looks at sessions that were answered or resumed and have not been heard of since.
import { awaitsEffect, judgeAnswer, stillWaiting, type AnswerTrack } from '../../core/answer/still-waiting.ts'
import type { SessionRecord } from '../../core/record.ts'
import { terminalOf } from '../../core/scan/terminal.ts'
import type { OwnReport } from '../../core/scan/turn-end.ts'
import { commitChange } from '../change/apply.ts'
import type { SessionsContext } from '../context.ts'
import { captureScreen } from './look-at-terminal.ts'

type AnswerSigns = {
  readonly atMs: number
  /** As in `core/answer/still-waiting.ts`. */
  readonly isBusy: boolean | null
}

export class AnswerWatch {
  readonly #context: SessionsContext
  readonly #tracks = new Map<string, AnswerTrack>()

  constructor(context: SessionsContext) {
    this.#context = context
  }

  /** Forgets what is not among these. */
  begin(watched: readonly SessionRecord[]): void {
    const ids = new Set(watched.filter(awaitsEffect).map(({ session }) => session.id))
    for (const id of this.#tracks.keys()) if (!ids.has(id)) this.#tracks.delete(id)
    const { screensBefore } = this.#context
    for (const id of screensBefore.keys()) if (!ids.has(id)) screensBefore.delete(id)
  }

  /** Null while something may still happen, once something did, and where tmux gives no answer. */
  async judge(record: SessionRecord, signs: AnswerSigns): Promise<OwnReport | null> {
    const { id } = record.session
    const terminal = terminalOf(record)
    const captured = terminal === null ? null : await captureScreen(this.#context, terminal.id)
    if (captured?.ok !== true) return null
    const before = this.#context.screensBefore.get(id) ?? null
    const look = { ...signs, screen: captured.value, before }
    const { track, verdict } = judgeAnswer(this.#tracks.get(id) ?? null, record, look)
    this.#tracks.set(id, track)
    this.#context.screensBefore.delete(id)
    if (verdict === 'moved' && this.#context.registry.get(id) === record) {
      await commitChange(this.#context, id, { change: { answered: null }, note: 'went on', quiet: true })
    }
    return verdict === 'still_waiting' ? stillWaiting(record) : null
  }
}
