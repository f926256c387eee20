// Which of the six harnesses are installed here: each by the program that it runs.
import { adapters } from '#base/harness/catalog.ts'
import { findProgram } from '#platform/server/cli/install-hint.ts'
import type { Environment } from '#platform/server/config/environment.ts'
import { harnesses, type Harness } from '#base/harness/adapter.ts'

/** `set`: programs that a setting chose in the place of the usual ones. */
export function findHarnesses(environment: Environment, set: Partial<Record<Harness, string>> = {}): Harness[] {
  return harnesses.filter((harness) => findProgram(set[harness] ?? adapters[harness].program, environment) !== null)
}
