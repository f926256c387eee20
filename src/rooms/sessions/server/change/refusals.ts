// Refusals that several commands about a session give.
import { shown } from '#base/shown.ts'
import type { Refusal } from '#platform/contract.ts'

export function unknownSession(id: string): Refusal {
  return {
    error: 'not_found',
    reason: `There is no session ${shown(id)}.`,
    hint: 'See which there are on the board, or with: orrery ls',
  }
}

export function unknownPast(id: string): Refusal {
  return {
    error: 'not_found',
    reason: `There is no session ${shown(id)}, neither on the board nor in history.`,
    hint: 'See those that left the board with: orrery history',
  }
}

/** For what was done to a terminal and could not be written down; it is owed then. */
export function notRecorded(done: string): Refusal {
  return {
    error: 'storage_unavailable',
    reason: `${done}, but the database takes no changes now.`,
    hint: "It is recorded as soon as there is room on the disk of the service's home.",
  }
}

/** For anybody who asks for what only the owner may; `deed` as `core/asker.ts` says it. */
export function needsCredentials(deed: string): Refusal {
  return {
    error: 'unauthenticated',
    reason: `This ${deed}, which takes credentials, and none that are valid came with the request.`,
    hint: 'Open a login link made by `orrery login`, or send `Authorization: Bearer` with the ACCESS_TOKEN.',
  }
}
