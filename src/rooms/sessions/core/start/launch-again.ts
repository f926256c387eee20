// What a launch says that does what a past session did.
import type { LaunchRequest, Session } from '../../contract.ts'

/** Its label comes from its prompt again, unless a person gave it one. Nothing waits for tasks that were met long ago. */
export function launchAgain({
  agent_type,
  prompt,
  label,
  task_id,
  working_dir,
  interactive,
}: Pick<Session, 'agent_type' | 'prompt' | 'label' | 'task_id' | 'working_dir' | 'interactive'>): LaunchRequest {
  return { agent_type, prompt, label, task_id, working_dir, interactive }
}
