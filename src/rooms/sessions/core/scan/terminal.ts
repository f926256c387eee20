// Which tmux session a session's terminal is: an id counts anew with each tmux server, so that its creation counts, too.
import type { DismissedName } from '../../contract/stored.ts'
import type { RecordChange, SessionRecord } from '../record.ts'

/** A tmux session, told from every other that had its name or its id. */
export type Terminal = { readonly id: string; readonly name: string; readonly createdMs: number }

/** The terminal that the record knows; null when it was never looked at, or by an Orrery that did not ask when it began. */
export function terminalOf({ session, tmuxId, tmuxCreatedMs }: SessionRecord): Terminal | null {
  if (tmuxId === null || tmuxCreatedMs === null) return null
  return { id: tmuxId, name: session.tmux_session, createdMs: tmuxCreatedMs }
}

/** Whether `seen` is the terminal that the record knows, as far as it knows. */
export function isTerminalOf(
  { tmuxId, tmuxCreatedMs }: SessionRecord,
  seen: Pick<Terminal, 'id' | 'createdMs'>,
): boolean {
  return tmuxId === seen.id && (tmuxCreatedMs === null || tmuxCreatedMs === seen.createdMs)
}

/** That the terminal is there, as a change of its session. */
export function seenAlive({ id, createdMs }: Pick<Terminal, 'id' | 'createdMs'>): RecordChange & { session: object } {
  return { tmuxId: id, tmuxCreatedMs: createdMs, seenAlive: true, session: { tmux_alive: true } }
}

/** Whether both know the same of their terminal: nothing was started, seen or missed in between. */
export function knowsSameTerminal(one: SessionRecord, other: SessionRecord): boolean {
  return (
    one.runId === other.runId &&
    one.tmuxId === other.tmuxId &&
    one.tmuxCreatedMs === other.tmuxCreatedMs &&
    one.spawning === other.spawning &&
    one.session.tmux_alive === other.session.tmux_alive
  )
}

/**
 * Whether a terminal under a dismissed name is the one that was dismissed. Of a name whose terminal was gone, and never
 * known, none is; of one whose terminal could not be looked at, any is.
 */
export function isDismissed(name: DismissedName, seen: Pick<Terminal, 'id' | 'createdMs'>): boolean {
  const { tmux_id: id, tmux_created_ms: createdMs, gone_since_ms: goneSinceMs } = name
  if (id === null) return goneSinceMs === null
  return id === seen.id && (createdMs === null || createdMs === seen.createdMs)
}
