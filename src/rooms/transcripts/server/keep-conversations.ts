// Which conversation a session has is committed with the event that told of it first.
import { isConversationId, transcriptClientOf } from '#platform/server/transcripts/transcript-files.ts'
import { bothAlongside } from '#platform/server/db/alongside.ts'
import type { ConversationStore } from './conversation-store.ts'
import type { ReportWith } from './ports.ts'

/** Applies reports as `report` does, and keeps the ids of conversations whose files are understood. */
export function keepConversations(store: Pick<ConversationStore, 'keep'>, report: ReportWith): ReportWith {
  return (told, along = () => null) => {
    const id = told.client?.session ?? null
    const harness = transcriptClientOf(told.agentType)
    if (id === null || harness === null || !isConversationId(id)) return report(told, along)
    return report(told, (session) => {
      const kept = store.keep(session.id, { id, harness })
      return kept === null ? along(session) : bothAlongside(along(session), kept)
    })
  }
}
