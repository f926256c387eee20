// An envelope of the daemon as it travels.
import { randomBytes } from 'node:crypto'
import { toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import { envelopeVersion } from '../../contract/envelopes.ts'

/** Whole, with its head. */
export function frameText(body: object, clock: Clock): string {
  const id = randomBytes(9).toString('base64url')
  return JSON.stringify({ v: envelopeVersion, id, ts: toIso(clock.now()), ...body })
}
