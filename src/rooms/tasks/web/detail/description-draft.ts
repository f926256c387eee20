// How an unsent description stands to the text that the service has.
import type { Draft } from '#platform/web/drafts/drafts.ts'

/**
 * `none`: nothing is being written. `ahead`: saving it loses nothing. `conflict`: the text was changed since the writing
 * began, so that saving would lose the other one.
 */
export type DraftStanding = 'none' | 'ahead' | 'conflict'

export function standingOf(draft: Draft | null, text: string): DraftStanding {
  if (draft === null || draft.text === text) return 'none'
  return draft.base === text ? 'ahead' : 'conflict'
}

/** Both texts, the other one first, so that nothing is lost while a person sorts them out. */
export function bothTexts(theirs: string, mine: string): string {
  return `${theirs.trimEnd()}\n\n${mine.trimStart()}`
}
