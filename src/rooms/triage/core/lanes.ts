// The words and numbers of triage as plain data, for the page too, which loads no schemas.
import type { BriefSource, Lane, OverrideDimension, ScoreDimension, ScoreParts } from '../contract.ts'

/** From the most pressing to the least. */
export const laneOrder = ['now', 'next', 'later'] as const satisfies readonly Lane[]

/** Most tasks in each lane. What a person locked may go beyond; nothing else does. */
export const laneCaps: Readonly<Record<Lane, number>> = { now: 3, next: 7, later: 30 }

export const dimensionOrder = ['impact', 'urgency', 'confidence', 'effort'] as const satisfies readonly ScoreDimension[]

/** As a person chooses them; the first is what a note without a source counts as. */
export const sourceOrder = [
  'other',
  'slack',
  'meeting',
  'email',
  'news',
  'personal',
] as const satisfies readonly BriefSource[]

/** What a note's source says about how far to trust it. */
export const credibility: Readonly<Record<BriefSource, string>> = {
  personal: "the user's own note: most reliable",
  meeting: 'said in a meeting: reliable, may have been worded loosely',
  email: 'written by somebody outside: reliable about facts, pressing by habit',
  slack: 'chat: quick and often changed later',
  news: 'public news: true in general, may not concern these tasks',
  other: 'unknown origin: weigh with care',
}

/** The lane as people read it. */
export const laneTitle = (lane: Lane): string => lane.toUpperCase()

export function isLane(text: string | null): text is Lane {
  return text === 'now' || text === 'next' || text === 'later'
}

export function isDimension(dimension: OverrideDimension): dimension is ScoreDimension {
  return dimension !== 'lane' && dimension !== 'locked'
}

/** A value of a part, or null for anything but a whole number from 1 to 5. */
export function partFrom(text: string | null): ScoreParts['impact'] | null {
  return text !== null && /^[1-5]$/.test(text) ? Number(text) : null
}
