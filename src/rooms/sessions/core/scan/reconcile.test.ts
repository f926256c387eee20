import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionOrigin, SessionState } from '../../contract.ts'
import type { DismissedName } from '../../contract/stored.ts'
import { dismissedMemoryMs, reconcile, type SeenTerminal } from './reconcile.ts'
import type { SessionRecord } from '../record.ts'
import { sampleRecord } from '../sample-record.testkit.ts'
import { vanish } from '../end/vanish.ts'

const at = '2026-11-20T12:00:00.000Z'

function tracked(name: string, more: Partial<SessionRecord> & { alive?: boolean | null; origin?: SessionOrigin } = {}) {
  const { alive = null, origin = 'launched', ...rest } = more
  const blank = sampleRecord({ id: `id-${name}`, at, origin, tmuxSession: name })
  return { ...blank, ...rest, session: { ...blank.session, tmux_alive: alive } }
}

const terminal = (name: string, id = '$1', tag: string | null = null): SeenTerminal => ({ id, name, createdMs, tag })
const createdMs = 1000
/** As a look left it. */
const known = { seenAlive: true, tmuxId: '$1', tmuxCreatedMs: createdMs }

type Names = { readonly dismissed?: DismissedName[]; readonly nowMs?: number }

function look(terminals: SeenTerminal[], records: SessionRecord[], { dismissed = [], nowMs = 0 }: Names = {}) {
  return reconcile({ terminals, records, dismissed, nowMs })
}

test('unknown terminals are adopted by the prefix of their name or by their own tag', () => {
  const found = look([terminal('agent-x'), terminal('work', '$2'), terminal('mine', '$3', 'anything')], [])
  assert.deepEqual(
    found.map((finding) => (finding.kind === 'adopt' ? finding.terminal.name : finding)),
    ['agent-x', 'mine'],
  )
})

test('a terminal that a session has is never adopted as another one, whatever it is called', () => {
  assert.deepEqual(look([terminal('agent-x')], [tracked('agent-x', { ...known, alive: true })]), [])
})

test('a tracked terminal is news when it is first seen, when it is another one, or when a spawn was cut short', () => {
  const a = terminal('a')
  const record = tracked('a', { ...known, alive: true })
  assert.deepEqual(look([a], [record]), [])
  const unseen = tracked('a')
  assert.deepEqual(look([a], [unseen]), [{ kind: 'seen', record: unseen, terminal: a }])
  const running: SessionRecord = { ...record, session: { ...record.session, state: 'running' } }
  for (const other of [terminal('a', '$9'), { ...a, createdMs: 2000 }]) {
    assert.deepEqual(look([other], [running]), [{ kind: 'seen', record: running, terminal: other }])
  }
  const cutShort = { ...record, spawning: true }
  assert.deepEqual(look([a], [cutShort]), [{ kind: 'seen', record: cutShort, terminal: a }])
  const ofEarlierOrrery = { ...record, tmuxCreatedMs: null }
  assert.deepEqual(look([a], [ofEarlierOrrery]), [{ kind: 'seen', record: ofEarlierOrrery, terminal: a }])
})

test('a session vanishes once, and only if it was seen alive before', () => {
  const alive = tracked('a', { ...known, alive: true })
  assert.deepEqual(look([], [alive]), [{ kind: 'vanished', record: alive }])
  assert.deepEqual(look([], [tracked('a', { ...known, alive: false })]), [])
  assert.deepEqual(look([], [tracked('a')]), [])
})

test('a terminal that stands again under a gone session is a return, also when nobody saw it go', () => {
  const gone = tracked('a', { ...known, alive: false })
  const again = terminal('a', '$2')
  assert.deepEqual(look([again], [gone]), [{ kind: 'returned', record: gone, terminal: again }])
  const blank = tracked('a', { ...known, alive: true })
  const ended: SessionRecord = { ...blank, session: { ...blank.session, state: 'completed' } }
  for (const other of [again, { ...terminal('a'), createdMs: 2000 }]) {
    assert.deepEqual(look([other], [ended]), [{ kind: 'returned', record: ended, terminal: other }])
  }
  assert.deepEqual(look([terminal('a')], [ended]), [])
})

