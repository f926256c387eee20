// Nonces of the hub: good once, for a minute. They carry their own proof, so that strangers who ask fill no memory.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { minuteMs } from '#base/time.ts'

export const nonceLifetimeMs = minuteMs

const randomLength = 16
const timeLength = 8
const proofLength = 16

/** Times are of `Timers`. A restart ends all of them, and whoever has one asks anew. */
export interface Nonces {
  issue(passedMs: number): string
  /** True exactly once for one of ours that is not too old. To be asked only after the signature over it was checked. */
  use(nonce: string, passedMs: number): boolean
}

export function createNonces(): Nonces {
  const secret = randomBytes(32)
  /** Those that came back, until they are too old to come again. Only devices with a good signature get here. */
  const used = new Map<string, number>()
  const proofOf = (body: Buffer): Buffer => createHmac('sha256', secret).update(body).digest().subarray(0, proofLength)
  const forgetOld = (passedMs: number): void => {
    for (const [nonce, expiresAtMs] of used) {
      if (passedMs < expiresAtMs) return
      used.delete(nonce)
    }
  }
  return {
    issue(passedMs) {
      const time = Buffer.alloc(timeLength)
      time.writeDoubleBE(passedMs)
      const body = Buffer.concat([randomBytes(randomLength), time])
      return Buffer.concat([body, proofOf(body)]).toString('base64url')
    },
    use(nonce, passedMs) {
      forgetOld(passedMs)
      const bytes = Buffer.from(nonce, 'base64url')
      if (bytes.length !== randomLength + timeLength + proofLength || bytes.toString('base64url') !== nonce)
        return false
      const body = bytes.subarray(0, randomLength + timeLength)
      if (!timingSafeEqual(proofOf(body), bytes.subarray(body.length))) return false
      const ageMs = passedMs - body.readDoubleBE(randomLength)
      if (ageMs < 0 || ageMs >= nonceLifetimeMs || used.has(nonce)) return false
      used.set(nonce, passedMs + nonceLifetimeMs)
      return true
    },
  }
}
