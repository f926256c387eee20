// Codes that wait for their devices: kept in memory only, and only as their hash, as those of login links.
import { randomBytes } from 'node:crypto'
import { sha256 } from '#platform/server/auth/tokens.ts'
import { codeBytes, codeFrom, pairingLifetimeMs } from '../core/pairing/code.ts'

/** A person pairs one machine, or a few; the oldest gives way. */
const mostOutstanding = 20

/** What was decided when the code was made. */
export type Outstanding = {
  readonly label: string | null
  readonly tags: readonly string[]
  /** The origin that the command named: the one that the device dials. */
  readonly origin: string
  /** The key that it was claimed with; null before. */
  readonly claimedBy: string | null
}

/** Times are of `Timers`: a clock that is set back makes no code last longer. */
export interface Pairings {
  /** A new code. */
  issue(asked: Omit<Outstanding, 'claimedBy'>, passedMs: number): string
  /** Null for a code that was never made, or is too old. */
  find(code: string, passedMs: number): Outstanding | null
  /** From now on it is good for this key alone. */
  claim(code: string, publicKey: string): void
  /** False for a code that does not wait any more. */
  cancel(code: string, passedMs: number): boolean
}

export function createPairings(): Pairings {
  const outstanding = new Map<string, Outstanding & { readonly expiresAtMs: number }>()
  const find = (code: string, passedMs: number): Outstanding | null => {
    const found = outstanding.get(sha256(code))
    return found === undefined || passedMs >= found.expiresAtMs ? null : found
  }
  return {
    issue(asked, passedMs) {
      const code = codeFrom(randomBytes(codeBytes))
      const oldest = outstanding.keys().next()
      if (outstanding.size >= mostOutstanding && oldest.done !== true) outstanding.delete(oldest.value)
      outstanding.set(sha256(code), { ...asked, claimedBy: null, expiresAtMs: passedMs + pairingLifetimeMs })
      return code
    },
    find,
    claim(code, claimedBy) {
      const hash = sha256(code)
      const found = outstanding.get(hash)
      if (found !== undefined) outstanding.set(hash, { ...found, claimedBy })
    },
    cancel(code, passedMs) {
      const waits = find(code, passedMs)?.claimedBy === null
      return waits && outstanding.delete(sha256(code))
    },
  }
}
