// Every GET route of the bundle that users run, in both modes, asked for something that is there: each answers 200 as its
// document says. What the bundler loses of a package shows when its code first runs, and here all of it runs.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { startFakeGateway } from '#platform/server/gateway/gateway.testkit.ts'
import { makeDevice } from '#rooms/devices/server/room.testkit.ts'
import { rawJobs, rawRuns } from '#rooms/mirror/mirror.testkit.ts'
import { answerFrom } from '#rooms/mirror/server/room.testkit.ts'
import { startTriageModel } from '../../support/fake-triage-model.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { launch, sessionOf, type Answer } from '../../support/http.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

for (const mode of ['legacy', 'fabric'] as const) {
  test(`in ${mode} mode every GET route answers 200 with what its document promises`, async () => {
    await using model = await startTriageModel()
    await using gateway = await startFakeGateway({ answer: answerFrom({ jobs: rawJobs(), runs: rawRuns() }) })
    await using place = await makeHome()
    writePlugin(place)
    const deployment = mode === 'fabric' ? 'cloud-fabric' : undefined
    const neighbours = { SERVICE_MODEL_URL: model.url, GATEWAY_PORT: String(gateway.port) }
    await using service = await startService(place, { env: { DEPLOYMENT: deployment, ...neighbours } })
    const { token } = service
    assert.equal((await service.call('GET /api/version')).json.mode, mode)
    const known = [...(await fill(service)), ...(mode === 'fabric' ? await pairOne(service) : [])]
    const routes = await documentedRoutes(service)
    for (const { pattern, schema } of [...routes, ...viewer]) {
      if (mode === 'legacy' && needsDevice.test(pattern)) continue
      const answer = await service.call(`GET ${withValues(pattern, known)}`, { token })
      assert.equal(answer.status, 200, `GET ${pattern}: ${answer.status} ${answer.text.slice(0, 300)}`)
      assertFits(pattern, answer, schema)
    }
  })
}

/** There are none in legacy mode. */
const needsDevice = /^\/api\/devices\/\{id\}$/

async function pairOne({ call, token, url }: Service): Promise<Known> {
  const { json } = await call('POST /api/auth/devices/pairings', { token, json: {} })
  const code = String(json.code)
  const body = makeDevice().claimBody(url, code)
  const claimed = await call('POST /api/auth/devices/claim', { token: `pair_${code}`, json: body })
  assert.equal(claimed.status, 201, claimed.text)
  return [['/api/devices/', 'id', (claimed.json.device as { id: string }).id]]
}

/** What stands in place of a parameter; the first start that fits a pattern decides. */
type Known = readonly (readonly [start: string, parameter: string, value: string])[]

/** Makes one of everything that a route may be asked for. */
async function fill(service: Service): Promise<Known> {
  const { token } = service
  const prompt = { agent_type: 'shell', prompt: 'echo a line of output; exec sleep 1000' }
  const session = sessionOf(await launch(service, prompt)).id
  const past = sessionOf(await launch(service, prompt)).id
  await service.call(`DELETE /api/hooks/sessions/${past}?kill=true`, { token })
  const task = 'T-1'
  await service.call('POST /api/tasks', { token, json: { id: task, title: 'A task' } })
  await service.call('POST /api/briefs', { token, json: { source: 'slack', body: 'A brief' } })
  const triage = await startRun(service, 'POST /api/triage/runs')
  const run = await startRun(service, `POST /api/flow/strands/${strand}/run`)
  await until('the runs are over', async () => {
    const asked = [`GET /api/triage/runs/${triage}`, `GET /api/flow/runs/${run}`]
    const answers = await Promise.all(asked.map((route) => service.call(route, { token })))
    return answers.every(({ json }) => /"status":"(success|failed)"/.test(JSON.stringify(json.run)))
  })
  const { json } = await service.call(`GET /api/flow/runs/${run}`, { token })
  const approval = await answeredApproval(service, session)
  const made = (await service.call('POST /api/system/backup', { token, json: {} })).json.backup as { id: string }
  return [
    ['/api/approvals/', 'id', approval],
    ['/api/hooks/approvals/', 'id', approval],
    ['/api/agents/history/', 'id', past],
    ['/api/agents/', 'id', session],
    ['/api/hooks/sessions/', 'id', session],
    ['/api/sessions/', 'id', session],
    ['/api/tasks/', 'id', task],
    ['/api/triage/explain/', 'task_id', task],
    ['/api/triage/runs/', 'id', triage],
    ['/api/flow/strands/', 'id', strand],
    ['/api/flow/runs/', 'id', run],
    ['/api/flow/runs/', 'step_id', String((json.steps as { step_id: string }[])[0]?.step_id)],
    ['/api/plugins/', 'name', 'notes'],
    ['/api/system/backups/', 'id', made.id],
    ['/api/activity/', 'id', 'session:0000000000000001'],
    ['/api/plugins/', '*', 'notes'],
  ]
}

/** A hook that waits for one that is open is answered after 25 s. */
async function answeredApproval({ call, token }: Service, session: string): Promise<string> {
  const request = { tool_name: 'Bash', tool_input: { command: 'ls' } }
  const json = { session_id: session, event: 'to_review', request }
  const asked = await call('POST /api/hooks/approvals', { json })
  const id = String(asked.json.id)
  const { approval } = (await call(`GET /api/approvals/${id}`, { token })).json as { approval: { input_hash: string } }
  const decision = { decision: 'deny', input_hash: approval.input_hash }
  assert.equal((await call(`POST /api/approvals/${id}`, { token, json: decision })).status, 200)
  return id
}

