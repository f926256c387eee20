import assert from 'node:assert/strict'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { silentLog } from '#platform/server/log/log.ts'
import { createTmux } from '#platform/server/tmux/create-tmux.ts'
import { isRunning, until } from '#platform/server/tmux/tmux.testkit.ts'
import type { Tmux } from '#platform/server/tmux/tmux.ts'
import { removeArtifacts } from './artifacts.ts'
import { createLauncher } from './launcher.ts'
import { catalog, hookScript, read, sessionOf, startRig, type Rig, withoutHooks } from './launcher.testkit.ts'
import { readLog } from './log-recorder.ts'

/** Writes its arguments, NUL-terminated, and its stdin to files in its folder. */
const recorder = `#!/bin/sh
if [ -t 0 ]; then echo terminal > stdin; else cat > stdin; fi
for word; do printf '%s\\0' "$word"; done > args.new; mv args.new args
`

async function recordedArgs({ server, report }: Rig, name = 'agent-1'): Promise<string[]> {
  await report(name)
  return readFileSync(join(server.folder, 'args'), 'utf8').split('\0').slice(0, -1)
}

async function logOf({ home }: Rig, id = 'session1'): Promise<string> {
  return (await readLog(home, id, { tailBytes: 100_000, from: null }))?.bytes.toString() ?? ''
}

async function alive({ tmux }: Rig): Promise<string[]> {
  const listing = await tmux.list()
  assert.ok(listing.kind === 'sessions', JSON.stringify(listing))
  return listing.sessions.map(({ name }) => name)
}

function assertNoCanary({ server, home }: Rig): void {
  for (const folder of [server.folder, home, '/tmp', process.cwd()]) assert.ok(!existsSync(join(folder, 'canary')))
}

const ends: readonly (readonly [command: string, code: number])[] = [
  ['true', 0],
  ['exit 7', 7],
  ['no-such-program', 127],
  ['kill -TERM $$', 143],
  ['kill -KILL $$', 137],
  ['kill -INT $$', 130],
]

for (const [prompt, code] of ends) {
  test(`a command that ends by "${prompt}" is reported with ${code}, and its terminal closes`, async () => {
    using rig = startRig(process.env)
    const spawned = await rig.spawn({ prompt })
    assert.ok(spawned.ok)
    assert.deepEqual([spawned.value.id, spawned.value.name], ['$0', 'agent-1'])
    assert.equal(await rig.report('agent-1'), `bash --exit ${code} agent-1 run1 7420`)
    await until('the terminal is closed', async () => (await alive(rig)).length === 0)
  })
}

test('an interrupt ends the program, is reported, and leaves a neighbour of a similar name alone', async () => {
  using rig = startRig(process.env)
  const prompt = 'echo ready; sleep 1000'
  const one = await rig.spawn({ prompt })
  assert.ok((await rig.spawn({ id: 'session10', tmux_session: 'agent-10', prompt })).ok)
  await until('it runs', async () => (await logOf(rig)).includes('ready'))
  assert.ok(one.ok && (await rig.tmux.interrupt(one.value)).ok)
  assert.equal(await rig.report('agent-1'), 'bash --exit 130 agent-1 run1 7420')
  await until('it is gone', async () => (await alive(rig)).join() === 'agent-10')
  assert.equal(read(join(rig.server.folder, 'report-agent-10')), '')
})

test('a program that handles the interrupt goes on and is reported by its own end', async () => {
  using rig = startRig(process.env)
  const spawned = await rig.spawn({
    prompt: 'trap "echo caught; exit 5" INT; echo ready; while :; do sleep 0.01; done',
  })
  await until('it runs', async () => (await logOf(rig)).includes('ready'))
  assert.ok(spawned.ok && (await rig.tmux.interrupt(spawned.value)).ok)
  assert.equal(await rig.report('agent-1'), 'bash --exit 5 agent-1 run1 7420')
})

test('killing the session ends the program, too', async () => {
  using rig = startRig(process.env)
  const spawned = await rig.spawn({ prompt: 'echo $$ > pid.new; mv pid.new pid; sleep 1000 & wait' })
  await until('it runs', () => existsSync(join(rig.server.folder, 'pid')))
  assert.ok(spawned.ok && (await rig.tmux.kill(spawned.value)).ok)
  const pid = Number(read(join(rig.server.folder, 'pid')))
  await until('the program is gone', () => !isRunning(pid))
})

