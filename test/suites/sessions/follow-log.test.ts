// `orrery logs -f` on a real agent: everything that it writes, once, and the log route that makes it so.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeHome } from '../../support/home.ts'
import { launch, listSessions, sessionOf } from '../../support/http.ts'
import { orrery, startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

test('following prints each line once, in order, and ends with the session', async () => {
  await using place = await makeHome()
  await using service = await startService(place)
  const prompt = 'for n in $(seq 1 60); do echo "line $n ü€😀"; sleep 0.05; done'
  const { id } = sessionOf(await launch(service, { agent_type: 'shell', prompt, session_name: 'agent-writes' }))
  const { code, out } = await orrery(place, ['logs', '-f', 'agent-writes', '-n', '1000'])
  assert.equal(code, 0)
  const written = out.split('\n').filter((line) => line.startsWith('line '))
  assert.deepEqual(
    written,
    Array.from({ length: 60 }, (_, at) => `line ${at + 1} ü€😀`),
  )

  const ended = async () => (await listSessions(service)).find((each) => each.id === id)?.ended_at !== null
  await until('it ended', ended)
  const { token } = service
  const first = await service.call(`GET /api/agents/${id}/log?tail=100`, { token })
  const next = String(first.headers['x-log-next'])
  const rest = await service.call(`GET /api/agents/${id}/log?from=${encodeURIComponent(next)}`, { token })
  assert.deepEqual([rest.status, rest.text, rest.headers['x-log-next']], [200, '', next])
  const lost = await service.call(`GET /api/agents/${id}/log?from=1-1.5&tail=20`, { token })
  assert.ok(first.text.endsWith(lost.text) && lost.text.length > 0)
})
