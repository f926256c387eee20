// A strand as data: what was read from its module, checked and with every default filled in. Bodies are not part of it.
import type { StrandOrigin, TriggerType } from '../contract.ts'

export type StepDefinition = {
  readonly id: string
  readonly name: string
  /** Ids of the steps that have to succeed before it. */
  readonly after: readonly string[]
  /** A host's name; null: the strand's. */
  readonly host: string | null
  readonly requires: readonly string[]
  readonly timeoutMs: number
  readonly retry: RetryPolicy
}

export type RetryPolicy = {
  /** Tries after the first. */
  readonly retries: number
  /** Wait before the first retry; each further one waits `factor` times longer, up to `maxDelayMs`. */
  readonly delayMs: number
  readonly factor: number
  readonly maxDelayMs: number
}

export type StrandDefinition = {
  readonly id: string
  readonly name: string
  readonly description: string
  /** Cron expression, or null. */
  readonly schedule: string | null
  readonly timezone: string | null
  readonly enabled: boolean
  /** Runs once after each start of the service, if it is enabled. Definitions that were kept before it was known have none. */
  readonly startAtBoot?: boolean | undefined
  readonly triggerType: TriggerType
  readonly modulePath: string
  readonly origin: StrandOrigin
  readonly seed: boolean
  readonly defaultHost: string
  readonly requiredCapabilities: readonly string[]
  readonly steps: readonly StepDefinition[]
  /** JSON Schema of the input of a manual run, or null. */
  readonly inputSchema: Readonly<Record<string, unknown>> | null
  readonly concurrency: number
  readonly missed: 'skip' | 'run_once'
}

/** The host that stands for 'wherever the service runs'. */
export const anyHost = 'any'
