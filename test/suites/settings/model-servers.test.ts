// 'Test' of the model server against the real llama.cpp and the fake servers of the other tests: what it is, what it lists.
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { SettingsTested } from '#rooms/settings/contract.ts'
import { startModelServer } from '../../support/fake-model-server.ts'
import { startFakeChatModel } from '../../support/fake-openai.ts'
import { startTriageModel } from '../../support/fake-triage-model.ts'
import { makeHome } from '../../support/home.ts'
import { installLlama, openLlama } from '../../support/llama.ts'
import { orrery, startService } from '../../support/service.ts'

/** By the API of a running service, and by the command, which asks that service. */
async function testedAt(url: string): Promise<SettingsTested> {
  await using place = await makeHome()
  await mkdir(place.home, { recursive: true, mode: 0o700 })
  await writeFile(join(place.home, 'config.json'), JSON.stringify({ model: { url } }), { mode: 0o600 })
  const alone = await orrery(place, ['settings', 'test', 'model', '--json'])
  await using service = await startService(place)
  const json = { what: 'model' }
  const answer = await service.call('POST /api/system/settings/test', { token: service.token, json })
  assert.equal(answer.status, 200, answer.text)
  const told = answer.json as SettingsTested
  const untimed = ({ steps, ...rest }: SettingsTested) => ({
    ...rest,
    steps: steps.map(({ works, title }) => [title, works]),
  })
  assert.deepEqual(
    untimed(JSON.parse(alone.out) as SettingsTested),
    untimed(told),
    'without the service it says the same',
  )
  return told
}

test('the real llama.cpp names itself with its build, and lists its model', async (context: TestContext) => {
  const installed = await installLlama()
  if ('problem' in installed) return context.skip(installed.problem)
  await using llama = await openLlama(installed.script)
  await llama.start(4096)
  const told = await testedAt(llama.url)
  assert.equal(told.works, true, JSON.stringify(told.steps))
  assert.match(told.server ?? '', /^llama\.cpp \S+/)
  assert.equal(told.models.length, 1)
  assert.match(told.steps[0]?.says ?? '', / lists 1 model\.$/)
})

test('a server that names itself is named, one that does not is not', async () => {
  await using named = await startModelServer()
  const told = await testedAt(named.url)
  assert.deepEqual([told.works, told.server, told.models], [true, 'llama.cpp b4567-0123abc', ['small', 'big']])
  await using quiet = await startModelServer(null)
  assert.deepEqual([(await testedAt(quiet.url)).works, (await testedAt(quiet.url)).server], [true, null])
})

test('the fake servers of triage and of agents: one lists its model, the other none, which is said', async () => {
  await using triage = await startTriageModel()
  const listed = await testedAt(triage.url)
  assert.equal(listed.models.length, 1)
  await using chat = await startFakeChatModel()
  const bare = await testedAt(chat.url)
  assert.deepEqual([bare.works, bare.models], [false, []])
  assert.match(bare.steps[0]?.says ?? '', /is no list of models: it has no field "data"\.$/)
  assert.ok(bare.steps.at(-1)?.hint)
})