test('without bash the fallback script reports, and without any script the program ends all the same', async () => {
  using rig = startRig(process.env)
  rmSync(join(rig.home, 'bin/orrery-hook.sh'))
  writeFileSync(join(rig.home, 'bin/orrery-hook-fallback.sh'), hookScript('sh'))
  assert.ok((await rig.spawn({ prompt: 'exit 3' })).ok)
  assert.equal(await rig.report('agent-1'), 'sh --exit 3 agent-1 run1 7420')
  rmSync(join(rig.home, 'bin/orrery-hook-fallback.sh'))
  assert.ok((await rig.spawn({ tmux_session: 'agent-2', prompt: 'exit 3' })).ok)
  await until('all terminals are closed', async () => (await alive(rig)).length === 0)
})

test('a program that is not installed is said so in the terminal', async () => {
  using rig = startRig(process.env)
  assert.ok((await rig.spawn({ agent_type: 'gateway-agent' })).ok)
  assert.equal(await rig.report('agent-1'), 'bash --exit 127 agent-1 run1 7420')
  await until('the log says it', async () => /orrery: openclaw is not installed, or not/.test(await logOf(rig)))
})

test('a program that may not run is said so, and a program whose own status is 126 says it itself', async () => {
  const agents = { ...catalog, plain: { ...catalog.shell!, command: ['/etc/passwd'] } }
  using rig = startRig(process.env, { agents })
  assert.ok((await rig.spawn({ agent_type: 'plain' })).ok)
  assert.equal(await rig.report('agent-1'), 'bash --exit 126 agent-1 run1 7420')
  await until('the log says it', async () => /orrery: \/etc\/passwd is not allowed to run/.test(await logOf(rig)))
  assert.ok((await rig.spawn({ id: 'own', tmux_session: 'agent-2', prompt: 'exit 126' })).ok)
  assert.equal(await rig.report('agent-2'), 'bash --exit 126 agent-2 run1 7420')
})

test("a program's name never means a builtin or function of the script", async () => {
  const commands = ['exit', 'eval', 'orrery_end', 'trap', 'export', '.']
  const agents = Object.fromEntries(commands.map((name) => [name, { ...catalog.shell!, command: [name, '{prompt}'] }]))
  using rig = startRig(process.env, { agents })
  for (const [index, agent_type] of commands.entries()) {
    assert.ok((await rig.spawn({ agent_type, id: `s${index}`, tmux_session: `a${index}`, prompt: '42' })).ok)
    assert.match(await rig.report(`a${index}`), /^bash --exit 12[67] /)
  }
})

const texts: readonly (readonly [name: string, text: string])[] = [
  ['a format that runs a program', '#(touch canary)'],
  ['a format', '#{pid} #H ##'],
  ['a time', '%H:%M 100%'],
  ['a semicolon at the end', 'do x;'],
  ['an escaped semicolon', 'x\\;'],
  ['a substitution', '$(touch canary) `touch canary` ${HOME}'],
  ['quotes', `it's "quoted" '\\'' \\`],
  ['a shell command', '; touch canary; #'],
  ['two lines', 'one\ntouch canary\n'],
  ['a leading dash', '--help'],
  ['an equals sign', '=agent-1'],
  ['control characters', 'a\tb\u0003\u001b[31m\r\u0004'],
  ['other scripts', 'grüße āĂ 日本 🪐'],
  ['4 KB', 'x'.repeat(4096)],
  ['200 KB', `${'x;#(touch canary) '.repeat(12_000)}end;`],
  ['nothing but spaces', '   '],
]

for (const [name, text] of texts) {
  test(`a prompt with ${name} reaches the agent as it is, and runs nothing`, async () => {
    using rig = startRig(process.env)
    rig.install('claude', recorder)
    assert.ok((await rig.spawn({ agent_type: 'code-agent', prompt: text, label: text })).ok)
    const isLong = text.length > 100_000
    assert.deepEqual(
      await recordedArgs(rig),
      isLong ? ['-p'] : text.startsWith('-') ? ['-p', '--', text] : ['-p', text],
    )
    assert.equal(read(join(rig.server.folder, 'stdin')), isLong ? text : 'terminal\n')
    assertNoCanary(rig)
  })
}

