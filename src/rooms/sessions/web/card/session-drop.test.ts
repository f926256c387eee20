import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ColumnId } from '#rooms/board/contract.ts'
import type { SessionState } from '../../contract.ts'
import { sampleSession } from '#testing/sample-session.testkit.ts'
import { dropOfSession, waitOfSession } from './session-drop.ts'

const titles = { queued: 'Queued', active: 'Active', review: 'Review' }

function dropped(state: SessionState, column: ColumnId) {
  const asked: SessionState[] = []
  const place = { column, columnTitle: titles[column] }
  const drop = dropOfSession(sampleSession({ state }), place, (_, wanted) => asked.push(wanted))
  drop.run?.()
  return { ...drop, asked }
}

test('a session asks for the state of the column, and says where that leads', () => {
  const rows: [SessionState, ColumnId, string, string, SessionState[]][] = [
    ['idle', 'active', 'move', 'Drop to set to work: idle → running', ['running']],
    ['failed', 'active', 'move', 'Drop to set to work: failed → running', ['running']],
    ['awaiting_review', 'active', 'move', 'Drop to set to work: awaiting review → running', ['running']],
    ['running', 'review', 'move', 'Drop to send to review: running → awaiting review', ['awaiting_review']],
    ['running', 'active', 'stay', 'It stays here', []],
    ['failed', 'review', 'stay', 'It stays here', []],
  ]
  for (const [state, column, kind, text, asked] of rows) {
    const drop = dropped(state, column)
    assert.deepEqual([drop.kind, drop.text, drop.asked], [kind, text, asked], `${state} ${column}`)
  }
})

test('where no arrow leads it is refused by name, and asked all the same: the service says why', () => {
  const drop = dropped('idle', 'review')
  assert.equal(drop.kind, 'refused')
  assert.equal(drop.text, 'Not from here: a session that is idle cannot go to Review')
  assert.deepEqual(drop.asked, ['awaiting_review'])
})

function wait(
  state: SessionState,
  asked: { task: string | null; dragged: 'card' | 'task' },
  reason: string | null = null,
) {
  const linked: string[] = []
  const drop = waitOfSession(sampleSession({ state, label: 'Ship' }), asked, {
    titleOfTask: (id) => `Task ${id}`,
    whyNot: () => reason,
    link: (_, task) => linked.push(task),
  })
  drop?.run?.()
  return { drop, linked }
}

test('a queued session waits for a task; the sentence is about the card in hand', () => {
  const held = wait('idle', { task: 'T', dragged: 'card' })
  assert.equal(held.drop?.text, 'Drop to link: starts after “Task T”')
  assert.deepEqual(held.linked, ['T'])
  assert.equal(wait('idle', { task: 'T', dragged: 'task' }).drop?.text, 'Drop to link: “Ship” starts after this')
})

test('a session in any other state waits for nothing', () => {
  for (const state of ['running', 'awaiting_review', 'completed', 'failed'] as const) {
    assert.equal(wait(state, { task: 'T', dragged: 'card' }).drop, null)
  }
})

test('what cannot be waited for is refused with the reason, and not tried', () => {
  assert.deepEqual(wait('idle', { task: null, dragged: 'card' }).drop, {
    kind: 'refused',
    text: 'Not linked: that agent works on no task to wait for',
  })
  const { drop, linked } = wait('idle', { task: 'T', dragged: 'card' }, 'It works on “T” itself')
  assert.deepEqual([drop, linked], [{ kind: 'refused', text: 'Not linked: it works on “T” itself' }, []])
})
