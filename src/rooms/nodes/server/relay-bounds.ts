// What one node holds of requests between nodes, however many come.
import { secondMs } from '#base/time.ts'
import type { Refusal } from '#platform/contract.ts'

/** A body of the API's 1 MiB, and its texts once more as JSON. */
export const mostRequest = 2 * 1024 * 1024
export const mostAnswer = 8 * 1024 * 1024
/** That one node waits for at once, and what it holds of them. */
export const mostWaiting = 256
export const mostHeld = 32 * 1024 * 1024
/** That one node carries out at once: what is asked beyond it waits in PostgreSQL. */
export const mostRunning = 16
/** Answers that are read in one go. */
export const mostRead = 32

/** A notice may get lost with its connection. */
export const lookMs = secondMs
export const clearMs = 5 * secondMs
/** How long what is asked is taken back after its time, and how long a stop waits for what runs. */
export const backMs = secondMs
export const stopMs = 5 * secondMs

export const tooMany: Refusal = {
  error: 'too_many',
  reason: 'Too much is being asked of other nodes at once.',
  hint: 'Nothing was changed: try again in a moment.',
}

export const tooLong: Refusal = {
  error: 'too_large',
  reason: 'This is more than travels from node to node.',
  hint: 'Do it on the page of the node where the session runs: orrery system',
}
