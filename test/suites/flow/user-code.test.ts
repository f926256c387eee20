// What a person's strands and plugins may do wrong, against the real service: it answers all the while, and says what happened.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { makeHome, type TestHome } from '../../support/home.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const examples = join(import.meta.dirname, '../../../docs/guide/examples')
const secret = 'a-secret-of-the-inbox'

let place: TestHome
let service: Service

before(async () => {
  place = await makeHome()
  const put = (file: string, text: string): void => {
    mkdirSync(dirname(join(place.home, file)), { recursive: true })
    writeFileSync(join(place.home, file), text)
  }
  put('config.json', JSON.stringify({ webhooks: { inbox: { secret } } }))
  for (const [id, body] of Object.entries(bodies)) {
    put(`workflows/${id}.ts`, `export default { id: '${id}', steps: [{ id: 'a', timeout: '5s', run: ${body} }] }`)
  }
  put('workflows/broken.ts', "\nimport './nowhere.ts'\n")
  put('plugins/bad.ts', "export default { routes: { 'GET /dies': () => { process.kill(process.pid, 'SIGKILL') } } }")
  mkdirSync(join(place.home, 'workflows/lib'))
  for (const file of ['inbox.ts', 'lib/folders.ts']) cpSync(join(examples, file), join(place.home, 'workflows', file))
  cpSync(join(examples, 'research.ts'), join(place.home, 'plugins/research.ts'))
  service = await startService(place)
  const { token } = service
  await until('the strands are loaded', async () => {
    const { json } = await service.call('GET /api/flow/strands', { token })
    return Array.isArray(json.strands) && json.strands.some(({ id }: { id: string }) => id === 'loops')
  })
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

const bodies: Readonly<Record<string, string>> = {
  loops: '() => { for (;;) {} }',
  exits: '() => { process.exit(1) }',
  leaks: '() => { const all = []; for (;;) all.push(new Array(1e6).fill(1)) }',
  aborts: "() => JSON.parse('[' + '1,'.repeat(5e7) + '1]')",
  kills: "() => process.kill(process.pid, 'SIGKILL')",
  throws: "() => { throw 'a text' }",
  floods: "({ output }) => { for (let n = 0; n < 1e5; n += 1) output('x'.repeat(1000)) }",
  peeks: '() => Object.keys(process.env).filter((name) => /TOKEN|DATABASE|^SERVICE_/.test(name))',
}

const ends: Readonly<Record<string, RegExp | null>> = {
  loops: /did not end within 5 s/,
  exits: /process\.exit\(1\) was called/,
  leaks: /out of memory|did not end within 5 s/,
  aborts: /out of memory|did not end within 5 s/,
  kills: /its process was ended by SIGKILL/,
  throws: /a text/,
  floods: null,
  peeks: null,
}

type Run = {
  readonly run: { readonly status: string; readonly error: string | null }
  readonly steps: readonly { readonly result: unknown }[]
}

async function finished(runId: string): Promise<Run> {
  return await until(
    `the run ${runId} is over`,
    async () => {
      const { json } = await service.call(`GET /api/flow/runs/${encodeURIComponent(runId)}`, { token: service.token })
      const { status } = json.run as { status: string }
      return status === 'queued' || status === 'running' ? null : (json as unknown as Run)
    },
    60_000,
  )
}

async function runStrand(id: string): Promise<Run> {
  const { status, json } = await service.call(`POST /api/flow/strands/${id}/run`, { token: service.token })
  assert.equal(status, 202)
  return await finished(String(json.run_id))
}

for (const [id, words] of Object.entries(ends)) {
  test(`a strand that ${id} ends with a word, and the service answers`, async () => {
    const { run, steps } = await runStrand(id)
    assert.equal(run.status, words === null ? 'success' : 'failed', String(run.error))
    if (words !== null) assert.match(String(run.error), words)
    if (id === 'peeks') assert.deepEqual(steps[0]?.result, ['SERVICE_HOME'])
    assert.equal((await service.call('GET /healthz')).status, 200)
  })
}

test('a file that can not be loaded is told with its line', async () => {
  const { json } = await service.call('POST /api/flow/reload', { token: service.token })
  const errors = json.errors as readonly { file: string; line: number; reason: string }[]
  assert.deepEqual(
    errors.map(({ file, line }) => ({ file, line })),
    [{ file: 'workflows/broken.ts', line: 2 }],
  )
})

test('the research pipeline reaches its plugin through the service, and a dying plugin harms nobody', async () => {
  const { token } = service
  const dead = await service.call('GET /api/plugins/bad/dies', { token })
  assert.deepEqual([dead.status, dead.json.error], [502, 'plugin_failed'])
  const { run } = await runStrand('research-pipeline')
  assert.equal(run.status, 'success', String(run.error))
  assert.deepEqual((await service.call('GET /api/plugins/research/drafts', { token })).json, { drafts: [] })
  assert.equal((await service.call('GET /api/plugins/research/drafts')).status, 401)
})

test('a webhook takes a signed delivery once, from anywhere, and nothing else', async () => {
  const body = '{"title":"a note"}'
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  const send = (id: string, headers: Readonly<Record<string, string>> = {}) =>
    service.call(`POST /api/flow/webhooks/${id}`, {
      body,
      headers: {
        host: 'orrery.example',
        origin: 'https://elsewhere.example',
        'content-type': 'application/json',
        'x-signature-256': signature,
        'x-delivery-id': 'd-1',
        ...headers,
      },
    })
  const first = await send('inbox')
  assert.deepEqual([first.status, first.json], [202, { ok: true, run_id: 'inbox:d-1' }])
  assert.equal((await finished('inbox:d-1')).run.status, 'success')
  assert.deepEqual((await send('inbox')).json, first.json)
  assert.equal((await send('inbox', { 'x-signature-256': 'sha256=00' })).json.error, 'bad_signature')
  assert.equal((await send('fpa-validator')).status, 404)
  assert.equal(readFileSync(join(place.home, 'inbox/inbox.jsonl'), 'utf8').trim().split('\n').length, 1)
})

test('what the service puts into the home is for its owner alone', () => {
  for (const file of ['package.json', 'node_modules/orrery/strand.d.ts']) {
    assert.equal(statSync(join(place.home, file)).mode & 0o777, 0o600)
  }
})

const isLinux = process.platform === 'linux'
test('no process of a strand or a plugin outlives the service', { skip: !isLinux }, async () => {
  const children = childrenOf(service.pid)
  assert.ok(children.length > 0)
  await service.kill()
  await until('they are gone', () => children.every((pid) => !existsSync(`/proc/${pid}`)))
})

/** Runners alone: tmux is to outlive the service. */
function childrenOf(pid: number): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]
      return parent === String(pid) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('runner-process')
    } catch {
      // It ended while we looked.
      return false
    }
  })
}
