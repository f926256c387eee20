// Where somebody stands on the picture of how much happened: on a bar, or on several in a row from the one he began at.
import { fromIso } from '#base/time.ts'
import type { ActivityDensity } from '../contract.ts'
import { stepMs, sumOf } from './density-picture.ts'

export type BarCursor = { readonly at: string; readonly anchor: string }

export type BarMove = 'before' | 'after' | 'first' | 'last'

/** Bars without rows are passed over; the first move of all stands on the newest. Null where there is no bar. */
export function moveCursor(
  { parts }: Pick<ActivityDensity, 'parts'>,
  cursor: BarCursor | null,
  { move, isWider }: { readonly move: BarMove; readonly isWider: boolean },
): BarCursor | null {
  const last = parts.length - 1
  const now = cursor === null ? last + 1 : placeOf(parts, cursor.at)
  const wanted = { before: now - 1, after: now + 1, first: 0, last }[move]
  const at = parts[Math.min(last, Math.max(0, wanted))]?.at
  if (at === undefined) return null
  return { at, anchor: isWider && cursor !== null ? cursor.anchor : at }
}

/** Which bar it is, from 0. A picture that was read anew may lack it: then it is the one after it. */
export function placeOf(parts: ActivityDensity['parts'], at: string): number {
  const found = parts.findIndex((part) => part.at >= at)
  return found === -1 ? parts.length - 1 : found
}

/** The bar nearest to a share of the picture; null where there is none. */
export function cursorAt({ since, until, step, parts }: ActivityDensity, share: number): BarCursor | null {
  const ms = fromIso(since) + share * (fromIso(until) - fromIso(since))
  const distance = (at: string): number => Math.abs(fromIso(at) + stepMs[step] / 2 - ms)
  const [first, ...others] = parts.map(({ at }) => at)
  if (first === undefined) return null
  const at = others.reduce((nearest, each) => (distance(each) < distance(nearest) ? each : nearest), first)
  return { at, anchor: at }
}

export type CursorTold = {
  /** Its first moment, and the first one after it. */
  readonly fromMs: number
  readonly toMs: number
  readonly rows: number
  readonly failures: number
}

/** What it stands on: never beyond the picture's end. */
export function tellCursor(density: ActivityDensity, { at, anchor }: BarCursor): CursorTold {
  const [from, to] = at < anchor ? [at, anchor] : [anchor, at]
  const toMs = Math.min(fromIso(to) + stepMs[density.step], fromIso(density.until))
  return {
    fromMs: fromIso(from),
    toMs,
    ...sumOf({ parts: density.parts.filter((part) => part.at >= from && part.at <= to) }),
  }
}
