// How long a step waits before it is tried again.
import type { RetryPolicy } from './definition.ts'

/** `failures` counts the tries that failed so far, from 1; null when there is no further try. */
export function retryDelayMs(policy: RetryPolicy, failures: number): number | null {
  if (failures > policy.retries) return null
  return Math.min(policy.delayMs * policy.factor ** (failures - 1), policy.maxDelayMs)
}
