// What an engine is told to begin a run.
import type { Json } from '#base/json.ts'

/** What starts a run, and with what. */
export type Trigger = {
  readonly strandId: string
  /** Chosen by the caller, or null for a new one. The same id starts one run. */
  readonly runId: string | null
  readonly trigger: 'cron' | 'manual' | 'webhook'
  readonly by: string
  readonly input: Json
  readonly slot: string | null
}
