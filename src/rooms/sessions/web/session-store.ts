// The sessions as the page knows them; the board's feed fills it.
import { createEntityStore } from '#platform/web/store/entity-store.ts'
import { useEntity } from '#platform/web/store/use-entity.ts'
import { createValue } from '#platform/web/store/value-store.ts'
import type { Session, SessionCard } from '../contract.ts'

/** The feed's own limit, in characters; the page takes types from contracts, not values. */
const cardPromptLimit = 300

export const sessions = createEntityStore<SessionCard>()

/** Whether the sessions were told once: before that, absence means nothing. */
export const sessionsLoaded = createValue(false)

export function useSession(id: string): SessionCard | null {
  return useEntity(sessions, id)
}

/** Takes in what an answer told of a session, unless the feed has told something newer. */
export function learnSession(session: Session): void {
  const known = sessions.truth(session.id)
  if (known !== null && known.last_activity > session.last_activity) return
  sessions.apply([{ id: session.id, value: toCard(session) }])
}

export function toCard(session: Session): SessionCard {
  const isLong = session.prompt.length > cardPromptLimit
  return { ...session, prompt: session.prompt.slice(0, cardPromptLimit), prompt_cut: isLong }
}
