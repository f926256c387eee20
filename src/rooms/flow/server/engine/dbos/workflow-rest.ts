// Which workflows of this process are at rest: DBOS writes a workflow that begins a step while it shuts down off as failed.
import { secondMs } from '#base/time.ts'

/** PostgreSQL that does not answer keeps no service from ending: what can't be written is not written off either. */
const restLimitMs = 5 * secondMs

export interface WorkflowRest {
  isEnding(): boolean
  /** A workflow begins, or has what it waited for. */
  moves(): void
  /** It waits for something of ours, and asks PostgreSQL nothing. */
  rests(): void
  /** No workflow begins a step from now on; resolves once all are at rest. */
  end(): Promise<void>
}

export function createWorkflowRest(): WorkflowRest {
  let moving = 0
  let isEnding = false
  let atRest: (() => void) | null = null
  return {
    isEnding: () => isEnding,
    moves: () => void (moving += 1),
    rests() {
      moving -= 1
      if (moving === 0) atRest?.()
    },
    async end() {
      isEnding = true
      if (moving === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      atRest = resolve
      const timer = setTimeout(resolve, restLimitMs)
      await promise
      clearTimeout(timer)
    },
  }
}
