import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DismissedName, Origin, SessionState } from '../contract.ts'
import { dismissedMemoryMs, reconcile, type SeenTerminal } from './reconcile.ts'
import { newRecord, type SessionRecord } from './record.ts'
import { vanish } from './vanish.ts'

const at = '2026-11-20T12:00:00.000Z'

function tracked(name: string, more: Partial<SessionRecord> & { alive?: boolean | null; origin?: Origin } = {}) {
  const { alive = null, origin = 'launched', ...rest } = more
  const blank = newRecord({
    id: `id-${name}`,
    at,
    origin,
    agentType: 'shell',
    tmuxSession: name,
    label: null,
    prompt: '',
    taskId: null,
    dependsOn: [],
    workingDir: null,
    interactive: false,
    runnable: true,
  })
  return { ...blank, ...rest, session: { ...blank.session, tmux_alive: alive } }
}

const terminal = (name: string, id = '$1', tag: string | null = null): SeenTerminal => ({ id, name, tag })

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

test('a tracked terminal is news when it is first seen, when its id changed, or when a spawn was cut short', () => {
  const known = tracked('a', { alive: true, seenAlive: true, tmuxId: '$1' })
  assert.deepEqual(look([terminal('a')], [known]), [])
  assert.deepEqual(look([terminal('a')], [tracked('a')]), [{ kind: 'seen', id: 'id-a', tmuxId: '$1' }])
  assert.deepEqual(look([terminal('a', '$9')], [known]), [{ kind: 'seen', id: 'id-a', tmuxId: '$9' }])
  assert.deepEqual(look([terminal('a')], [{ ...known, spawning: true }]), [{ kind: 'seen', id: 'id-a', tmuxId: '$1' }])
})

test('a session vanishes once, and only if it was seen alive before', () => {
  assert.deepEqual(look([], [tracked('a', { alive: true, seenAlive: true })]), [{ kind: 'vanished', id: 'id-a' }])
  assert.deepEqual(look([], [tracked('a', { alive: false, seenAlive: true })]), [])
  assert.deepEqual(look([], [tracked('a')]), [])
})

test('a terminal that stands again under a gone session is a return', () => {
  const gone = tracked('a', { alive: false, seenAlive: true, tmuxId: '$1' })
  assert.deepEqual(look([terminal('a', '$2')], [gone]), [{ kind: 'returned', id: 'id-a', tmuxId: '$2' }])
})

test('a dismissed name is neither adopted nor forgotten until its terminal is gone for a minute', () => {
  const living = { tmux_session: 'agent-d', gone_since_ms: null }
  assert.deepEqual(look([terminal('agent-d')], [], { dismissed: [living] }), [])
  assert.deepEqual(look([], [], { dismissed: [living], nowMs: 5 }), [
    { kind: 'dismissed_gone', tmuxSession: 'agent-d' },
  ])
  const gone = { tmux_session: 'agent-d', gone_since_ms: 5 }
  assert.deepEqual(look([], [], { dismissed: [gone], nowMs: 5 + dismissedMemoryMs - 1 }), [])
  assert.deepEqual(look([], [], { dismissed: [gone], nowMs: 5 + dismissedMemoryMs }), [
    { kind: 'forget_dismissed', tmuxSession: 'agent-d' },
  ])
  assert.deepEqual(look([terminal('agent-d')], [], { dismissed: [gone], nowMs: 6 }), [
    { kind: 'dismissed_back', tmuxSession: 'agent-d' },
  ])
})

test('a vanished session ends by its origin and its state', () => {
  const ends: readonly (readonly [Origin, SessionState, SessionState])[] = [
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
