// The package that is published, installed as a person installs it: what comes, how much, and that it runs and goes.
// ORRERY_TARBALL_NODES names further Nodes that it is tried with, as `18,20,22,24` (`npm run tarball -- --all`).
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, readlink, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { WebSocket } from 'ws'
import { root } from '../../support/entry.ts'
import { makeHome } from '../../support/home.ts'
import { launch, listSessions, sessionOf } from '../../support/http.ts'
import {
  bareCaller,
  installTarball,
  ownCaller,
  packTarball,
  type Installed,
  type Tarball,
} from '../../support/installed.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const mb = 1_000_000
/** Node itself is 192 MB of it. */
const installedLimit = 200 * mb
/** 0.7 MB of it is the viewer of the API's document, 0.6 MB the page, 0.4 MB the engine of PostgreSQL that is loaded on demand. */
const tarballLimit = 3.5 * mb

/** The runtime comes as a package of its own for each platform. */
const pinned = /^node-(bin-)?(linux|darwin)-(x64|arm64)$/
const terminals = /^@lydell\/node-pty(-(linux|darwin)-(x64|arm64))?$/

const majors = (process.env.ORRERY_TARBALL_NODES ?? '').split(',').filter((major) => major !== '')

let folder: string
let tarball: Tarball

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery-tarball-'))
  tarball = await packTarball(folder)
})
after(() => rm(folder, { recursive: true, force: true }))

test('npm pack gives the bundle and the page, no sources, nothing of an earlier build, within its size', () => {
  const folders = new Set(tarball.files.map((file) => file.split('/')[0]))
  assert.deepEqual(folders, new Set(['CHANGELOG.md', 'LICENSE', 'README.md', 'bin', 'dist', 'package.json']))
  for (const needed of ['dist/orrery.js', 'dist/web/index.html', 'dist/orrery-strand/strand.d.ts', 'bin/orrery'])
    assert.ok(tarball.files.includes(needed), needed)
  assert.deepEqual(
    tarball.files.filter((file) => /^dist\/\.|\.map$|\.test\.|\.tsx?$/.test(file) && !file.endsWith('.d.ts')),
    [],
  )
  assert.equal(tarball.files.filter((file) => /^dist\/program-[^/]*\.js$/.test(file)).length, 1, 'of one build')
  assert.ok(tarball.bytes <= tarballLimit, `${tarball.bytes} bytes`)
})

test('the guide installs the file that npm pack makes', () => {
  const [block = ''] = /(?<=```sh\n)[^`]*/.exec(readFileSync(join(root, 'docs/guide/running.md'), 'utf8')) ?? []
  const install = `npm install -g ./${basename(tarball.path)}`
  assert.deepEqual(block.trim().split('\n'), ['npm pack', install, 'orrery start'])
})

const callers = majors.length === 0 ? ['the Node of the tests'] : majors
for (const major of callers) {
  test(`installed with ${major} it runs with its page, an agent and its metrics, and goes again`, async (context) => {
    const at = join(folder, major.replaceAll(/\W/g, '-'))
    const caller = majors.length === 0 ? await ownCaller() : await bareCaller(major, `${at}-node`)
    const cache = majors[0] === major ? { cache: `${at}-cache` } : {}
    const installed = await installTarball(tarball.path, { caller, folder: at, ...cache }).catch(noRegistry(context))
    if (installed === null) return
    const seconds = (installed.tookMs / 1000).toFixed(1)
    const from = 'cache' in cache ? 'an empty cache' : "npm's cache"
    context.diagnostic(`${caller.name}: ${(installed.bytes / mb).toFixed(1)} MB in ${seconds} s from ${from}`)
    assertSmall(installed)
    await tryIt(installed)
    await installed.uninstall()
    assert.deepEqual(installed.left(), [], 'nothing is left')
  })
}

/** Without a registry the few packages can't be had: that is said, and only then is the test let through. */
function noRegistry(context: TestContext): (error: unknown) => null {
  return (error) => {
    const text = error instanceof Error ? error.message : String(error)
    if (majors.length > 0 || !/npm error (code E(NOTFOUND|AI_AGAIN|CONNREFUSED|TIMEDOUT|NOTCACHED)|network)/.test(text))
      throw error
    context.skip(`no registry: ${text.split('\n')[1] ?? text}`)
    return null
  }
}

function assertSmall({ packages, bytes }: Installed): void {
  const names = packages.map(({ name }) => name).toSorted()
  const others = names.filter((name) => name !== 'orrery' && !pinned.test(name) && !terminals.test(name))
  assert.deepEqual(others, [], 'no compiler, no bundler, no type checker, nothing but what it runs on')
  assert.ok(names.includes('orrery') && names.some((name) => pinned.test(name)), names.join(', '))
  const runByNpm = ['preinstall', 'install', 'postinstall', 'prepare']
  for (const { name, scripts } of packages)
    for (const script of runByNpm) assert.equal(scripts[script], undefined, `${name}: ${script}`)
  assert.ok(bytes <= installedLimit, `${bytes} bytes`)
}

async function tryIt(installed: Installed): Promise<void> {
  await using place = await makeHome()
  const options = { program: [installed.orrery], env: { PATH: installed.path } }
  {
    await using service = await startService(place, options)
    if (process.platform === 'linux') {
      const program = await readlink(`/proc/${service.pid}/exe`)
      assert.match(program, /\/lib\/node_modules\/orrery\/node_modules\/node-linux-\w+\/bin\/node$/)
      assert.ok(program.startsWith(await realpath(dirname(dirname(installed.orrery)))), program)
    }
    await assertServes(service)
    const prompt = 'echo from the tarball; read line; echo "and $line"'
    const { id } = sessionOf(await launch(service, { agent_type: 'shell', prompt }))
    await assertTerminal(service, id)
    const sent = await orrery(place, ['send', id, 'back'], options)
    assert.equal(sent.code, 0, sent.err)
    await until('the agent is done', async () => {
      return (await listSessions(service)).find((session) => session.id === id)?.state === 'completed'
    })
    const said = await orrery(place, ['logs', id], options)
    assert.match(said.out, /from the tarball[^]*and back/, said.err)
    assert.equal((await service.stop()).code, 0)
  }
  const demo = await orrery(place, ['demo', '--for', '1s', '--json'], options)
  assert.match(demo.out, /"login_url": "http/, demo.err)
  const version = await orrery(place, ['--version'], options)
  assert.match(version.out, /^\d+\.\d+\.\d+\n$/)
}

async function assertServes({ call, token }: Service): Promise<void> {
  const page = await call('GET /')
  const script = /src="(?<path>\/assets\/[^"]+\.js)"/.exec(page.text)?.groups?.path
  assert.ok(script, page.text)
  assert.equal((await call(`GET ${script}`)).status, 200)
  assert.match((await call('GET /metrics')).text, /^process_cpu_seconds_total /m)
  assert.match((await call('GET /api/docs', { token })).text, /swagger-ui/)
  assert.equal((await call('GET /api/docs/static/swagger-ui-bundle.js', { token })).status, 200)
}

/** The native part of a terminal is the one piece that the bundle does not hold. */
async function assertTerminal({ port, token }: Service, id: string): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/terminal/${id}`, ['orrery', `orrery.token.${token}`])
  let shown = ''
  socket.on('message', (data: Buffer) => (shown += data.toString()))
  await until('the terminal shows what it wrote', () => shown.includes('from the tarball'))
  socket.close()
}