test('labels, task ids, names and folders are arguments and nothing else', async () => {
  const command = ['record', '{label}', '--task={task_id}', '{session_name}', '{working_dir}', '{{prompt}']
  using rig = startRig(process.env, { agents: { mine: { ...catalog.shell!, command } } })
  rig.install('record', recorder)
  for (const [, text] of texts) {
    const session = { agent_type: 'mine', label: text.slice(0, 5000), task_id: text.slice(0, 5000) }
    assert.ok((await rig.spawn({ ...session, tmux_session: '-x', prompt: 'unused' })).ok)
    const expected = [session.label, `--task=${session.task_id}`, '-x', rig.server.folder, '{prompt}']
    assert.deepEqual(await recordedArgs(rig, '-x'), expected)
    for (const file of ['args', 'report--x']) rmSync(join(rig.server.folder, file))
    await until('it is gone', async () => (await alive(rig)).length === 0)
  }
  assertNoCanary(rig)
})

const folders = ['d#(touch canary)', 'd#[x]', "it's $(touch canary);", 'two\nlines', '-x', '%H']
for (const name of folders) {
  test(`the folder ${JSON.stringify(name)} is where the agent works`, async () => {
    using rig = startRig(process.env)
    const working_dir = join(rig.server.folder, name)
    mkdirSync(working_dir)
    assert.ok((await rig.spawn({ working_dir, prompt: 'pwd > where' })).ok)
    await rig.report('agent-1')
    assert.equal(read(join(working_dir, 'where')), `${working_dir}\n`)
    assertNoCanary(rig)
  })
}

test('a long shell command runs as a script', async () => {
  using rig = startRig(process.env)
  const prompt = `touch ran\n: '${'x'.repeat(200_000)}'\nexit 9`
  assert.ok((await rig.spawn({ prompt })).ok)
  assert.match(await rig.report('agent-1'), /--exit 9 /)
  assert.ok(existsSync(join(rig.server.folder, 'ran')))
})

test('the agent sees our variables, and no secret or setting of the service or of the tmux server', async () => {
  using rig = startRig(process.env, { env: { ACCESS_TOKEN: 'canary', SERVICE_X: 'canary' } })
  rig.server.raw('new-session', '-d', '-s', 'foreign', 'sleep', '1000')
  const secrets = ['ACCESS_TOKEN', 'DATABASE_URL', 'SERVICE_STORE_KEY', 'SERVICE_SESSION_INTERACTIVE', 'SERVICE_X']
  secrets.push('PORT', 'HOST', 'DEPLOYMENT', 'GATEWAY_PORT')
  for (const name of secrets) rig.server.raw('set-environment', '-g', name, 'canary\nexport SERVICE_RUN_ID=canary')
  assert.ok((await rig.spawn({ prompt: 'env > env' })).ok)
  await rig.report('agent-1')
  const seen = read(join(rig.server.folder, 'env')).split('\n')
  assert.deepEqual(seen.filter((line) => line.startsWith('SERVICE_')).toSorted(), [
    `SERVICE_HOME=${rig.home}`,
    'SERVICE_HOOK_PORT=7420',
    'SERVICE_RUN_ID=run1',
    'SERVICE_SESSION_TMUX=agent-1',
  ])
  assert.ok(!seen.some((line) => line.replaceAll(rig.home, '').includes('canary')))
  assert.ok(!seen.some((line) => /^(ACCESS_TOKEN|DATABASE_URL|PORT|HOST|DEPLOYMENT|GATEWAY_PORT|orrery)/.test(line)))
  assert.ok(seen.some((line) => line.startsWith('TMUX=')))
})

