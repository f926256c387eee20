// What a browser is given to sign: by our mark known again without being kept, so that no flood of questions fills memory
// or pushes out the one of a person. A challenge that was answered counts no more.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { challengeLifetimeMs } from '../core/options.ts'

/** Times are of `Timers`, which no clock that is set moves. `purpose`: what it is for, and from which page. */
export type Challenges = {
  issue(purpose: string, passedMs: number): string
  /** Whether we gave it, for that, a short while ago. */
  isOurs(challenge: string, purpose: string, passedMs: number): boolean
  /** True once for each. Called for those that were signed well, so that only keys of ours fill the list. */
  use(challenge: string, passedMs: number): boolean
}

const randomBytesOfOne = 16
const endBytes = 8
const markBytes = 32

export function createChallenges(): Challenges {
  /** A start makes all that was given before worth nothing. */
  const key = randomBytes(markBytes)
  const used = new Map<string, number>()
  const markOf = (head: Uint8Array, purpose: string): Buffer =>
    createHmac('sha256', key).update(head).update(purpose).digest()
  return {
    issue(purpose, passedMs) {
      const head = Buffer.alloc(randomBytesOfOne + endBytes)
      randomBytes(randomBytesOfOne).copy(head)
      head.writeDoubleBE(passedMs + challengeLifetimeMs, randomBytesOfOne)
      return Buffer.concat([head, markOf(head, purpose)]).toString('base64url')
    },
    isOurs(challenge, purpose, passedMs) {
      const bytes = Buffer.from(challenge, 'base64url')
      if (bytes.length !== randomBytesOfOne + endBytes + markBytes) return false
      const head = bytes.subarray(0, -markBytes)
      return timingSafeEqual(bytes.subarray(-markBytes), markOf(head, purpose)) && passedMs < endOf(head)
    },
    use(challenge, passedMs) {
      for (const [each, endMs] of used) if (endMs <= passedMs) used.delete(each)
      // Base64url has more than one spelling for the same bytes.
      const bytes = Buffer.from(challenge, 'base64url')
      const name = bytes.toString('base64url')
      if (used.has(name)) return false
      used.set(name, endOf(bytes))
      return true
    },
  }
}

const endOf = (bytes: Buffer): number => bytes.readDoubleBE(randomBytesOfOne)
