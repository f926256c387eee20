import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newRecord } from '../../core/record.ts'
import type { Session, SessionState } from '../../contract.ts'
import { createShownThere } from './shown-there.ts'

const blank = {
  at: '2026-11-20T12:00:00.000Z',
  origin: 'launched',
  agentType: 'shell',
  label: null,
  prompt: '',
} as const
const more = { dependsOn: [], workingDir: null, interactive: false, runnable: true, tmuxSession: 'agent-x' }

function at(name: string, id: string, state: SessionState): Session {
  const { session } = newRecord({ ...blank, ...more, id, taskId: 't' })
  return { ...session, state, node: { name, unreachable_since: null } }
}

test('sessions of other nodes are found by id and by node, until they are gone', () => {
  const shown = createShownThere()
  shown.place('a', at('attic', 'a', 'running'))
  shown.place('b', at('cellar', 'b', 'idle'))
  assert.deepEqual([shown.size(), shown.nodeOf('a'), shown.nodeOf('none')], [2, 'attic', null])
  assert.deepEqual(shown.idsOf('cellar'), ['b'])
  shown.place('a', null)
  assert.deepEqual([shown.get('a'), shown.nodeOf('a'), shown.size()], [null, null, 1])
})

test('the task of a session that enters or leaves completed is named, once for each', () => {
  const shown = createShownThere()
  assert.deepEqual(shown.place('a', at('attic', 'a', 'running')), [])
  assert.deepEqual(shown.place('a', at('attic', 'a', 'completed')), ['t'])
  assert.equal(shown.hasCompleted('t'), true)
  assert.deepEqual(shown.place('a', at('attic', 'a', 'completed')), [])
  assert.deepEqual(shown.place('a', null), ['t'])
  assert.equal(shown.hasCompleted('t'), false)
})
