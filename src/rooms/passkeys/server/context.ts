// What the routes of passkeys share.
import type { FastifyRequest } from 'fastify'
import type { Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { AuditLog, AuditRow } from '#platform/server/audit/audit.ts'
import type { Throttle } from '#platform/server/auth/throttle.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Timers } from '#platform/server/timers.ts'
import { siteOf, type Site } from '../core/site.ts'
import type { Challenges } from './challenges.ts'
import type { PasskeysPorts } from './ports.ts'
import type { PasskeyStore } from './store.ts'

export type PasskeysContext = {
  readonly ports: PasskeysPorts
  readonly store: PasskeyStore
  readonly challenges: Challenges
  readonly throttle: Throttle
  readonly audit: AuditLog
  readonly clock: Clock
  readonly timers: Pick<Timers, 'passedMs'>
}

/** From which page a request comes: the guard has judged its Host and Origin. */
export function siteOfRequest({ headers }: Pick<FastifyRequest, 'headers'>): Result<Site, Refusal> {
  return siteOf({ origin: headers.origin ?? null, hostHeader: headers.host ?? '' })
}

/**
 * The challenge that an authenticator signed, as far as anybody can tell before the signature is checked. Empty for what was
 * asked for in a frame of another page.
 */
export function challengeIn(clientDataJson: string): string {
  try {
    const { challenge, crossOrigin } = Object(
      JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()),
    ) as Readonly<Record<string, unknown>>
    return typeof challenge === 'string' && crossOrigin !== true ? challenge : ''
  } catch {
    // Not one of ours, like any other text.
    return ''
  }
}

/** Which logins there are, and who tried, is told together (platform/server/auth). */
export const aboutLogins: Pick<AuditRow, 'subject'> = { subject: { type: 'login', id: 'logins', label: 'Logins' } }
