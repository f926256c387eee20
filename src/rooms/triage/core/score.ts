// The arithmetic of a score; what a model adds up is never looked at.
import type { ScoreParts } from '../contract.ts'

/** impact × urgency × confidence ÷ effort: from 0.2 to 125. */
export function scoreOf({ impact, urgency, confidence, effort }: ScoreParts): number {
  return (impact * urgency * confidence) / effort
}

/** As a person would write it: `5 × 4 × 3 ÷ 2 = 30.0`. */
export function arithmeticOf(parts: ScoreParts): string {
  const { impact, urgency, confidence, effort } = parts
  return `${impact} × ${urgency} × ${confidence} ÷ ${effort} = ${scoreOf(parts).toFixed(1)}`
}
