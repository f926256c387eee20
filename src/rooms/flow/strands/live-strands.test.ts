import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { chmod, mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { needs, runBuiltin } from './strands.testkit.ts'
import type { StrandNeeds } from './lib/needs.ts'

async function makeHome(files: Readonly<Record<string, string>>): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'orrery-live-'))
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, file)), { recursive: true })
    await writeFile(join(path, file), text)
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

type Answer = { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }

async function serve(answer: (request: IncomingMessage, body: string) => Answer) {
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const { status, body: text = '', headers = {} } = answer(request, body)
      response.writeHead(status, headers).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url, [Symbol.asyncDispose]: close }
}

test('docs-drift-check counts files, folders and globs that changed since each audit', async () => {
  const audit = { audited_at: '2026-03-01T00:00:00.000Z', root: '~/project' }
  await using home = await makeHome({
    'audits/api.json': JSON.stringify({ ...audit, name: 'api', paths: ['src', 'README.md'], threshold: 2 }),
    'audits/docs.json': JSON.stringify({
      ...audit,
      name: 'docs',
      paths: ['docs/**/*.md', 'docs/a.md', 'gone'],
      threshold: 1,
    }),
    'project/src/new.ts': '',
    'project/src/deep/new.ts': '',
    'project/src/old.ts': '',
    'project/src/node_modules/new.js': '',
    'project/README.md': '',
    'project/docs/a.md': '',
    'project/docs/b.txt': '',
  })
  const old = new Date('2026-02-01')
  await utimes(join(home.path, 'project/src/old.ts'), old, old)
  await symlink(join(home.path, 'project/src/new.ts'), join(home.path, 'project/src/link.ts'))
  const { result, lines } = await runBuiltin('docs-drift-check/check', {
    needs: needs({ home: home.path, userHome: home.path }),
  })
  assert.deepEqual(result, {
    ok: true,
    data: {
      audits: [
        { name: 'api', modified: 3, threshold: 2, exceeded: true },
        { name: 'docs', modified: 1, threshold: 1, exceeded: false },
      ],
      threshold_exceeded: true,
    },
  })
  assert.equal(lines[0], 'api: 3 files modified, 2 allowed: exceeded')
})

test('docs-drift-check names audits that it can not read, and counts the others', async () => {
  await using home = await makeHome({
    'audits/broken.json': '{',
    'audits/fields.json': '{ "name": "x" }',
    'audits/good.json': JSON.stringify({
      name: 'good',
      audited_at: '2026-03-01T00:00:00Z',
      paths: ['nothing'],
      threshold: 0,
    }),
  })
  await symlink(join(home.path, 'audits/good.json'), join(home.path, 'audits/link.json'))
  const { result, lines } = await runBuiltin('docs-drift-check/check', {
    needs: needs({ home: home.path, userHome: home.path }),
  })
  assert.ok(typeof result === 'object' && result !== null && 'data' in result)
  assert.deepEqual(result.data, {
    audits: [{ name: 'good', modified: 0, threshold: 0, exceeded: false }],
    threshold_exceeded: false,
  })
  assert.equal(result.ok, false)
  assert.deepEqual(
    lines.slice(0, 3).map((line) => line.split(':')[0]),
    ['audits/broken.json', 'audits/fields.json', 'audits/link.json'],
  )
})

test('docs-drift-check without audits exceeds nothing', async () => {
  const { result } = await runBuiltin('docs-drift-check/check', { needs: needs({}) })
  assert.deepEqual(result, { ok: true, data: { audits: [], threshold_exceeded: false } })
})

test('instance-gc deletes rows older than 24 hours and counts them', async () => {
  const seen: Record<string, unknown>[] = []
  await using store = await serve((request) => {
    const { method, url, headers } = request
    seen.push({ method, url, apikey: headers.apikey, authorization: headers.authorization, prefer: headers.prefer })
    return { status: 200, body: '[{"last_heartbeat":"2026-02-01"},{"last_heartbeat":"2026-02-02"}]' }
  })
  const { result } = await runBuiltin('instance-gc/sweep', {
    needs: needs({ store: { url: `${store.url}/`, key: 'role-key' } }),
  })
  assert.deepEqual(result, { ok: true, deleted: 2, before: '2026-03-01T12:00:00.000Z' })
  assert.deepEqual(seen, [
    {
      method: 'DELETE',
      url: '/rest/v1/instances?last_heartbeat=lt.2026-03-01T12%3A00%3A00.000Z&select=last_heartbeat',
      apikey: 'role-key',
      authorization: 'Bearer role-key',
      prefer: 'return=representation',
    },
  ])
})

