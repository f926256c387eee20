// What the settings need of the rest of the service.
import type { Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Principal } from '#platform/server/auth/auth.ts'
import type { WhoAsks } from '#platform/server/http/who-asks.ts'
import type { SettingsTested } from '../contract.ts'

/** What the settings room is opened with, besides its ground. */
export type SettingsPorts = {
  /** Who that is, in a word. */
  readonly nameOf: (principal: Principal | null) => string
  /** Launches a short session of that type and tells what came of it. Refuses a type that there is not. */
  readonly tryAgent: (agentType: string, who: WhoAsks) => Promise<Result<SettingsTested, Refusal>>
}
