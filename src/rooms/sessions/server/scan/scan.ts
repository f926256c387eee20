// Looks at tmux and makes the board true: adopts new agents, ends sessions whose terminals are gone.
import { assertNever } from '#base/assert-never.ts'
import { inferAgentType } from '../../core/start/session-name.ts'
import { livesHere } from '../../core/lives-here.ts'
import { foundRecord, withChange, type SessionRecord } from '../../core/record.ts'
import { reconcile, type ScanFinding, type SeenTerminal } from '../../core/scan/reconcile.ts'
import { isDismissed, isTerminalOf, knowsSameTerminal, seenAlive } from '../../core/scan/terminal.ts'
import { applyEvents, createWithEvents, plainChange } from '../change/apply.ts'
import { nowIso, type SessionsContext } from '../context.ts'
import { endSession } from '../end/end-session.ts'
import type { LedgerChange } from '../log/ledger.ts'
import type { DrainQueue } from '../ports.ts'

/**
 * One look. `drainQueue` runs before anything is judged: what an agent reported counts more than its terminal's absence.
 * While reports are held up nothing is judged: a service that ends would write down agents as vanished that reported their end
 * to nobody. A tmux that gives no clear answer changes nothing. Rejects with `StorageError`; the next look finds the same again.
 */
export async function scanOnce(context: SessionsContext, drainQueue: DrainQueue): Promise<void> {
  const began = beginLook(context)
  const listing = await context.tmux.list()
  if (listing.kind !== 'sessions') return
  await context.owed.settle()
  if (!(await drainQueue())) return
  const findings = reconcile({
    terminals: listing.sessions,
    records: context.registry.all().filter((record) => isJudged(context, began, record)),
    dismissed: context.registry.dismissed(),
    nowMs: context.clock.now(),
  })
  if (findings.length > 0) context.log.debug({ findings: findings.length }, 'tmux changed')
  await commitQuietFindings(context, findings)
  for (const finding of findings) await act(context, finding)
  lookAgainAfterStarts(context, began, listing.sessions)
}

/** What was known when the look began: the list of terminals is hardly newer, and much may happen before it is read. */
type Began = {
  readonly records: ReadonlyMap<string, SessionRecord>
  readonly starting: ReadonlyMap<string, Promise<unknown>>
}

function beginLook({ registry, starting }: SessionsContext): Began {
  return { records: new Map(registry.all().map((record) => [record.session.id, record])), starting: new Map(starting) }
}

/** A list of terminals says nothing of one that was being opened when it was asked for, or was opened, missed or seen since. */
function isJudged({ starting }: SessionsContext, began: Began, record: SessionRecord): boolean {
  const { id } = record.session
  const before = began.records.get(id)
  if (!livesHere(record.session) || before === undefined || began.starting.has(id) || starting.has(id)) return false
  return knowsSameTerminal(before, record)
}

/**
 * A session that was being started is judged by a later look. tmux tells when a terminal goes; only one that went while its
 * start was under way would not be told of any more.
 */
function lookAgainAfterStarts(
  { registry, lookSoon }: SessionsContext,
  { starting }: Began,
  terminals: readonly SeenTerminal[],
): void {
  for (const [id, started] of starting) {
    void started.then(() => {
      if (!wasSeen(registry.get(id), terminals)) lookSoon()
      return undefined
    })
  }
}

function wasSeen(record: SessionRecord | null, terminals: readonly SeenTerminal[]): boolean {
  return record === null || terminals.some((terminal) => isTerminalOf(record, terminal))
}

/** A first look at a thousand known sessions is one commit. */
async function commitQuietFindings(context: SessionsContext, findings: readonly ScanFinding[]): Promise<void> {
  const changes: LedgerChange[] = []
  for (const finding of findings) {
    if (finding.kind !== 'seen') continue
    const { record, terminal } = finding
    changes.push(plainChange(context, record, { change: seenAlive(terminal), note: 'its terminal was seen' }))
  }
  if (changes.length > 0) await context.ledger.commit(changes)
}

async function act(context: SessionsContext, finding: ScanFinding): Promise<void> {
  const { registry } = context
  switch (finding.kind) {
    case 'adopt':
      return adopt(context, finding.terminal)
    case 'seen':
      return finishSpawn(context, finding.record.session.id)
    case 'returned':
      return isStill(context, finding.record) ? welcomeBack(context, finding) : undefined
    case 'vanished':
      return isStill(context, finding.record) ? endSession(context, finding.record.session.id) : undefined
    case 'dismissed_gone':
      return registry.remember({ ...finding.name, gone_since_ms: context.clock.now() })
    case 'dismissed_back': {
      const { id, createdMs } = finding.terminal
      return registry.remember({ ...finding.name, gone_since_ms: null, tmux_id: id, tmux_created_ms: createdMs })
    }
    case 'forget_dismissed':
      return registry.forget(finding.tmuxSession)
    default:
      return assertNever(finding)
  }
}

/** What was found before it is acted on in turn: in between a session may be started, stopped or removed. */
function isStill({ registry, starting }: SessionsContext, judged: SessionRecord): boolean {
  const { id } = judged.session
  const record = registry.get(id)
  return record !== null && !starting.has(id) && knowsSameTerminal(judged, record)
}

async function adopt(context: SessionsContext, terminal: SeenTerminal): Promise<void> {
  // A launch or a hook may have brought the name meanwhile, a person may have dismissed it.
  const dismissed = context.registry.dismissedByName(terminal.name)
  if (context.registry.byTmuxName(terminal.name) !== null) return
  if (dismissed !== null && isDismissed(dismissed, terminal)) return
  const at = nowIso(context)
  const blank = foundRecord({
    id: context.makeId(),
    at,
    origin: 'discovered',
    agentType: inferAgentType(terminal.name),
    tmuxSession: terminal.name,
  })
  const record = withChange(blank, seenAlive(terminal))
  const incoming = [startSeen('found in tmux', at)]
  await createWithEvents(context, record, { incoming, created: { kind: 'created', at, record, source: 'scanner' } })
}

/** The service died between a spawn and the commit of its outcome, and the agent lives. */
async function finishSpawn(context: SessionsContext, id: string): Promise<void> {
  const record = context.registry.get(id)
  if (record === null || !record.spawning || context.starting.has(id)) return
  const incoming = [startSeen('its start was cut short and it lives', nowIso(context))]
  await applyEvents(context, id, { incoming, also: { spawning: false } })
}

type Returned = { readonly record: SessionRecord; readonly terminal: SeenTerminal }

/** Somebody opened a terminal of the same name again: whatever runs there is running. */
async function welcomeBack(context: SessionsContext, { record, terminal }: Returned): Promise<void> {
  const incoming = [startSeen('its terminal is back', nowIso(context))]
  await applyEvents(context, record.session.id, { incoming, also: { ...seenAlive(terminal), spawning: false } })
}

function startSeen(metadata: string, at: string) {
  return { event: 'start', source: 'scanner', metadata, runId: null, exitCode: null, at } as const
}
