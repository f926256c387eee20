// What `orrery daemon pair`, `status` and `unpair` read, refuse and say, without a hub.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Cli, CliProcess } from '#platform/server/cli/cli.ts'
import { createCli } from '#platform/server/cli/create-cli.ts'
import { systemClock } from '#platform/server/clock.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { lockHome } from '#platform/server/files/home-lock.ts'
import { sampleConfig } from '../../../testing/sample-config.testkit.ts'
import { pair, type PairArguments } from './cli-pair.ts'
import { showStatus } from './cli-status.ts'
import { unpair } from './cli-unpair.ts'
import { openRunBook } from './spool/run-book.ts'
import { newRun } from './spool/spool-tables.ts'
import { deviceFolder, loadKeys, runsFile, writePaired, writeStatus, type DaemonStatus } from './device-home.ts'

const code = 'K7QP2MXDAB.AAAAAAAAAAAAAAAAAAAAAA'
/** Nothing listens there. */
const hub = 'http://127.0.0.1:9'

async function setUp(t: TestContext, typed = '') {
  const home = await mkdtemp(join(tmpdir(), 'orrery-daemon-cli-'))
  t.after(() => rm(home, { recursive: true }))
  const said: string[] = []
  const stream = { isTTY: false, columns: 120, write: (text: string) => (said.push(text), true) }
  const around: CliProcess = {
    environment: { SERVICE_HOME: home },
    userHome: home,
    workingDir: home,
    ownArgv: [],
    stdout: stream,
    stderr: stream,
    readStdin: async () => '',
    readLine: async () => typed,
    readSecret: async () => '',
    runOnTerminal: async () => null,
    takeTerminal: () => null,
    catchSignals: () => new AbortController().signal,
  }
  const folder = deviceFolder(home)
  return { cli: createCli(around), home, folder, said: () => said.join('') }
}

/** Nothing runs in these tests unless one says so. */
const endAgents = async (): Promise<void> => assert.fail('nothing runs here')

type Place = Awaited<ReturnType<typeof setUp>>

async function pairedPlace(t: TestContext): Promise<Place> {
  const place = await setUp(t)
  await mkdir(place.folder, { mode: 0o700 })
  const { signer } = await loadKeys(place.folder)
  writePaired(place.folder, {
    device_id: 'd1',
    label: 'Forge',
    hub_url: 'https://hub.example',
    hub_id: 'h1',
    hub_public_key: signer.publicKey,
    paired_at: '2026-11-20T10:00:00.000Z',
  })
  return place
}

async function refusalOf(act: () => unknown): Promise<CliError> {
  try {
    await act()
  } catch (error) {
    if (error instanceof CliError) return error
    throw error
  }
  throw new Error('it was not refused')
}

const pairWith = (cli: Cli, home: string, given: Partial<PairArguments>) =>
  refusalOf(() => pair(cli, sampleConfig(home), { url: hub, code, ...given }))

test('what was typed is judged before anything is asked', async (t) => {
  const rows: [Partial<PairArguments>, RegExp, RegExp][] = [
    [{ url: 'hub' }, /^hub is no address of a hub$/, /https:\/\/hub\.example/],
    [{ url: 'http://hub.example' }, /has no https/, /--insecure/],
    [{ code: 'K7QP2MXDAB' }, /^this is no pairing code$/, /two parts/],
    [{ label: '' }, /a label has 1 to 80 characters/, /^$/],
    [{ tag: ['no blanks'] }, /a tag must be letters, digits/, /^$/],
  ]
  const { cli, home } = await setUp(t)
  for (const [given, message, hint] of rows) {
    const refused = await pairWith(cli, home, given)
    assert.match(refused.message, message)
    assert.match(refused.hints.join(' '), hint)
  }
})

