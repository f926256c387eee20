import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addServer, removeServer, type McpClient } from './entry.ts'

const entry = { command: '/opt/node', args: ['/opt/launch.mjs', 'mcp'], env: { SERVICE_HOME: '/home/ada/.service' } }

const texts: readonly (readonly [McpClient, string, string | null])[] = [
  ['claude', 'no file', null],
  ['claude', 'other settings', '{\n  "numStartups": 3,\n  "projects": {}\n}\n'],
  ['claude', 'other servers', '{"mcpServers":{"mine":{"command":"x"}},"a":1}'],
  [
    'claude',
    'tabs and no last line break',
    '{\n\t"a": [1, 2],\n\t"mcpServers": {\n\t\t"mine": { "command": "x" }\n\t}\n}',
  ],
  ['claude', 'an empty object', '{}'],
  ['claude', 'an empty list of servers', '{\n  "mcpServers": {}\n}\n'],
  ['gemini', 'CRLF', '{\r\n  "ui": {\r\n    "theme": "dark"\r\n  }\r\n}\r\n'],
  ['codex', 'no file', null],
  ['codex', 'other settings', 'model = "x"\n\n[mcp_servers.mine]\ncommand = "y"\n'],
  ['codex', 'no last line break', 'model = "x"'],
]

for (const [client, what, text] of texts) {
  test(`${client}: our entry joins ${what}, twice as once, and goes without a trace`, () => {
    const added = addServer(client, text, entry)
    assert.ok(added.ok, JSON.stringify(added))
    assert.ok(added.value.includes('/opt/launch.mjs'))
    if (client !== 'codex') {
      const servers = (JSON.parse(added.value) as { mcpServers: Record<string, unknown> }).mcpServers
      const { env, ...rest } = entry
      const seen = servers.orrery as { env: Record<string, string> }
      assert.deepEqual({ ...seen, env: seen.env.SERVICE_HOME }, { type: 'stdio', ...rest, env: env.SERVICE_HOME })
    }
    assert.deepEqual(addServer(client, added.value, entry), added)
    const moved = addServer(client, added.value, { ...entry, command: '/other/node' })
    assert.ok(moved.ok && moved.value.includes('/other/node') && !moved.value.includes('"/opt/node"'))
    assert.deepEqual(removeServer(client, moved.value), { ok: true, value: text })
  })
}

const refused: readonly (readonly [McpClient, string, RegExp])[] = [
  ['claude', '{ "a": }', /not valid JSON/],
  ['claude', '[]', /no object/],
  ['gemini', '{"mcpServers": 3}', /no object/],
  ['claude', '{"mcpServers":{"orrery":{"command":"mine"}}}', /not ours/],
  ['codex', '[mcp_servers.orrery]\ncommand = "mine"\n', /not ours/],
]

for (const [client, text, reason] of refused) {
  test(`${client}: ${text.slice(0, 20)} is left alone`, () => {
    const added = addServer(client, text, entry)
    assert.ok(!added.ok)
    assert.match(added.error, reason)
  })
}
