// Bounds what answers hold that nobody reads: a client that asks and does not read is let go before it uses up the memory.
import type { ServerResponse } from 'node:http'

/** Smaller answers fit into what the system buffers for a connection. */
export const smallAnswerBytes = 64 * 1024
/** All unread answers together; beyond it the one that has waited longest goes first. */
export const mostUnreadBytes = 64 * 1024 * 1024
/** How long any answer may take, and how slowly at least it is to be read after that. */
const graceMs = 30_000
const slowestBytesPerMs = 50
const checkMs = 5000

type Unread = { readonly bytes: number; readonly sentMs: number }
type Answer = Pick<ServerResponse, 'once' | 'destroy'>

export interface UnreadAnswers extends Disposable {
  /** Called when the answer is handed to its connection. */
  add(answer: Answer, bytes: number): void
  /** Lets go of those that are read too slowly; called at an interval. */
  check(): void
}

export function createUnreadAnswers(nowMs: () => number): UnreadAnswers {
  const unread = new Map<Answer, Unread>()
  let total = 0

  function forget(answer: Answer): void {
    total -= unread.get(answer)?.bytes ?? 0
    unread.delete(answer)
  }

  function letGo(answer: Answer): void {
    forget(answer)
    answer.destroy()
  }

  function check(): void {
    for (const [answer, { bytes, sentMs }] of unread) {
      if (nowMs() - sentMs > graceMs + bytes / slowestBytesPerMs) letGo(answer)
    }
  }

  const checks = setInterval(check, checkMs).unref()
  return {
    add(answer, bytes) {
      if (bytes < smallAnswerBytes) return
      unread.set(answer, { bytes, sentMs: nowMs() })
      total += bytes
      answer.once('close', () => forget(answer))
      for (const [oldest] of unread) {
        if (total <= mostUnreadBytes || oldest === answer) break
        letGo(oldest)
      }
    },
    check,
    [Symbol.dispose]: () => clearInterval(checks),
  }
}
