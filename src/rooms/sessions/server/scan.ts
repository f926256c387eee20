// Looks at tmux and makes the board true: adopts new agents, ends sessions whose terminals are gone.
import { assertNever } from '#base/assert-never.ts'
import { inferAgentType } from '../core/session-name.ts'
import { newRecord, type SessionRecord } from '../core/record.ts'
import { reconcile, type Finding, type SeenTerminal } from '../core/reconcile.ts'
import { vanish } from '../core/vanish.ts'
import { applyEvents, createWithEvents, plainChange, runEffects } from './apply.ts'
import { nowIso, type SessionsContext } from './context.ts'
import type { LedgerChange } from './ledger.ts'
import type { DrainQueue } from './ports.ts'

/**
 * One look. `drainQueue` runs before anything is judged: what an agent reported counts more than its terminal's absence.
 * A tmux that gives no clear answer changes nothing. Rejects with `StorageError`; the next look finds the same again.
 */
export async function scanOnce(context: SessionsContext, drainQueue: DrainQueue): Promise<void> {
  const spawnedBefore = new Set(context.registry.all().map(runOf))
  const listing = await context.tmux.list()
  if (listing.kind !== 'sessions') return
  await drainQueue()
  const findings = reconcile({
    terminals: listing.sessions,
    // What began after the look was under way may be missing from it.
    records: context.registry.all().filter((record) => isSettled(context, record) && spawnedBefore.has(runOf(record))),
    dismissed: context.registry.dismissed(),
    nowMs: context.clock.now(),
  })
  const names = new Set(findings.map(({ kind }) => kind))
  if (names.size > 0) context.log.debug({ findings: findings.length }, 'tmux changed')
  await commitQuietFindings(context, findings)
  for (const finding of findings) await act(context, finding)
}

function runOf({ session, runId }: SessionRecord): string {
  return `${session.id} ${runId ?? ''}`
}

function isSettled({ starting }: SessionsContext, { session }: SessionRecord): boolean {
  return !starting.has(session.id)
}

/** A first look at a thousand known sessions is one commit. */
async function commitQuietFindings(context: SessionsContext, findings: readonly Finding[]): Promise<void> {
  const changes: LedgerChange[] = []
  for (const finding of findings) {
    if (finding.kind !== 'seen') continue
    const record = context.registry.get(finding.id)
    if (record === null) continue
    const change = { tmuxId: finding.tmuxId, seenAlive: true, session: { tmux_alive: true } }
    changes.push(plainChange(context, record, { change, note: 'its terminal was seen' }))
  }
  if (changes.length > 0) await context.ledger.commit(changes)
}

async function act(context: SessionsContext, finding: Finding): Promise<void> {
  const { registry } = context
  switch (finding.kind) {
    case 'adopt':
      return adopt(context, finding.terminal)
    case 'seen':
      return finishSpawn(context, finding.id)
    case 'returned':
      return welcomeBack(context, finding)
    case 'vanished':
      return endSession(context, finding.id)
    case 'dismissed_gone':
      return registry.remember({ tmux_session: finding.tmuxSession, gone_since_ms: context.clock.now() })
    case 'dismissed_back':
      return registry.remember({ tmux_session: finding.tmuxSession, gone_since_ms: null })
    case 'forget_dismissed':
      return registry.forget(finding.tmuxSession)
    default:
      return assertNever(finding)
  }
}

async function adopt(context: SessionsContext, terminal: SeenTerminal): Promise<void> {
  // A launch or a hook may have brought the name meanwhile.
  if (context.registry.byTmuxName(terminal.name) !== null) return
  const at = nowIso(context)
  const blank = newRecord({
    id: context.makeId(),
    at,
    origin: 'discovered',
    agentType: inferAgentType(terminal.name),
    tmuxSession: terminal.name,
    label: terminal.name,
    prompt: '',
    taskId: null,
    dependsOn: [],
    workingDir: null,
    interactive: false,
    runnable: false,
  })
  const record = { ...blank, tmuxId: terminal.id, seenAlive: true, session: { ...blank.session, tmux_alive: true } }
  const incoming = [startSeen('found in tmux', at)]
  await createWithEvents(context, record, { incoming, created: { kind: 'created', at, record, source: 'scanner' } })
}

/** The service died between a spawn and the commit of its outcome, and the agent lives. */
async function finishSpawn(context: SessionsContext, id: string): Promise<void> {
  const record = context.registry.get(id)
  if (record === null || !record.spawning) return
  const incoming = [startSeen('its start was cut short and it lives', nowIso(context))]
  await applyEvents(context, id, { incoming, also: { spawning: false } })
}

/** Somebody opened a terminal of the same name again: whatever runs there is running. */
async function welcomeBack(context: SessionsContext, { id, tmuxId }: { id: string; tmuxId: string }): Promise<void> {
  if (context.registry.get(id) === null) return
  const also = { tmuxId, seenAlive: true, spawning: false, session: { tmux_alive: true } }
  await applyEvents(context, id, { incoming: [startSeen('its terminal is back', nowIso(context))], also })
}

function startSeen(metadata: string, at: string) {
  return { event: 'start', source: 'scanner', metadata, runId: null, exitCode: null, at } as const
}

async function endSession(context: SessionsContext, id: string): Promise<void> {
  const before = context.registry.get(id)
  if (before === null || before.session.tmux_alive === false) return
  const at = nowIso(context)
  const { record, entry, change, effects } = vanish(before, at)
  const kind = entry.event === null ? 'changed' : 'event'
  await context.ledger.commit([{ before, after: record, rows: [{ kind, at, sessionId: id, entry, change }] }])
  await runEffects(context, id, effects)
}