const dismissedName = (more: Partial<DismissedName> = {}): DismissedName => ({
  tmux_session: 'agent-d',
  gone_since_ms: null,
  tmux_id: '$1',
  tmux_created_ms: createdMs,
  run_id: null,
  ...more,
})

test('a dismissed terminal is not adopted while it lives, and its name is kept for a minute after that', () => {
  const living = dismissedName()
  assert.deepEqual(look([terminal('agent-d')], [], { dismissed: [living] }), [])
  assert.deepEqual(look([], [], { dismissed: [living], nowMs: 5 }), [{ kind: 'dismissed_gone', name: living }])
  const gone = dismissedName({ gone_since_ms: 5 })
  assert.deepEqual(look([], [], { dismissed: [gone], nowMs: 5 + dismissedMemoryMs - 1 }), [])
  assert.deepEqual(look([], [], { dismissed: [gone], nowMs: 5 + dismissedMemoryMs }), [
    { kind: 'forget_dismissed', tmuxSession: 'agent-d' },
  ])
  // tmux lost its socket and made it anew.
  const back = terminal('agent-d')
  assert.deepEqual(look([back], [], { dismissed: [gone], nowMs: 6 }), [
    { kind: 'dismissed_back', name: gone, terminal: back },
  ])
})

test('another terminal under a dismissed name is adopted at once', () => {
  const others = [terminal('agent-d', '$2'), { ...terminal('agent-d'), createdMs: 2000 }]
  const neverThere = dismissedName({ gone_since_ms: 5, tmux_id: null, tmux_created_ms: null })
  for (const other of others) {
    const adopt = { kind: 'adopt', terminal: other } as const
    const living = dismissedName()
    assert.deepEqual(look([other], [], { dismissed: [living] }), [{ kind: 'dismissed_gone', name: living }, adopt])
    assert.deepEqual(look([other], [], { dismissed: [dismissedName({ gone_since_ms: 5 })], nowMs: 6 }), [adopt])
    assert.deepEqual(look([other], [], { dismissed: [neverThere], nowMs: 6 }), [adopt])
  }
})

test('a dismissed terminal that tmux could not tell about is whatever has its name at the next look', () => {
  const unknown = dismissedName({ tmux_id: null, tmux_created_ms: null })
  const seen = terminal('agent-d')
  assert.deepEqual(look([seen], [], { dismissed: [unknown] }), [
    { kind: 'dismissed_back', name: unknown, terminal: seen },
  ])
})

test('a vanished session ends by its origin and its state', () => {
  const ends: readonly (readonly [SessionOrigin, SessionState, SessionState])[] = [
    ['launched', 'running', 'failed'],
    ['launched', 'awaiting_review', 'failed'],
    ['launched', 'idle', 'idle'],
    ['launched', 'completed', 'completed'],
    ['registered', 'running', 'completed'],
    ['discovered', 'awaiting_review', 'completed'],
    ['hook', 'running', 'completed'],
    ['hook', 'failed', 'failed'],
  ]
  for (const [origin, state, end] of ends) {
    const record = tracked('a', { origin, alive: true, seenAlive: true })
    const gone = vanish({ ...record, session: { ...record.session, state } }, at).record.session
    assert.deepEqual(
      [gone.state, gone.tmux_alive, gone.ended_at, gone.end_reason],
      [end, false, at, 'terminal_gone'],
      `${origin} ${state}`,
    )
  }
})

test('a session that had ended before its terminal went keeps the reason it ended with', () => {
  const record = tracked('a', { alive: true, seenAlive: true })
  const session = {
    ...record.session,
    state: 'completed',
    ended_at: '2026-11-20T11:00:00.000Z',
    end_reason: 'exit',
  } as const
  const gone = vanish({ ...record, session }, at).record.session
  assert.deepEqual([gone.ended_at, gone.end_reason, gone.tmux_alive], ['2026-11-20T11:00:00.000Z', 'exit', false])
})
