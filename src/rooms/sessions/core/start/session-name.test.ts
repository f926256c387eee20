import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inferAgentType, makeSessionName } from './session-name.ts'

const made: readonly (readonly [type: string, random: string, name: string])[] = [
  ['code-agent', '0123456789abcdef', 'agent-claude-abcdef'],
  ['gateway-agent', '0b7c6a1e-5f3d-4b8a-9c2e-1a2b3c4d5e6f', 'agent-openclaw-4d5e6f'],
  ['shell', 'xyz123', 'agent-shell-xyz123'],
  ['my_type-2', 'ABCDEF', 'agent-my_type-2-abcdef'],
  ['a.b:c #(touch canary)', 'abcdef', 'agent-a-b-c-touch-canary--abcdef'],
  ['', 'abcdef', 'agent-custom-abcdef'],
  ['shell', 'a', 'agent-shell-00000a'],
  ['x'.repeat(100), 'abcdef', `agent-${'x'.repeat(51)}-abcdef`],
]

for (const [type, random, name] of made) {
  test(`a session of type ${JSON.stringify(type.slice(0, 30))} is named ${name}`, () => {
    assert.equal(makeSessionName(type, random), name)
    assert.match(name, /^[A-Za-z0-9_-]{1,64}$/)
  })
}

const inferred: readonly (readonly [name: string, type: string])[] = [
  ['agent-claude-abcdef', 'code-agent'],
  ['agent-openclaw-abcdef', 'gateway-agent'],
  ['agent-openclaw-claude', 'code-agent'],
  ['my-claude', 'code-agent'],
  ['agent-Claude', 'shell'],
  ['agent-1', 'shell'],
  ['', 'shell'],
]

for (const [name, type] of inferred) {
  test(`a session named ${JSON.stringify(name)} is a ${type}`, () => assert.equal(inferAgentType(name), type))
}
