// Variables that configure this service and end with it: another program would take PORT or HOST for its own.
import { settings } from './settings.ts'

/** Those of the settings that do not begin with `SERVICE_`: none of either kind is handed to an agent or a step. */
export const ownVariables: readonly string[] = Object.values(settings).flatMap(({ env }) =>
  env === null || env.startsWith('SERVICE_') ? [] : [env],
)

/** Whether a variable is a setting of ours, whoever set it. */
export function isOwnVariable(name: string): boolean {
  return name.startsWith('SERVICE_') || ownVariables.includes(name)
}
