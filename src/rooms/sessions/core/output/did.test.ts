import assert from 'node:assert/strict'
import { test } from 'node:test'
import { didBesideState } from './did.ts'

test('what a session did is told, but for the one command that its state tells of', () => {
  const agent = { agent_type: 'code-agent', interactive: true }
  const command = { agent_type: 'shell', interactive: false }
  const shell = { agent_type: 'shell', interactive: true }
  const long = '14 commands, 1 failed, 6 files +210 −34'
  for (const each of [agent, command, shell]) {
    assert.equal(didBesideState(each, long), long)
    assert.equal(didBesideState(each, null), null)
  }
  assert.equal(didBesideState(command, '1 command'), null)
  assert.equal(didBesideState(command, '1 command, 1 failed'), null)
  assert.equal(didBesideState(command, '1 command, 2 files +3 −1'), '1 command, 2 files +3 −1')
  assert.equal(didBesideState(agent, '1 command'), '1 command')
  assert.equal(didBesideState(shell, '1 command'), '1 command')
})
