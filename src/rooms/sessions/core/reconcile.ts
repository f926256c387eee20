// Holds what we track against what tmux shows, and says what follows. Called only with a positive answer of tmux.
import type { DismissedName } from '../contract.ts'
import type { SessionRecord } from './record.ts'

/** A tmux session as a look at tmux shows it. */
export type SeenTerminal = {
  readonly id: string
  readonly name: string
  /** Its own SERVICE_SESSION_TMUX, which adopts it; null when it has none. */
  readonly tag: string | null
}

export type Finding =
  | { readonly kind: 'adopt'; readonly terminal: SeenTerminal }
  | { readonly kind: 'seen'; readonly id: string; readonly tmuxId: string }
  /** A terminal stands again under the name of a session whose terminal was gone. */
  | { readonly kind: 'returned'; readonly id: string; readonly tmuxId: string }
  | { readonly kind: 'vanished'; readonly id: string }
  | { readonly kind: 'dismissed_gone'; readonly tmuxSession: string }
  | { readonly kind: 'dismissed_back'; readonly tmuxSession: string }
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

export function reconcile({ terminals, records, dismissed, nowMs }: Look): Finding[] {
  const byName = new Map(terminals.map((terminal) => [terminal.name, terminal]))
  const findings: Finding[] = []
  const known = new Set<string>()
  for (const record of records) {
    known.add(record.session.tmux_session)
    const finding = judge(record, byName.get(record.session.tmux_session))
    if (finding !== null) findings.push(finding)
  }
  for (const name of dismissed) {
    known.add(name.tmux_session)
    const finding = judgeDismissed(name, byName.has(name.tmux_session), nowMs)
    if (finding !== null) findings.push(finding)
  }
  for (const terminal of terminals) {
    const adopted = terminal.name.startsWith(adoptedPrefix) || terminal.tag !== null
    if (adopted && !known.has(terminal.name)) findings.push({ kind: 'adopt', terminal })
  }
  return findings
}

/** A session that was never seen alive is left alone: its terminal may live where we cannot look. */
function judge(record: SessionRecord, terminal: SeenTerminal | undefined): Finding | null {
  const { id, tmux_alive } = record.session
  if (terminal !== undefined) {
    if (tmux_alive === false) return { kind: 'returned', id, tmuxId: terminal.id }
    const news = tmux_alive !== true || record.tmuxId !== terminal.id || record.spawning
    return news ? { kind: 'seen', id, tmuxId: terminal.id } : null
  }
  return record.seenAlive && tmux_alive !== false ? { kind: 'vanished', id } : null
}

function judgeDismissed(name: DismissedName, alive: boolean, nowMs: number): Finding | null {
  const { tmux_session: tmuxSession, gone_since_ms: goneSinceMs } = name
  if (alive) return goneSinceMs === null ? null : { kind: 'dismissed_back', tmuxSession }
  if (goneSinceMs === null) return { kind: 'dismissed_gone', tmuxSession }
  return nowMs - goneSinceMs >= dismissedMemoryMs ? { kind: 'forget_dismissed', tmuxSession } : null
}
