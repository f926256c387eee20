// `orrery doctor`: what the running service sees, and what the command sees, side by side.
import { err, ok, type Result } from '#base/result.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { ok as fine, warn, type Finding } from '#platform/server/cli/doctor/finding.ts'
import { version } from '#platform/server/version.ts'
import type { DoctorAnswer } from '../../contract.ts'
import { systemRoutes } from '../bound-routes.ts'
import { tellFindings } from './tell-findings.ts'

export type DoctorParts = {
  /** What was mended before anybody looked, a sentence each; null where nobody asked for that. */
  readonly fixed: readonly string[] | null
  /** Whether a service listens for the home. */
  readonly isRunning: boolean
  /** The looks of the command itself. */
  readonly look: (asked: 'answered' | 'not_answered') => Promise<readonly Finding[]>
}

export async function runDoctor(cli: Cli, { fixed, isRunning, look }: DoctorParts): Promise<void> {
  const asked = isRunning ? await askService(cli) : null
  const answer = asked?.ok === true ? asked.value : null
  const own = await look(answer === null ? 'not_answered' : 'answered')
  tellFindings(cli, { asked: answer, fixed, own: asked === null ? own : [...own, checkAnswer(asked)] })
}

async function askService(cli: Cli): Promise<Result<DoctorAnswer, CliError>> {
  try {
    return ok(await cli.api.ask(systemRoutes.readDoctor))
  } catch (error) {
    if (error instanceof CliError) return err(error)
    throw error
  }
}

/** Whether command and service are of one version, or why the service could not be asked. */
function checkAnswer(asked: Result<DoctorAnswer, CliError>): Finding {
  if (!asked.ok) {
    return warn('asked', `the service did not say what it sees: ${asked.error.message}`, ...asked.error.hints)
  }
  if (asked.value.version === version) return fine('version', `the service and this command are ${version}`)
  return warn('version', `the service is ${asked.value.version}, this command ${version}`, 'Restart the service.')
}
