// What a person reads has no names of events, no raw numbers and no User-Agent: refusals, hints, and what a page says of a run.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { launch, listSessions, sessionOf } from '../../support/http.ts'
import { makeHome } from '../../support/home.ts'
import { startTriageModel, type TriageModel } from '../../support/fake-triage-model.ts'
import { startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

let home: Awaited<ReturnType<typeof makeHome>>
let service: Awaited<ReturnType<typeof startService>>
let model: TriageModel
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

before(async () => {
  model = await startTriageModel()
  home = await makeHome()
  service = await startService(home, { env: { SERVICE_MODEL_URL: model.url, SERVICE_MODEL: model.name } })
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await home[Symbol.asyncDispose]()
  await model[Symbol.asyncDispose]()
})

const machineWords =
  /\b(hook|user|process|agent)\.[a-z]+_?[a-z]*\b|\d\.\d{3,}|Mozilla\/|AppleWebKit|\bundefined\b|\[object /

test('what a session in each state does not take is refused in words of a person', async () => {
  const { id } = sessionOf(await launch(service, { agent_type: 'shell', prompt: 'exit 0' }))
  const said: string[] = []
  const tell = async (event: string) => {
    const { status, json } = await service.call(`PATCH /api/hooks/sessions/${id}`, {
      json: { event },
      token: service.token,
    })
    if (status === 409) said.push(`${String(json.reason)} ${String(json.hint)}`)
  }
  await until(
    'it ends',
    async () => (await listSessions(service)).find((each) => each.id === id)?.state === 'completed',
  )
  for (const event of ['user.cancel', 'user.resume', 'hook.to_review', 'hook.to_running', 'process.exit'])
    await tell(event)
  assert.ok(said.length >= 4, said.join())
  for (const words of said) assert.doesNotMatch(words, machineWords)
})

test('a run of a strand says which browser started it, and an explanation has two digits', async () => {
  const { json: link } = await service.call('POST /api/system/login-links', { token: service.token })
  const { json: login } = await service.call('POST /api/auth/login', {
    json: { code: link.code },
    headers: { 'user-agent': userAgent },
  })
  const { json: started } = await service.call('POST /api/flow/strands/docs-drift-check/run', {
    token: String(login.token),
    json: {},
  })
  const { json: run } = await service.call(`GET /api/flow/runs/${String(started.run_id)}`, { token: service.token })
  assert.equal(Object(run.run).trigger_by, 'Firefox on Linux')

  await service.call('POST /api/tasks', { json: { id: 'T-1', title: 'Thirds' } })
  model.scores.set('T-1', { impact: 5, urgency: 5, confidence: 4, effort: 3, lane: 'now', reason: 'r' })
  await service.call('POST /api/triage/runs')
  await until('a score', async () => {
    const { json } = await service.call('GET /api/tasks/T-1')
    return Object(json.task).current_score !== null
  })
  const { json } = await service.call('GET /api/triage/explain/T-1')
  const { arithmetic, why } = Object(json.explanation)
  assert.match(String(arithmetic), /= 33\.3$/)
  assert.doesNotMatch(JSON.stringify(why), machineWords)
})
