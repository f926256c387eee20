import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import type { Json } from '#base/json.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { mountRoom } from '#platform/server/house/house.ts'
import { startTestServer, type TestServer } from '#platform/server/http/testing/test-server.ts'
import { builtinStrands } from '#rooms/flow/strands/builtin-strands.ts'
import { needs } from '#rooms/flow/strands/strands.testkit.ts'
import { openPluginsRoom, type Plugins } from '#rooms/plugins/server/index.ts'
import type { LoadedStrand, StepCall, StrandSource } from '#rooms/flow/server/loaded-strand.ts'
import { stepCall } from '#rooms/flow/server/authoring/authoring.testkit.ts'
import { createStrandSource } from '#rooms/flow/server/authoring/create-strand-source.ts'

const root = join(import.meta.dirname, '../../..')
const examples = join(root, 'docs/guide/examples')
const execute = promisify(execFile)

let home: string
let source: StrandSource
let plugins: Plugins
let server: TestServer

before(async () => {
  home = mkdtempSync(join(tmpdir(), 'orrery-examples-'))
  for (const folder of ['workflows', 'workflows/lib', 'plugins']) mkdirSync(join(home, folder))
  for (const file of ['page-watch.ts', 'repo-digest.ts', 'inbox.ts', 'lib/folders.ts']) {
    cpSync(join(examples, file), join(home, 'workflows', file))
  }
  cpSync(join(examples, 'research.ts'), join(home, 'plugins/research.ts'))
  const env = { PATH: process.env.PATH }
  plugins = openPluginsRoom({ config: { home }, environment: env, log: silentLog })
  server = await startTestServer({ mount: (http) => mountRoom(http, plugins) })
  source = createStrandSource({
    home,
    builtins: builtinStrands(needs({ home })),
    hostName: 'a-host',
    stepApi: { baseUrl: () => server.url, token: server.auth.stepToken },
    env,
    log: silentLog,
  })
})
after(async () => {
  await source[Symbol.asyncDispose]()
  await plugins[Symbol.asyncDispose]()
  await server.stop()
  rmSync(home, { recursive: true })
})

async function strand(id: string): Promise<LoadedStrand> {
  const { strands, errors } = await source.load()
  assert.deepEqual(errors, [])
  const found = strands.find(({ definition }) => definition.id === id)
  assert.ok(found !== undefined)
  return found
}

/** All steps one after the other, as they are written. */
async function run({ definition, runStep }: LoadedStrand, call: Partial<StepCall>): Promise<Record<string, Json>> {
  const results: Record<string, Json> = {}
  for (const { id } of definition.steps) results[id] = await runStep(stepCall({ ...call, stepId: id, results }))
  return results
}

test('page-watch is content with pages that answer, and names the one that does not', async () => {
  const web = createServer((request, response) => {
    response.writeHead(request.url === '/gone' ? 404 : 200).end('hello')
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
  const watch = await strand('page-watch')
  assert.equal(watch.definition.schedule, '*/15 * * * *')
  assert.deepEqual((await run(watch, { input: { pages: [`${url}/a`, `${url}/b`] } })).judge, { pages: 2 })
  await assert.rejects(run(watch, { input: { pages: [`${url}/gone`] } }), {
    message: `not well: ${url}/gone (404)`,
  })
  web.closeAllConnections()
  await new Promise((resolve) => web.close(resolve))
})

test('repo-digest writes its page from two steps that ran before', async () => {
  const repository = join(home, 'repository')
  const git = (...args: readonly string[]) =>
    execute('git', ['-C', repository, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args])
  mkdirSync(repository)
  await git('init', '--quiet')
  await git('commit', '--quiet', '--allow-empty', '-m', 'begin')
  const file = join(home, 'pages/digest.md')
  const results = await run(await strand('repo-digest'), { input: { repository, file, days: 3 } })
  assert.deepEqual(results.write, { file, commits: 1 })
  assert.match(readFileSync(file, 'utf8'), /## Who\n- Ada: 1\n\n## What\n- [0-9a-f]+ begin\n/)
})

test('inbox files a note once, even when its step runs again', async () => {
  const inbox = await strand('inbox')
  const call = { runId: 'inbox:d-1', input: { title: 'a note' } }
  assert.deepEqual(await run(inbox, call), { file: { filed: true }, count: { notes: 1 } })
  assert.deepEqual(await run(inbox, call), { file: { filed: false }, count: { notes: 1 } })
})

test('the example plugin serves the research pipeline, from feeds to published drafts', async () => {
  const items = Array.from({ length: 7 }, (_, n) => `<item><title>News ${n}</title><link>http://x/${n}</link></item>`)
  const web = createServer((_request, response) => response.end(`<rss>${items.join('')}</rss>`))
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  mkdirSync(join(home, 'research'))
  const feed = `http://127.0.0.1:${(web.address() as AddressInfo).port}/feed`
  writeFileSync(join(home, 'research/feeds.json'), JSON.stringify([feed]))
  assert.deepEqual(await plugins.load(), [])
  const pipeline = await strand('research-pipeline')
  const first = await run(pipeline, {})
  assert.deepEqual([first.scrape, first.publish], [{ feeds: 1, items: 7 }, { published: 5 }])
  const second = await run(pipeline, {})
  assert.deepEqual([second.scrape, second.publish], [{ feeds: 1, items: 7 }, { published: 2 }])
  assert.deepEqual((await run(pipeline, {})).publish, { published: 0 })
  web.closeAllConnections()
  await new Promise((resolve) => web.close(resolve))
})

test("an editor finds the types in the home, and mistakes in a strand's data are type errors", async () => {
  await source.load()
  symlinkSync(join(root, 'node_modules/@types'), join(home, 'node_modules/@types'))
  symlinkSync(join(root, 'node_modules/undici-types'), join(home, 'node_modules/undici-types'))
  const guide = readFileSync(join(root, 'docs/guide/strands.md'), 'utf8')
  const settings = /```json tsconfig.json\n(?<text>.*?)```/s.exec(guide)?.groups?.text
  assert.ok(settings !== undefined, 'the guide shows a tsconfig.json')
  writeFileSync(join(home, 'tsconfig.json'), settings)
  const check = () => execute(join(root, 'node_modules/.bin/tsc'), ['--project', home, '--pretty', 'false'])
  await check()
  writeFileSync(join(home, 'workflows/mistakes.ts'), mistakes)
  await assert.rejects(check(), (error: Error & { stdout: string }) => {
    const lines = [...error.stdout.matchAll(/mistakes\.ts\((\d+),/g)].map(([, line]) => Number(line))
    assert.deepEqual([...new Set(lines)], [5, 8, 9, 10, 13], error.stdout)
    return true
  })
  rmSync(join(home, 'workflows/mistakes.ts'))
})

/** Wrong in the lines 5, 8, 9, 10 and 13. */
const mistakes = `import { defineStrand } from 'orrery/strand'
export default defineStrand({
  id: 'mistakes',
  input: { type: 'object', required: ['n'], properties: { n: { type: 'integer' }, kind: { enum: ['a', 'b'] } } },
  schedul: null,
  steps: [
    { id: 'a', run: ({ output }) => { output('x'); return { text: 'x' } } },
    { id: 'b', after: ['a'], run: ({ results }) => results.a.txt },
    { id: 'c', run: ({ results }) => results.a },
    { id: 'd', run: ({ input }) => input.n.toUpperCase() },
    { id: 'e', after: ['a'], run: ({ input, results }): string => input.kind + results.a.text + input.n.toFixed() },
    { id: 'f', after: ['e'],
      run: ({ results }): number => results.e },
  ],
})
`
