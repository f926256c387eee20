// What all routes of the room share.
import { z } from 'zod'
import { err, ok, type Result } from '#base/result.ts'
import { errorBodySchema, type Refusal } from '#platform/contract.ts'

export const config = { access: 'local_or_authenticated' } as const
export const tags = ['triage']
export const refused = { '4xx': errorBodySchema, '5xx': errorBodySchema }
export const taskParams = z.strictObject({ task_id: z.string() })
export const idParams = z.strictObject({ id: z.coerce.number().int().positive() })

/** Null at the start of a list; refuses a cursor that we did not give out. */
export function readCursor(cursor: string | undefined): Result<number | null, Refusal> {
  if (cursor === undefined) return ok(null)
  return /^\d{1,15}$/.test(cursor) ? ok(Number(cursor)) : err(badCursor)
}

const badCursor: Refusal = {
  error: 'invalid_request',
  reason: 'The cursor is not one that a list answered.',
  hint: 'Leave cursor out to begin at the start of the list.',
  details: [{ field: 'cursor', reason: 'is not a next_cursor' }],
}
