// A test launch of an agent type, by the API and on the command line: judged in words, and nothing of it stays.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { SettingsTested } from '#rooms/settings/contract.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { ingest, listSessions } from '../../support/http.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

let place: TestHome
let service: Service

const agents = {
  answers: { command: ['sh', '-c', 'pwd; echo "asked: $1"', 'sh', '{prompt}'], label: 'Answers' },
  fails: { command: ['sh', '-c', 'echo "no key for $USER_OF"; exit 3'], env: { USER_OF: 'ada' } },
  stays: { command: ['sh', '-c', 'echo waits; exec sleep 600'] },
  missing: { command: ['no-such-agent', '{prompt}'] },
}

before(async () => {
  place = await makeHome()
  service = await startService(place)
  await writeFile(join(place.home, 'config.json'), JSON.stringify({ agents }), { mode: 0o600 })
  await until('the types are known', async () => {
    const { text } = await service.call('GET /api/agents', { token: service.token })
    return text.includes('"missing"')
  })
})
after(async () => {
  await service?.[Symbol.asyncDispose]()
  await place?.[Symbol.asyncDispose]()
})

async function tried(agentType: string): Promise<SettingsTested> {
  const json = { what: 'agent', agent_type: agentType }
  const answer = await service.call('POST /api/system/settings/test', { token: service.token, json })
  assert.equal(answer.status, 200, answer.text)
  return answer.json as SettingsTested
}
const stepsOf = ({ steps }: SettingsTested) => steps.map(({ title, works }) => [title, works])
const past = async () => (await service.call('GET /api/agents/history', { token: service.token })).json

async function assertNothingStays(): Promise<void> {
  assert.deepEqual(await listSessions(service), [])
  assert.deepEqual(await place.terminals(), [])
  assert.deepEqual(readdirSync(join(place.home, 'agent-tests')), [])
  assert.deepEqual(JSON.stringify(await past()).includes('Test of'), false)
}

test('one that answers: found, started, ended, in a folder of its own, with what it printed', async () => {
  const told = await tried('answers')
  assert.deepEqual(
    [told.works, stepsOf(told)],
    [
      true,
      [
        ['Found', true],
        ['Started', true],
        ['Answered', true],
      ],
    ],
  )
  const [where, asked] = told.printed?.split('\n') ?? []
  assert.ok(where?.startsWith(join(place.home, 'agent-tests')), where)
  assert.equal(asked, 'asked: echo ready', 'a shell gets what a shell understands')
  await assertNothingStays()
})

test('one that fails says why, with its last words; one that is not there is never started', async () => {
  const failed = await tried('fails')
  assert.deepEqual([failed.works, failed.steps.at(-1)?.works], [false, false])
  assert.match(failed.steps.at(-1)?.says ?? '', /^It failed after .* s: no key for ada \(exit code 3\)\.$/)
  assert.equal(failed.printed, 'no key for ada')
  const missing = await tried('missing')
  assert.deepEqual(stepsOf(missing), [['Found', false]])
  assert.match(missing.steps[0]?.hint ?? '', /Install it, or add its folder to the PATH of the service/)
  await assertNothingStays()
})

test('one that asks for a person is told as that, and ended', async () => {
  const asked = tried('stays')
  const [session] = await until('it runs', async () => {
    const found = await listSessions(service)
    return found[0]?.state === 'running' ? found : null
  })
  assert.equal(session?.label, 'Test of stays')
  await ingest(service, { session_id: session.id, event: 'to_review', metadata: 'Log in first' })
  const told = await asked
  assert.match(told.steps.at(-1)?.says ?? '', /^It waits for a person after .* s: “Log in first”\.$/)
  assert.equal(told.printed, 'waits')
  await assertNothingStays()
})

test('a card that somebody takes away meanwhile ends it', async () => {
  const asked = tried('stays')
  const session = await until('it runs', async () => (await listSessions(service))[0] ?? null)
  await service.call(`DELETE /api/hooks/sessions/${session.id}?kill=true`, { token: service.token })
  assert.match((await asked).steps.at(-1)?.says ?? '', /^It was ended before it was over\.$/)
  await assertNothingStays()
})

test('a type that there is not is refused with the nearest one, a request without credentials as ever', async () => {
  const json = { what: 'agent', agent_type: 'answer' }
  const unknown = await service.call('POST /api/system/settings/test', { token: service.token, json })
  assert.deepEqual([unknown.status, unknown.json.error], [400, 'invalid_request'])
  assert.match(unknown.text, /did you mean \\"answers\\"\?/)
  assert.equal((await service.call('POST /api/system/settings/test', { json })).status, 401)
  const bare = await service.call('POST /api/system/settings/test', { token: service.token, json: { what: 'agent' } })
  assert.equal(bare.status, 400)
})

test('the command line says the same; each agent type of the guide’s page can be tried as it stands there', async () => {
  const works = await orrery(place, ['settings', 'test', 'agent', 'answers'])
  assert.equal(works.code, 0, works.err)
  assert.match(
    works.out,
    /^ok {2}Found: .*\nok {2}Started: .*\nok {2}Answered: .*\nIt printed:\n {4}.*\n {4}asked: echo ready\n$/,
  )
  const fails = await orrery(place, ['settings', 'test', 'agent', 'missing'])
  assert.equal(fails.code, 1)
  assert.match(fails.out, /^failed {2}Found: no-such-agent is not on the PATH of the service\./)
  const none = await orrery(place, ['settings', 'test', 'agent'])
  assert.equal(none.code, 2)
  assert.match(none.err, /One of code-agent, codex, gemini, opencode, gateway-agent, shell, answers/)
  const guide = await readFile(join(import.meta.dirname, '../../../docs/guide/configuration.md'), 'utf8')
  assert.match(guide, /^orrery settings test agent shell$/m)
})

test('a service that is killed in the middle leaves a card, and the next one takes it for what it is', async () => {
  const asked = tried('stays').catch(() => null)
  const session = await until('it runs', async () => (await listSessions(service))[0] ?? null)
  await service.kill()
  await asked
  service = await startService(place)
  const [card] = await until('its card', async () => {
    const found = await listSessions(service)
    return found.length > 0 ? found : null
  })
  assert.deepEqual([card?.id, card?.label, card?.state], [session.id, 'Test of stays', 'running'])
  await service.call(`DELETE /api/hooks/sessions/${session.id}?kill=true&purge=true`, { token: service.token })
  const again = await tried('answers')
  assert.equal(again.works, true)
})

test('without a service it says how to start one', async () => {
  await service.stop()
  const { code, err } = await orrery(place, ['settings', 'test', 'agent', 'shell'])
  assert.equal(code, 69)
  assert.match(err, /Start it with: .*orrery start/)
})
