// What a session did, in one line, where it says more than its state does.
import type { SessionCard } from '../../contract.ts'

/** Of one that was started for a single command, how that ended stands beside its state: what it changed is news. */
export function didBesideState(
  { agent_type: type, interactive }: Pick<SessionCard, 'agent_type' | 'interactive'>,
  summary: string | null,
): string | null {
  const isOneCommand = type === 'shell' && !interactive
  return isOneCommand && summary !== null && /^1 command(, 1 failed)?$/.test(summary) ? null : summary
}
