// Whether the program of an agent type is there, before somebody launches it.
import { findProgram } from '#platform/server/cli/install-hint.ts'
import type { Environment } from '#platform/server/config/environment.ts'
import type { AgentDefinition } from '../../core/start/agent-catalog.ts'

/** Looked up on the PATH of the type, else of the service. A path of its own is left to the launch, which knows the folder. */
export function isInstalled({ command: [program = ''], env }: AgentDefinition, environment: Environment): boolean {
  if (program.includes('/')) return true
  return findProgram(program, { PATH: env.PATH ?? environment.PATH }) !== null
}
