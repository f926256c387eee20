import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAgent, listAgentTypes } from './agent-catalog.ts'

const catalog = {
  'code-agent': {
    label: 'Claude',
    command: ['claude', '-p', '{prompt}'],
    interactiveCommand: ['claude'],
    harness: null,
    env: {},
  },
  mine: {
    label: 'Mine',
    command: ['mine', '{prompt}'],
    interactiveCommand: null,
    harness: null,
    env: { API_KEY: 'canary' },
  },
}

test('agent types are listed with their commands and without their variables', () => {
  assert.deepEqual(
    listAgentTypes(catalog, ({ label }) => label === 'Mine'),
    [
      {
        agent_type: 'code-agent',
        label: 'Claude',
        interactive: true,
        command: ['claude', '-p', '{prompt}'],
        interactive_command: ['claude'],
        installed: false,
        harness: null,
        cannot: [],
        version: null,
        tried: null,
      },
      {
        agent_type: 'mine',
        label: 'Mine',
        interactive: false,
        command: ['mine', '{prompt}'],
        interactive_command: null,
        installed: true,
        harness: null,
        cannot: [],
        version: null,
        tried: null,
      },
    ],
  )
})

test('only a type of the catalog is found', () => {
  assert.equal(findAgent(catalog, 'mine'), catalog.mine)
  for (const name of ['', 'Mine', 'constructor', '__proto__', 'toString']) assert.equal(findAgent(catalog, name), null)
})
