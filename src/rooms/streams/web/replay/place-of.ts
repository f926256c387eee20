// The moment that an address names, once so much of the recording is there.
import { fromIso } from '#base/time.ts'
import { wordsParameter } from '#platform/web/shell/panel-url.ts'
import { firstChangeOf } from '../../core/replay/known-at.ts'
import type { Recording } from '../../core/replay/recording.ts'
import type { ReplayMoment } from '../replay-url.ts'
import { wordsIn } from './words-in.ts'

/** Without one, the beginning. Words of a search are looked for once all is there, since their last place counts. */
export function placeOf(query: URLSearchParams, isWhole: () => boolean): (recording: Recording) => number | null {
  const t = Number(query.get('t') ?? Number.NaN)
  const at = query.get('at')
  const file = query.get('file')
  const words = query.get(wordsParameter)
  if (words !== null) return (recording) => (isWhole() ? (wordsIn(recording, words) ?? 0) : null)
  if (file !== null) return (recording) => msOf(recording, { file })
  if (at !== null) return (recording) => msOf(recording, { at })
  return (recording) => msOf(recording, { t: Number.isFinite(t) ? t : 0 })
}

/** Milliseconds since the recording began; null while that is not known. */
export function msOf(recording: Recording, moment: ReplayMoment): number | null {
  if (recording.beganMs === null) return null
  if ('t' in moment) return Math.max(0, moment.t * 1000)
  if ('file' in moment) return firstChangeOf(recording, moment.file)
  const atMs = fromIso(moment.at)
  return Number.isNaN(atMs) ? 0 : Math.max(0, atMs - recording.beganMs)
}