test('an interactive agent is told so, gets its own variables, and keeps its terminal', async () => {
  const env = { KEY: "a;b 'c' #(touch canary)\nsecond line" }
  using rig = startRig(process.env, { agents: { ...catalog, 'code-agent': { ...catalog['code-agent']!, env } } })
  rig.install('claude', `${recorder}printf %s "$KEY" > key; echo "$SERVICE_SESSION_INTERACTIVE" > interactive\n`)
  assert.ok((await rig.spawn({ agent_type: 'code-agent', interactive: true, prompt: '' })).ok)
  assert.deepEqual(await recordedArgs(rig), [])
  assert.equal(read(join(rig.server.folder, 'stdin')), 'terminal\n')
  assert.equal(read(join(rig.server.folder, 'key')), env.KEY)
  assert.equal(read(join(rig.server.folder, 'interactive')), '1\n')
  assertNoCanary(rig)
})

const variableRows: readonly (readonly [own: Record<string, string>, seen: string])[] = [
  [{}, '0'],
  [{ npm_config_fetch_retries: '5' }, '5'],
]
for (const [env, seen] of variableRows)
  test(`opencode asks its registry as often as ${Object.keys(env)[0] ?? 'nobody'} says: ${seen}`, async () => {
    using rig = startRig(process.env, { agents: { ...catalog, opencode: { ...catalog.opencode!, env } } })
    rig.install('opencode', `${recorder}printf %s "$npm_config_fetch_retries" > retries\n`)
    assert.ok((await rig.spawn({ agent_type: 'opencode', interactive: true, prompt: '' })).ok)
    await rig.report('agent-1')
    assert.equal(read(join(rig.server.folder, 'retries')), seen)
  })

test('the log holds the output from the first byte, for its owner alone, and a restart goes on in it', async () => {
  using rig = startRig(process.env)
  const umask = process.umask(0)
  try {
    assert.ok((await rig.spawn({ prompt: "printf 'FIRST\\033[1mLAST'" })).ok)
    await rig.report('agent-1')
    await until('the log is there', async () => (await logOf(rig)) === 'FIRST\u001b[1mLAST')
    await until('it is gone', async () => (await alive(rig)).length === 0)
    assert.ok((await rig.spawn({ prompt: 'printf again' })).ok)
    await until('the log is longer', async () => (await logOf(rig)).endsWith('LASTagain'))
  } finally {
    process.umask(umask)
  }
  for (const [path, mode] of modesOf(rig.home)) {
    const isStub = path.endsWith('orrery-hook.sh')
    assert.ok(isStub || (mode & 0o077) === 0, `${path} has mode ${mode.toString(8)}`)
  }
})

test('what a session left is removed, and links are removed without what they point to', async () => {
  using rig = startRig(process.env)
  const target = join(rig.server.folder, 'target')
  mkdirSync(target)
  writeFileSync(join(target, 'kept'), 'kept')
  assert.ok((await rig.spawn({ prompt: 'x'.repeat(200_000) })).ok)
  await rig.report('agent-1')
  symlinkSync(target, join(rig.home, 'runs/session1/link'))
  symlinkSync(join(target, 'kept'), join(rig.home, 'logs/session1.log.1'))
  await removeArtifacts(rig.home, 'session1', { log: 'remove' })
  assert.deepEqual([readdirSync(join(rig.home, 'runs')), readdirSync(join(rig.home, 'logs'))], [[], []])
  assert.equal(read(join(target, 'kept')), 'kept')
  symlinkSync(target, join(rig.home, 'runs/session1'))
  for (const id of ['session1', '../../target', '..', '', 'kept/../x'])
    await removeArtifacts(rig.home, id, { log: 'remove' })
  rmSync(join(rig.home, 'runs'), { recursive: true })
  symlinkSync(rig.server.folder, join(rig.home, 'runs'))
  await removeArtifacts(rig.home, 'target', { log: 'remove' })
  assert.equal(read(join(target, 'kept')), 'kept')
})

