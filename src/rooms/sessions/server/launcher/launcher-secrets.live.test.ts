// What is secret of a launch is seen by its program alone.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '#platform/server/tmux/tmux.testkit.ts'
import { sessionOf, startRig } from './launcher.testkit.ts'

test('it is in the environment of the program: not in its terminal, and in no file', async () => {
  using rig = startRig(process.env)
  const { server, home } = rig
  const seen = join(server.folder, 'seen')
  rig.install('claude', `env >"${seen}.part"; mv "${seen}.part" "${seen}"; exec sleep 1000`)
  const secrets = { ANTHROPIC_API_KEY: "it's a $(touch canary) `touch canary`\nof two lines" }
  const session = sessionOf(server, { agent_type: 'code-agent', prompt: 'x' })
  assert.ok((await rig.launcher.spawn({ session, runId: 'run1', secrets })).ok)
  await until('it runs', async () => existsSync(seen))
  assert.ok(readFileSync(seen, 'utf8').includes(`ANTHROPIC_API_KEY=${secrets.ANTHROPIC_API_KEY}\n`))
  assert.ok(!server.raw('show-environment', '-t', session.tmux_session).includes('ANTHROPIC'))
  for (const name of readdirSync(home, { recursive: true, encoding: 'utf8' })) {
    const path = join(home, name)
    if (statSync(path).isFile()) assert.ok(!readFileSync(path, 'utf8').includes('of two lines'), path)
  }
  assert.ok(!existsSync(join(server.folder, 'canary')))
})

test('of a launch that tmux refuses nothing is left behind', async () => {
  using rig = startRig(process.env)
  rig.server.raw('new-session', '-d', '-s', 'agent-1', 'sleep', '1000')
  const session = sessionOf(rig.server, { agent_type: 'code-agent', prompt: 'x' })
  const refused = await rig.launcher.spawn({ session, runId: 'run1', secrets: { ANTHROPIC_API_KEY: 'planted' } })
  assert.ok(!refused.ok && refused.error.error === 'session_exists')
  assert.ok(!existsSync(join(rig.home, 'runs', session.id, 'secrets')))
})
