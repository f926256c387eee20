// One-time codes that a login link carries: kept in memory only, and only as their hash.
import { minuteMs } from '#base/time.ts'
import { randomToken, sha256 } from './tokens.ts'

/** Long enough to walk to another device, short enough for a forgotten link. */
export const codeLifetimeMs = 10 * minuteMs
/** A person needs one link, or one for each of a few devices; the oldest gives way. */
const outstandingLimit = 5
/** 128 bits; the code is pasted or scanned, never typed from memory. */
const codeBytes = 16

/** Times are of `Timers`: a clock that is set back makes no link last longer. */
export type LoginCodes = {
  issue(passedMs: number): string
  /** Consumes the code: true exactly once, before it expires. */
  take(code: string, passedMs: number): boolean
}

export function createLoginCodes(): LoginCodes {
  const outstanding = new Map<string, number>()
  return {
    issue(passedMs) {
      const code = randomToken(codeBytes)
      const oldest = outstanding.keys().next()
      if (outstanding.size >= outstandingLimit && oldest.done !== true) outstanding.delete(oldest.value)
      outstanding.set(sha256(code), passedMs + codeLifetimeMs)
      return code
    },
    take(code, passedMs) {
      const hash = sha256(code)
      const expiresAtMs = outstanding.get(hash)
      outstanding.delete(hash)
      return expiresAtMs !== undefined && passedMs < expiresAtMs
    },
  }
}