test('a launch writes through no link', async () => {
  using rig = startRig(process.env)
  const target = join(rig.server.folder, 'target')
  writeFileSync(target, 'kept')
  mkdirSync(join(rig.home, 'logs'))
  symlinkSync(target, join(rig.home, 'logs/session1.log'))
  assert.ok((await rig.spawn({ prompt: 'echo hello' })).ok)
  await until('the log is there', async () => (await logOf(rig)).includes('hello'))
  assert.equal(read(target), 'kept')
  assert.ok(lstatSync(join(rig.home, 'logs/session1.log')).isFile())
  rmSync(join(rig.home, 'runs'), { recursive: true })
  symlinkSync(rig.server.folder, join(rig.home, 'runs'))
  const refused = await rig.spawn({ tmux_session: 'agent-2' })
  assert.equal(!refused.ok && refused.error.error, 'storage_unavailable')
  assert.ok(!existsSync(join(rig.server.folder, 'session1')))
})

const cannotStart: readonly (readonly [what: string, changes: Parameters<Rig['spawn']>[0], field: string])[] = [
  ['a type that is gone', { agent_type: 'gone' }, 'agent_type'],
  ['a type without an interactive mode', { interactive: true }, 'interactive'],
  ['a folder that is gone', { working_dir: '/no/such/folder' }, 'working_dir'],
  ['a name that tmux would change', { tmux_session: 'a.b' }, 'session_name'],
  ['a NUL in the prompt', { prompt: 'a\0b' }, 'prompt'],
  ['a NUL in the label', { label: 'a\0b' }, 'label'],
  ['an id that would lead elsewhere', { id: '../x' }, 'id'],
  ['a prompt too long for the program', { agent_type: 'gateway-agent', prompt: 'x'.repeat(200_000) }, 'prompt'],
]

for (const [what, changes, field] of cannotStart) {
  test(`a session with ${what} is not started`, async () => {
    using rig = startRig(process.env)
    const refused = await rig.spawn(changes)
    assert.ok(!refused.ok && refused.error.error === 'invalid_request')
    assert.deepEqual(
      refused.error.details?.map((detail) => detail.field),
      [field],
    )
    assert.deepEqual(await alive(rig), [])
  })
}

test('a folder that goes between the check and the start is said so in the terminal', async () => {
  using rig = startRig(process.env)
  const working_dir = join(rig.server.folder, 'gone')
  mkdirSync(working_dir)
  const tmux: Tmux = {
    ...rig.tmux,
    create(session) {
      rmSync(working_dir, { recursive: true })
      return rig.tmux.create(session)
    },
  }
  const { home, server } = rig
  const launcher = createLauncher({
    tmux,
    home,
    agents: () => catalog,
    hookPort: () => 7420,
    userHome: home,
    log: silentLog,
    environment: {},
    ...withoutHooks,
  })
  const session = sessionOf(server, { working_dir, prompt: 'touch ran' })
  assert.ok((await launcher.spawn({ session, runId: 'run1' })).ok)
  assert.match(await rig.report('agent-1'), /--exit 1 /)
  await until('the log says it', async () => /cannot be entered: .*gone/.test(await logOf(rig)))
  assert.ok(!existsSync(join(rig.server.folder, 'ran')))
})

test('a name that tmux has already is session_exists, and that session goes on', async () => {
  using rig = startRig(process.env)
  rig.server.raw('new-session', '-d', '-s', 'agent-1', 'sleep', '1000')
  const refused = await rig.spawn({})
  assert.ok(!refused.ok && refused.error.error === 'session_exists')
  assert.deepEqual(await alive(rig), ['agent-1'])
})

test('a machine without tmux says how to install it', async () => {
  using rig = startRig(process.env)
  const { server, home } = rig
  const env = { ...server.env, PATH: join(server.folder, 'empty') }
  const tmux = createTmux({ socketName: server.socketName, env, log: silentLog })
  const launcher = createLauncher({
    tmux,
    home,
    agents: () => catalog,
    hookPort: () => 1,
    userHome: home,
    log: silentLog,
    environment: {},
    ...withoutHooks,
  })
  const refused = await launcher.spawn({ session: sessionOf(server, {}), runId: 'run1' })
  assert.ok(!refused.ok && refused.error.error === 'tmux_missing')
  assert.match(refused.error.hint ?? '', /apt install tmux/)
})

function* modesOf(folder: string): Generator<[path: string, mode: number]> {
  yield [folder, statSync(folder).mode]
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* modesOf(path)
    else yield [path, statSync(path).mode]
  }
}
