// Why runs failed, of the real service with real programs: in the API, in the list of what needs somebody and in a terminal.
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Session } from '#rooms/sessions/contract.ts'
import { makeHome } from '../../support/home.ts'
import { launch, listSessions } from '../../support/http.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

async function failed(service: Service, name: string): Promise<Session> {
  return until(`${name} failed`, async () => {
    const session = (await listSessions(service)).find(({ tmux_session: its }) => its === name)
    return session?.state === 'failed' && session.tmux_alive === false ? session : null
  })
}

/** The last line of its output may come after its exit. */
async function failsWith(service: Service, name: string, why: string | null): Promise<Session> {
  return until(`${name} failed for ${why ?? 'no known reason'}`, async () => {
    const session = await failed(service, name)
    return session.cause?.metadata === why ? session : null
  })
}

test('a failure tells why: its last line, a missing program, a signal; and a new run none of the run before', async () => {
  await using place = await makeHome()
  await mkdir(place.home, { mode: 0o700 })
  await writeFile(
    join(place.home, 'config.json'),
    JSON.stringify({ agents: { ghost: { label: 'Ghost', command: ['orrery-no-such-program', '{prompt}'] } } }),
  )
  await using service = await startService(place)
  const runs = [
    [
      'agent-says',
      'echo reading; echo "API Error: 400 prompt is too long" >&2; exit 1',
      'API Error: 400 prompt is too long',
    ],
    ['agent-killed', 'echo reading; kill -KILL $$', 'killed, perhaps for lack of memory (SIGKILL)'],
    ['agent-ended', 'echo reading; kill -TERM $$', 'ended by a signal: asked to end (SIGTERM)'],
    ['agent-silent', 'exit 3', null],
    ['agent-own-127', 'echo "no jq here"; exit 127', 'no jq here'],
  ] as const
  for (const [session_name, prompt] of runs) await launch(service, { agent_type: 'shell', prompt, session_name })
  await launch(service, { agent_type: 'ghost', prompt: 'x', session_name: 'agent-ghost' })
  for (const [name, , why] of runs) await failsWith(service, name, why)
  const missing = 'orrery-no-such-program is not installed: install it, or add its folder to the PATH of the service'
  const { id } = await failsWith(service, 'agent-ghost', missing)

  const { out } = await orrery(place, ['ls'])
  assert.match(out, /failed .*API Error: 400 prompt is too long/)
  assert.match(out, /failed .*exit 3 after/)
  const inbox = await orrery(place, ['inbox'])
  assert.match(inbox.out, /API Error: 400 prompt is too long/)
  const { json } = await service.call(`GET /api/hooks/sessions/${id}/events`)
  assert.match(JSON.stringify(json), /"metadata":"[^"]*orrery-no-such-program is not installed/)
})

test('a run that fails without a word does not repeat what the run before it said', async () => {
  await using place = await makeHome()
  await using service = await startService(place)
  const mark = join(place.root, 'ran')
  const prompt = `if [ -e '${mark}' ]; then exit 4; fi; : >'${mark}'; echo 'the first one spoke'; exit 5`
  await launch(service, { agent_type: 'shell', prompt, session_name: 'agent-again' })
  assert.equal((await failsWith(service, 'agent-again', 'the first one spoke')).exit_code, 5)
  assert.equal((await orrery(place, ['restart', 'agent-again'])).code, 0)
  const second = await until('it failed again', async () => {
    const session = await failed(service, 'agent-again')
    return session.exit_code === 4 ? session : null
  })
  assert.equal(second.cause?.metadata, null)
})
