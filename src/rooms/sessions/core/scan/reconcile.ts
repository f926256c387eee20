// Holds what we track against what tmux shows, and says what follows. Called only with a positive answer of tmux.
import type { DismissedName } from '../../contract/stored.ts'
import type { SessionRecord } from '../record.ts'
import { isAtRest } from '../machine.ts'
import { isDismissed, isTerminalOf, type Terminal } from './terminal.ts'

/** A tmux session as a look at tmux shows it. */
export type SeenTerminal = Terminal & {
  /** Its own SERVICE_SESSION_TMUX, which adopts it; null when it has none. */
  readonly tag: string | null
}

export type ScanFinding =
  | { readonly kind: 'adopt'; readonly terminal: SeenTerminal }
  | { readonly kind: 'seen'; readonly record: SessionRecord; readonly terminal: SeenTerminal }
  /** A terminal stands again under the name of a session whose terminal was gone. */
  | { readonly kind: 'returned'; readonly record: SessionRecord; readonly terminal: SeenTerminal }
  | { readonly kind: 'vanished'; readonly record: SessionRecord }
  | { readonly kind: 'dismissed_gone'; readonly name: DismissedName }
  | { readonly kind: 'dismissed_back'; readonly name: DismissedName; readonly terminal: SeenTerminal }
  | { readonly kind: 'forget_dismissed'; readonly tmuxSession: string }

export type Look = {
  readonly terminals: readonly SeenTerminal[]
  readonly records: Iterable<SessionRecord>
  readonly dismissed: Iterable<DismissedName>
  readonly nowMs: number
}

/** A dismissed session's name stays known this long after its terminal is gone, so that late events find it. */
export const dismissedMemoryMs = 60_000

const adoptedPrefix = 'agent-'

export function reconcile({ terminals, records, dismissed, nowMs }: Look): ScanFinding[] {
  const byName = new Map(terminals.map((terminal) => [terminal.name, terminal]))
  const findings: ScanFinding[] = []
  const known = new Set<string>()
  for (const record of records) {
    known.add(record.session.tmux_session)
    const finding = judge(record, byName.get(record.session.tmux_session))
    if (finding !== null) findings.push(finding)
  }
  for (const name of dismissed) {
    const terminal = byName.get(name.tmux_session)
    const theirs = terminal !== undefined && isDismissed(name, terminal) ? terminal : null
    if (theirs !== null) known.add(name.tmux_session)
    const finding = judgeDismissed(name, theirs, nowMs)
    if (finding !== null) findings.push(finding)
  }
  for (const terminal of terminals) {
    const adopted = terminal.name.startsWith(adoptedPrefix) || terminal.tag !== null
    if (adopted && !known.has(terminal.name)) findings.push({ kind: 'adopt', terminal })
  }
  return findings
}

/** A session that was never seen alive is left alone: its terminal may live where we cannot look. */
function judge(record: SessionRecord, terminal: SeenTerminal | undefined): ScanFinding | null {
  const { state, tmux_alive: alive } = record.session
  if (terminal === undefined) return record.seenAlive && alive !== false ? { kind: 'vanished', record } : null
  const isKnown = isTerminalOf(record, terminal)
  // Its own one may have gone and another one come between two looks.
  if (alive === false || (alive === true && !isKnown && isAtRest(state))) return { kind: 'returned', record, terminal }
  const news = alive !== true || !isKnown || record.tmuxCreatedMs === null || record.spawning
  return news ? { kind: 'seen', record, terminal } : null
}

function judgeDismissed(name: DismissedName, terminal: SeenTerminal | null, nowMs: number): ScanFinding | null {
  const { gone_since_ms: goneSinceMs, tmux_id: tmuxId } = name
  if (terminal !== null) {
    return goneSinceMs === null && tmuxId !== null ? null : { kind: 'dismissed_back', name, terminal }
  }
  if (goneSinceMs === null) return { kind: 'dismissed_gone', name }
  // A time to come was written while the clock was ahead.
  const isOver = Math.abs(nowMs - goneSinceMs) >= dismissedMemoryMs
  return isOver ? { kind: 'forget_dismissed', tmuxSession: name.tmux_session } : null
}
