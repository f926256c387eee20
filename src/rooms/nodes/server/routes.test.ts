// What is told of nodes over HTTP, to whom.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '#platform/server/http/testing/test-server.ts'
import { mountNodes } from './routes.ts'

test('nodes are told to callers on this machine as one of them sees them, and a service that is alone says so', async (t) => {
  const told = { here: 'attic', as_of: null, problem: 'PostgreSQL does not answer.', nodes: [] }
  for (const nodes of [told, null]) {
    const server = await startTestServer({ mount: ({ api }) => mountNodes(api, async () => nodes) })
    t.after(() => server.stop())
    const response = await server.send('GET', '/api/nodes')
    assert.deepEqual([response.status, await response.json()], [200, { nodes }])
  }
})