test('a code that is left out is asked for, so that no list of processes shows it', async (t) => {
  const { cli, home, said } = await setUp(t, 'nonsense\n')
  assert.match((await pairWith(cli, home, { code: null })).message, /no pairing code/)
  assert.match(said(), /^Code \(as the page shows it/)
})

test('a hub that does not answer is told, with what to look at', async (t) => {
  const { cli, home } = await setUp(t)
  const refused = await pairWith(cli, home, {})
  assert.match(refused.message, /^http:\/\/127\.0\.0\.1:9 does not answer/)
  assert.match(refused.hints.join(' '), /run the same command again/)
})

test('a machine that is paired keeps its hub until it is unpaired', async (t) => {
  const { cli, home, folder, said } = await pairedPlace(t)
  const refused = await pairWith(cli, home, {})
  assert.match(refused.message, /is paired with https:\/\/hub\.example as Forge/)
  assert.deepEqual(refused.hints.length, 2)
  await unpair({ cli, endAgents }, {})
  assert.match(said(), /no longer paired with https:\/\/hub\.example/)
  for (const file of ['paired.json', 'device-key', 'age-identity', 'status.json'])
    assert.equal(existsSync(join(folder, file)), false, file)
  assert.match((await refusalOf(() => showStatus(cli))).message, /not paired/)
})

test('unpairing what was never paired is refused', async (t) => {
  const { cli } = await setUp(t)
  assert.match((await refusalOf(() => unpair({ cli, endAgents }, {}))).message, /not paired/)
})

async function keepRun(folder: string, label: string): Promise<void> {
  await using book = await openRunBook({ path: runsFile(folder), clock: systemClock })
  const start = {
    harness: 'mother-llm',
    prompt: 'wait',
    model: null,
    working_dir: null,
    options: { label },
    credentials: {},
  } as const
  const run = newRun({ session_id: 's1', run_id: 'r1', start, beganMs: 0 })
  await book.add({ ...run, state: 'running' }, { type: 'session.accepted' })
}

test('while agents run here a person says what becomes of them, and until then nothing changes', async (t) => {
  const { cli, folder, said } = await pairedPlace(t)
  await keepRun(folder, 'Night watch')
  {
    // A child of the daemon runs for as long as that does.
    using lock = lockHome(folder)
    assert.notEqual(lock, null)
    const refused = await refusalOf(() => unpair({ cli, endAgents }, {}))
    assert.match(refused.message, /^nothing was changed: 1 agent runs here for the hub$/)
    assert.match(refused.hints.join('\n'), /mother-llm: Night watch\n.*--stop-agents\n.*--keep-agents/)
    assert.match(
      (await refusalOf(() => unpair({ cli, endAgents }, { stopAgents: true, keepAgents: true }))).message,
      /either/,
    )
    assert.ok(existsSync(join(folder, 'paired.json')))
  }
  await unpair({ cli, endAgents }, {})
  assert.match(said(), /no longer paired/)
  assert.equal(existsSync(runsFile(folder)), false, 'what was kept for one hub reaches no other')
})

const status = (fields: Partial<DaemonStatus>): DaemonStatus => ({
  pid: process.pid,
  state: 'connected',
  since: '2026-11-20T10:00:00.000Z',
  reason: null,
  hint: null,
  ...fields,
})

test('the status believes a daemon that lives; of one that was killed only that it was revoked', async (t) => {
  const waiting = status({ state: 'waiting', reason: 'The hub is not reached.', hint: 'Look at it.' })
  const rows: [DaemonStatus | null, 'lives' | 'is gone', RegExp, number][] = [
    [null, 'is gone', /^stopped\n/, 69],
    [null, 'lives', /^starting\n/, 69],
    [status({}), 'lives', /^connected since 2026-11-20 \d\d:\d\d\n/, 0],
    [status({}), 'is gone', /^stopped\n/, 69],
    [waiting, 'lives', /^waiting since [-\d]+ [:\d]+\n {2}The hub is not reached\.\n {2}Look at it\./, 69],
    [waiting, 'is gone', /^stopped\ndevice/, 69],
    [status({ state: 'revoked', reason: 'It was revoked.' }), 'is gone', /^revoked\n {2}It was revoked\./, 69],
  ]
  for (const [told, life, text, exit] of rows) {
    const { cli, folder, said } = await pairedPlace(t)
    if (told !== null) writeStatus(folder, told)
    using lock = life === 'lives' ? lockHome(folder) : null
    assert.equal(lock !== null, life === 'lives')
    await showStatus(cli)
    assert.match(said(), text)
    assert.match(said(), /^device {7}Forge \(d1\)$/m)
    assert.match(said(), /^fingerprint {2}(\w+ ){5}\w+$/m)
    assert.equal(cli.exitCode, exit, `${told?.state} ${life}`)
  }
})

test('as JSON the status has every field, null where there is nothing to tell', async (t) => {
  const { cli, said } = await pairedPlace(t)
  cli.speak({ json: true })
  await showStatus(cli)
  const { fingerprint, unit, ...facts } = JSON.parse(said()) as Record<string, unknown>
  assert.equal((fingerprint as string[]).length, 6)
  assert.equal(unit, null, 'no service manager is on this PATH')
  assert.deepEqual(facts, {
    device_id: 'd1',
    label: 'Forge',
    hub: 'https://hub.example',
    paired_at: '2026-11-20T10:00:00.000Z',
    state: 'stopped',
    since: null,
    pid: null,
    reason: null,
    hint: null,
  })
})