/** A built-in one that asks nobody. */
const strand = 'docs-drift-check'

async function startRun({ call, token }: Service, route: string): Promise<string> {
  const answer = await call(route, { token, json: {} })
  assert.equal(answer.status, 202, answer.text)
  return String(answer.json.run_id)
}

function writePlugin({ home }: TestHome): void {
  const folder = join(home, 'plugins')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const routes = `{ 'GET /': () => ({ notes: [] }), 'GET /notes': () => ({ notes: [] }) }`
  const text = `import { definePlugin } from 'orrery/strand'\nexport default definePlugin({ routes: ${routes} })\n`
  writeFileSync(join(folder, 'notes.ts'), text)
}

type JsonSchema = z.core.JSONSchema.JSONSchema
type Documented = { readonly pattern: string; readonly schema: JsonSchema | null }

/** GET routes of the document, each with the JSON schema of its 200. */
async function documentedRoutes({ call, token }: Service): Promise<Documented[]> {
  const { json, status, text } = await call('GET /api/openapi.json', { token })
  assert.equal(status, 200, text)
  const paths = Object.entries(json.paths as Record<string, { get?: Operation }>)
  const routes = paths.flatMap(([pattern, { get }]) => {
    if (get === undefined) return []
    for (const { name, schema } of get.parameters ?? []) assert.equal(typeof schema, 'object', `${pattern}: ${name}`)
    return [{ pattern, schema: get.responses['200']?.content?.['application/json']?.schema ?? null }]
  })
  assert.ok(routes.length >= 35, `${routes.length} GET routes only`)
  assert.doesNotMatch(text, /"\$ref"/, 'a reference: see that it leads somewhere, and let this test follow it')
  return routes
}

type Operation = {
  readonly responses: Readonly<Record<string, Described>>
  readonly parameters?: readonly { readonly name: string; readonly schema: unknown }[]
}
type Described = { readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>> }

/** What no document lists: its viewer, and the page. */
const viewer: readonly Documented[] = [
  '/api/docs',
  '/api/docs/static/swagger-ui-bundle.js',
  '/api/docs/json',
  '/',
  '/board',
].map((pattern) => ({ pattern, schema: null }))

const queries: Readonly<Record<string, string>> = {
  '/api/search': '?q=line',
  '/api/sessions/{id}/diff': '?path=/a-file',
  '/api/flow/calendar': '?from=2026-01-01T00:00:00.000Z&to=2026-01-08T00:00:00.000Z',
}

function withValues(pattern: string, known: Known): string {
  const path = pattern.replaceAll(/\{(\w+|\*)\}/g, (whole, name: string) => {
    const fitting = known.find(([start, parameter]) => pattern.startsWith(start) && parameter === name)
    assert.ok(fitting, `${pattern}: which ${whole} is there? Make one in fill()`)
    return encodeURIComponent(fitting[2])
  })
  return `${path}${queries[pattern] ?? ''}`
}

/** Routes that answer no JSON of a schema: their content type, and what must be in the text. */
const others: Readonly<Record<string, readonly [type: string, text: RegExp]>> = {
  '/metrics': [
    'text/plain; version=0.0.4; charset=utf-8',
    /^orrery_http_requests_total\{[^]*^process_cpu_seconds_total /m,
  ],
  '/api/hooks/approvals/{id}': ['application/json; charset=utf-8', /"behavior":"deny"/],
  '/api/openapi.json': ['application/json; charset=utf-8', /^\{"openapi":"3/],
  '/mode.js': ['text/javascript; charset=utf-8', /__FABRIC_MODE__/],
  '/api/activity/export': ['text/csv; charset=utf-8', /^at,source,kind,actor_kind,.*\r\n\d{4}-/],
  '/api/agents/{id}/log': ['text/plain; charset=utf-8', /^a line of output/m],
  '/api/sessions/{id}/stream': ['application/x-ndjson; charset=utf-8', /"kind":"stdout","data":"a line of output/],
  '/api/flow/runs/{id}/steps/{step_id}/output': ['text/plain; charset=utf-8', /^/],
  '/api/system/backups/{id}/archive': ['application/gzip', /^./s],
  '/api/plugins/{name}': ['application/json; charset=utf-8', /^\{"notes":\[\]\}$/],
  '/api/plugins/{name}/{*}': ['application/json; charset=utf-8', /^\{"notes":\[\]\}$/],
  '/api/docs': ['text/html; charset=utf-8', /swagger-ui/],
  '/api/docs/static/swagger-ui-bundle.js': ['application/javascript; charset=utf-8', /SwaggerUIBundle/],
  '/api/docs/json': ['application/json; charset=utf-8', /^\{"openapi":"3/],
  '/': ['text/html; charset=utf-8', /<div id="root">/],
  '/board': ['text/html; charset=utf-8', /<div id="root">/],
}

function assertFits(pattern: string, { headers, text, json }: Answer, schema: JsonSchema | null): void {
  const type = headers['content-type']
  const other = others[pattern]
  if (other !== undefined) {
    assert.equal(type, other[0], pattern)
    assert.match(text, other[1], pattern)
    return
  }
  assert.ok(schema, `${pattern}: the document says nothing of its answer; give it a row in others`)
  assert.equal(type, 'application/json; charset=utf-8', pattern)
  const { error } = z.fromJSONSchema(schema).safeParse(json)
  assert.equal(error, undefined, `${pattern}: ${text.slice(0, 300)} does not fit: ${error && z.prettifyError(error)}`)
}
