// Requests under way on one connection: each has an id, a time limit, and exactly one outcome.
import { err, ok, type Result } from '#base/result.ts'
import { secondMs } from '#base/time.ts'
import type { GatewayResponse } from './frames.ts'
import { problem, problemOfError, type GatewayProblem } from './problems.ts'

type Outcome = Result<unknown, GatewayProblem>
type Waiting = { readonly resolve: (outcome: Outcome) => void; readonly timer: NodeJS.Timeout }

export interface Requests {
  send(method: string, params: object, timeoutMs: number): Promise<Outcome>
  /** Takes an answer; one that nobody waits for any more is dropped. */
  settle(response: GatewayResponse): void
  /** The connection has ended: whoever waits, and whoever asks from now on, gets `reason`. */
  failAll(reason: GatewayProblem): void
}

export function createRequests(sendText: (text: string) => void): Requests {
  const waiting = new Map<string, Waiting>()
  let count = 0
  let over: GatewayProblem | null = null

  function finish(id: string, outcome: Outcome): void {
    const one = waiting.get(id)
    if (one === undefined) return
    waiting.delete(id)
    clearTimeout(one.timer)
    one.resolve(outcome)
  }

  return {
    send(method, params, timeoutMs) {
      if (over !== null) return Promise.resolve(err(over))
      count += 1
      const id = String(count)
      const late = problem('timed_out', `The gateway did not answer ${method} within ${timeoutMs / secondMs} s.`)
      return new Promise((resolve) => {
        waiting.set(id, { resolve, timer: setTimeout(() => finish(id, err(late)), timeoutMs) })
        sendText(JSON.stringify({ type: 'req', id, method, params }))
      })
    },
    settle({ id, ok: isOk, payload, error }) {
      if (isOk) finish(id, ok(payload))
      else finish(id, err(problemOfError(error ?? { code: 'unknown', message: 'no reason given' })))
    },
    failAll(reason) {
      over = reason
      for (const id of waiting.keys()) finish(id, err(reason))
    },
  }
}
