// The environment of the user's code in worker threads: the service's own, without its secrets and settings.
import type { Environment } from '../config/environment.ts'
import { isWithheld } from '../tmux/tmux-environment.ts'

export function workerEnvironment(env: Environment, home: string): Environment {
  const kept = Object.entries(env).filter(([name]) => !isWithheld(name))
  return { ...Object.fromEntries(kept), SERVICE_HOME: home }
}