test('instance-gc is not set up while the address or the key is missing', async () => {
  for (const [store, name] of [
    [{ url: null, key: 'k' }, 'SERVICE_STORE_URL'],
    [{ url: 'http://127.0.0.1:9', key: null }, 'SERVICE_STORE_KEY'],
  ] as const) {
    const { result } = await runBuiltin('instance-gc/sweep', { needs: needs({ store }) })
    assert.deepEqual(result, {
      ok: false,
      error: 'not_set_up',
      reason: `${name} is not set, so there is no store to tidy.`,
      hint: 'Set it in the environment of the service and start it anew.',
    })
  }
})

test('instance-gc cleans every store that is there, whatever becomes of the other', async () => {
  const sweep = (store: StrandNeeds['store'], forgetGone: () => Promise<number>) =>
    runBuiltin('instance-gc/sweep', { needs: needs({ store, forgetGone }) })
  const none = { url: null, key: null }
  const before = '2026-03-01T12:00:00.000Z'
  assert.deepEqual((await sweep(none, async () => 3)).result, { ok: true, deleted: 3, before })
  const half = await sweep({ url: null, key: 'k' }, async () => 3)
  assert.ok(typeof half.result === 'object' && half.result !== null && 'deleted' in half.result)
  assert.deepEqual([half.result.ok, half.result.deleted], [false, 3])
  assert.match(half.lines.join('\n'), /3 rows of nodes in PostgreSQL .*\nnot set up: SERVICE_STORE_URL/)
  await using store = await serve(() => ({ status: 200, body: '[{"last_heartbeat":"2026-02-01"}]' }))
  const both = { url: store.url, key: 'k' }
  assert.deepEqual((await sweep(both, async () => 3)).result, { ok: true, deleted: 4, before })
  await using broken = await serve(() => ({ status: 500, body: 'full' }))
  let asked = 0
  const failing = sweep({ url: broken.url, key: 'k' }, async () => (asked += 1))
  await assert.rejects(failing, /the store answered 500: full/)
  assert.equal(asked, 1)
})

test('instance-gc fails with the words of the store, and follows no redirect', async () => {
  const paths: (string | undefined)[] = []
  await using store = await serve(({ url }) => {
    paths.push(url)
    return url?.startsWith('/moved') === true
      ? { status: 307, headers: { location: '/stolen' } }
      : { status: 401, body: '{"message":"JWT expired"}' }
  })
  const run = (url: string) => runBuiltin('instance-gc/sweep', { needs: needs({ store: { url, key: 'k' } }) })
  await assert.rejects(run(store.url), /^Error: the store answered 401: .*JWT expired/)
  await assert.rejects(run(`${store.url}/moved`), /fetch failed/)
  assert.equal(paths.length, 2)
})

const stages = ['scrape', 'classify', 'dedupe', 'store', 'generate', 'review', 'publish']

/** Every step once, against a plugin that has a route for each stage but `missing`: its calls, and what each step answered. */
async function runPipeline(missing: readonly string[]) {
  const calls: unknown[] = []
  await using service = await serve(({ url = '', headers }, body) => {
    calls.push([url.replace('/api/plugins/research/', ''), headers.authorization, JSON.parse(body)])
    if (missing.some((stage) => url.endsWith(stage)))
      return { status: 404, body: '{"reason":"There is no such route."}' }
    return { status: 200, body: url.endsWith('/generate') ? '{"drafts":[1,2,3,4,5,6,7]}' : '{"ok":true}' }
  })
  const api = { baseUrl: service.url, token: 'step-token' }
  const results: Record<string, never> = {}
  for (const step of stages) {
    const { result } = await runBuiltin(`research-pipeline/${step}`, { needs: needs({}), api, call: { results } })
    Object.assign(results, { [step]: result })
  }
  return { calls, results }
}

test('each step of the research pipeline calls the plugin, with at most five drafts', async () => {
  const { calls } = await runPipeline([])
  const drafts = [1, 2, 3, 4, 5]
  assert.deepEqual(calls, [
    ['scrape', 'Bearer step-token', {}],
    ['classify', 'Bearer step-token', {}],
    ['dedupe', 'Bearer step-token', {}],
    ['store', 'Bearer step-token', {}],
    ['generate', 'Bearer step-token', { limit: 5 }],
    ['review', 'Bearer step-token', { drafts }],
    ['drafts/publish-all', 'Bearer step-token', { drafts, limit: 5 }],
  ])
})

test('a research plugin without routes for the steps that do nothing is passed over by them', async () => {
  const { results } = await runPipeline(['classify', 'dedupe', 'store', 'review'])
  const skipped = { skipped: true }
  assert.deepEqual([results.classify, results.dedupe, results.store], [skipped, skipped, skipped])
  assert.deepEqual(results.review, { drafts: [1, 2, 3, 4, 5] })
  assert.deepEqual(results.publish, { ok: true })
})

