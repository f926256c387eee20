import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccessClass } from '#platform/access.ts'
import { classOfPath } from './prefixes.ts'
import { classesOf } from './raise.ts'

test('a path without a route has the class of its longest prefix', () => {
  const rows: [string, AccessClass][] = [
    ['/', 'public'],
    ['/board', 'public'],
    ['/apix', 'public'],
    ['/api', 'local_or_authenticated'],
    ['/api/nothing', 'local_or_authenticated'],
    ['/api/hooks/ingest', 'local_only'],
    ['/api/hooks/sessions/x/y', 'local_or_exposed'],
    ['/api/agents/nothing', 'authenticated'],
    ['/api/agentsx', 'local_or_authenticated'],
    ['/api/system/x?y=/z', 'authenticated'],
    ['//api/%73ystem', 'authenticated'],
    ['/api/flow/nothing', 'authenticated'],
    ['/api/flow/webhooks/x', 'signed'],
    ['/mcp', 'authenticated'],
    ['/ws/terminal/x', 'authenticated'],
    ['/ws/nothing', 'local_or_authenticated'],
    ['/ws/device', 'device'],
  ]
  for (const [target, access] of rows) assert.equal(classOfPath(target, []), access, target)
})

test('a deployment may guard more', () => {
  const more = [{ prefix: '/api/vault', access: 'authenticated' }] as const
  assert.equal(classOfPath('/api/vault/x', more), 'authenticated')
  assert.equal(classOfPath('/api/vaultx', more), 'local_or_authenticated')
})

test('a query parameter raises the class whatever its value but false', () => {
  const route = { access: 'local_or_exposed', raise: [{ query: 'kill', to: 'authenticated' }] } as const
  const raised = ['local_or_exposed', 'authenticated']
  for (const value of ['true', 'TRUE', '1', '', 'yes', ['false', 'true']]) {
    assert.deepEqual(classesOf(route, { kill: value }), raised, String(value))
  }
  assert.deepEqual(classesOf(route, { kill: 'false' }), ['local_or_exposed'])
  assert.deepEqual(classesOf(route, {}), ['local_or_exposed'])
  assert.deepEqual(classesOf(route, undefined), ['local_or_exposed'])
})
