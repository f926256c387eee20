// What sessions printed last, as the board's feed tells it.
import { followIn } from '#platform/web/live/follower.ts'
import { createEntityStore } from '#platform/web/store/entity-store.ts'
import { useEntity } from '#platform/web/store/use-entity.ts'
import type { SessionSummary } from '#rooms/streams/contract.ts'
import { liveLastLines, liveSummaries } from '../../api.ts'
import type { LastLine, SessionCard } from '../../contract.ts'
import { didBesideState } from '../../core/output/did.ts'
import { lastSign, newestLine, type Seen } from '../../core/output/last-line.ts'

const lastLines = createEntityStore<LastLine>()

const summaries = createEntityStore<SessionSummary>()
export const summariesFollower = followIn(liveSummaries, summaries)

/** Without the feed cards show none: an old line would look like news. */
export const lastLinesFollower = followIn(liveLastLines, lastLines)

/** What the session printed or did last; renders again when that changes. */
export function useLastLine(session: SessionCard): Seen | null {
  return newestLine(session, useEntity(lastLines, session.id))
}

/** What the session did, in one line, once it did anything that is known. */
export function useSummary(id: string): string | null {
  return useEntity(summaries, id)?.text ?? null
}

/** The same where its state is told beside it. */
export function useDid(session: SessionCard): string | null {
  return didBesideState(session, useSummary(session.id))
}

/** When it last gave a sign of life, output among them. */
export function useLastSign(session: SessionCard): string {
  return lastSign(session, useEntity(lastLines, session.id))
}