test('the research pipeline is not set up where no plugin answers, and fails where one refuses', async () => {
  let status = 404
  await using service = await serve(() => {
    return { status, body: '{"ok":false,"error":"not_found","reason":"There is no plugin research."}' }
  })
  const api = { baseUrl: service.url, token: '' }
  const scrape = () => runBuiltin('research-pipeline/scrape', { needs: needs({}), api })
  const { result, lines } = await scrape()
  assert.ok(typeof result === 'object' && result !== null && 'reason' in result)
  assert.deepEqual([result.ok, result.error], [false, 'not_set_up'])
  assert.match(lines.join(), /^not set up: There is no plugin named research .*plugins\/research\.ts/)
  status = 502
  await assert.rejects(scrape(), /POST \/api\/plugins\/research\/scrape answered 502: There is no plugin research\./)
})

test('what a step of ours throws is told in words, without a frame of ours', async () => {
  const thrown = await runBuiltin('backup-runner/snapshot', { needs: needs({}) }).catch((error: unknown) => error)
  assert.ok(thrown instanceof Error)
  assert.equal(thrown.stack, 'not yet wired')
})

test('the smoke test tells which machine each step reached', async () => {
  const { result } = await runBuiltin('cross-node-smoke/pi-wrapup', {
    needs: needs({}),
    call: { results: { 'popos-ping': { host: 'popos', runId: 'r' } } },
  })
  assert.ok(typeof result === 'object' && result !== null && 'reached' in result)
  assert.equal(result.reached, 'popos')
})

const target = { host: 'deploy@popos', path: "it's here", service: 'orrery', dry_run: false }
const deploySteps = ['pull', 'install', 'build', 'enable-remote-worker', 'restart']

test('a dry run of the deployment shows each command and runs none', async () => {
  for (const step of deploySteps) {
    const { result, lines } = await runBuiltin(`popos-deploy/${step}`, {
      needs: needs({ env: { PATH: '/nowhere' } }),
      call: { input: { ...target, dry_run: true } },
    })
    assert.deepEqual(result, { host: 'deploy@popos', dry_run: true })
    assert.match(lines[0] ?? '', /^ssh -o BatchMode=yes -o ConnectTimeout=15 -- deploy@popos /)
  }
})

test('the line that a dry run shows is one command for ssh when it is pasted into a shell', async () => {
  await using home = await makeHome({
    ssh: '#!/bin/sh\nprintf "%s\\n" "$@"\n',
    git: '#!/bin/sh\necho "git ran here"\n',
  })
  for (const program of ['ssh', 'git']) await chmod(join(home.path, program), 0o700)
  const { lines } = await runBuiltin('popos-deploy/pull', {
    needs: needs({ env: { PATH: '/nowhere' } }),
    call: { input: { ...target, dry_run: true } },
  })
  const pasted = execFileSync('/bin/sh', ['-c', lines[0] ?? ''], { env: { PATH: home.path }, cwd: home.path })
  const command = String.raw`cd -- 'it'\''s here' && git pull --ff-only`
  assert.deepEqual(pasted.toString().trimEnd().split('\n').slice(-2), ['deploy@popos', command])
})

test('the deployment gives ssh its arguments as they are, and tells its output and its exit code', async () => {
  await using home = await makeHome({
    ssh: '#!/bin/sh\nfor argument in "$@"; do echo "[$argument]"; done\ncase "$7" in *restart*) exit 3;; *build*) echo "no route" >&2; exit 255;; esac\n',
  })
  await chmod(join(home.path, 'ssh'), 0o700)
  const run = (step: string) =>
    runBuiltin(`popos-deploy/${step}`, {
      needs: needs({ env: { PATH: `${home.path}:/bin:/usr/bin` } }),
      call: { input: target },
    })
  const { lines } = await run('pull')
  assert.deepEqual(lines.slice(1), [
    '[-o]',
    '[BatchMode=yes]',
    '[-o]',
    '[ConnectTimeout=15]',
    '[--]',
    '[deploy@popos]',
    String.raw`[cd -- 'it'\''s here' && git pull --ff-only]`,
  ])
  await assert.rejects(run('restart'), /the command ended with exit code 3 on deploy@popos/)
  await assert.rejects(run('build'), /ssh could not reach deploy@popos: no route/)
  await rm(join(home.path, 'ssh'))
  await assert.rejects(
    runBuiltin('popos-deploy/pull', { needs: needs({ env: { PATH: home.path } }), call: { input: target } }),
    /there is no ssh on PATH/,
  )
})
