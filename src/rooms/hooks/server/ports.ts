// What the hooks room needs from others; app/ connects them.
import type { Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { AgentReport, ReportAnswer } from '#rooms/sessions/contract.ts'

/**
 * Applies a report and resolves after its commit. An event that the state does not accept answers `changed: false`.
 * Refuses with `not_found` (unknown and not creatable), `too_many` (the bound on created sessions),
 * `storage_unavailable` (nothing was committed, nothing changed).
 */
export type ApplyReport = (report: AgentReport) => Promise<Result<ReportAnswer, Refusal>>
