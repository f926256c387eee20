// What each event name of an agent means to the state machine.
import { machineEvents, type MachineEvent } from '#rooms/sessions/contract.ts'
import { hookEvents, type HookEvent } from '../contract.ts'

/** HOOK_EVENT_MAP (specification, 'Event map'). */
export const hookEventMap: Readonly<Record<HookEvent, MachineEvent>> = {
  start: 'start',
  running: 'hook.to_running',
  to_in_progress: 'hook.to_running',
  tool_use: 'agent.tool_use',
  prompt_ready: 'agent.prompt_ready',
  to_review: 'hook.to_review',
  awaiting_review: 'hook.to_review',
  exit: 'process.exit',
  completed: 'process.exit',
  exit_error: 'process.exit_error',
  failed: 'process.exit_error',
  requeue: 'user.requeue',
}

/** The machine event that a name stands for, be it the machine's own or an agent's; null for any other name. */
export function machineEventOf(name: string): MachineEvent | null {
  const own = machineEvents.find((event) => event === name)
  if (own !== undefined) return own
  const hook = hookEvents.find((event) => event === name)
  return hook === undefined ? null : hookEventMap[hook]
}
