// What passkeys need from others; app/ connects them.
import type { Auth } from '#platform/server/auth/auth.ts'

/** What this room is opened with, besides its ground. */
export type PasskeysPorts = {
  /** What is there in fabric mode alone is mounted there alone. */
  readonly mode: 'legacy' | 'fabric'
  readonly auth: Pick<Auth, 'admit' | 'nameOf'>
}
