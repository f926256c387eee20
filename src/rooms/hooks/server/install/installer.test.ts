import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { silentLog, type Log } from '#platform/server/log/log.ts'
import { hookClients } from '../../core/clients.ts'
import { createEnsureHooks } from './auto-install.ts'
import { editFile } from '#platform/server/files/edit-file.ts'
import { temporaryFolder } from '../hooks.testkit.ts'
import { installByCommand, uninstallByCommand } from './install-commands.ts'
import { hooksInstalled, installHooks, settingsPathOf, uninstallHooks } from './installer.ts'

const scripts = { promptSubmit: 'working', interactiveStop: 'to_review' } as const
const original = '{\n\t"model": "opus",\n\t"hooks": {"Stop": [ {"hooks": []} ]}\n}'

function person(userHome: string) {
  const home = join(userHome, '.service')
  mkdirSync(home, { mode: 0o700, recursive: true })
  const place = { userHome, environment: {} }
  return { home, ...place, client: 'claude', settingsPath: settingsPathOf('claude', place) } as const
}

function personWith(userHome: string, settings: string | Buffer) {
  mkdirSync(join(userHome, '.claude'))
  writeFileSync(join(userHome, '.claude/settings.json'), settings, { mode: 0o640 })
  return person(userHome)
}

test('installing keeps the file mode, leaves no other file behind, and says what it did', async () => {
  using folder = temporaryFolder()
  const ann = personWith(folder.path, original)
  assert.equal(await hooksInstalled(ann), 'absent')
  const installed = await installHooks(ann)
  assert.ok(installed.ok)
  assert.equal(installed.value.changed, true)
  assert.equal(installed.value.events.length, 8)
  assert.equal(statSync(ann.settingsPath).mode & 0o777, 0o640)
  assert.deepEqual(readdirSync(join(folder.path, '.claude')), ['settings.json'])
  assert.equal(await hooksInstalled(ann), 'installed')
  const again = await installHooks(ann)
  assert.equal(again.ok && again.value.changed, false)
  assert.deepEqual(await uninstallHooks(ann), { ok: true, value: true })
  assert.equal(readFileSync(ann.settingsPath, 'utf8'), original)
  assert.deepEqual(await uninstallHooks(ann), { ok: true, value: false })
})

test('an installation of fewer events counts as partly', async () => {
  using folder = temporaryFolder()
  const ann = person(folder.path)
  await installHooks(ann)
  const settings = JSON.parse(readFileSync(ann.settingsPath, 'utf8'))
  delete settings.hooks.Stop
  writeFileSync(ann.settingsPath, JSON.stringify(settings))
  assert.equal(await hooksInstalled(ann), 'partly')
})

test('a file and folder that did not exist are gone again after uninstalling', async () => {
  using folder = temporaryFolder()
  const ann = person(folder.path)
  assert.ok((await installHooks(ann)).ok)
  assert.equal(statSync(ann.settingsPath).mode & 0o777, 0o600)
  assert.ok((await uninstallHooks(ann)).ok)
  assert.equal(existsSync(join(folder.path, '.claude')), false)
})

test('a folder that existed stays, and so does one in which somebody put a file', async () => {
  for (const already of [true, false]) {
    using folder = temporaryFolder()
    const ann = person(folder.path)
    if (already) mkdirSync(join(folder.path, '.claude'))
    await installHooks(ann)
    if (!already) writeFileSync(join(folder.path, '.claude/notes'), '')
    await uninstallHooks(ann)
    assert.deepEqual(readdirSync(join(folder.path, '.claude')), already ? [] : ['notes'])
  }
})

test('behind a symbolic link the target is edited and the link stays', async () => {
  using folder = temporaryFolder()
  const ann = person(folder.path)
  mkdirSync(join(folder.path, '.claude'))
  mkdirSync(join(folder.path, 'dotfiles'))
  writeFileSync(join(folder.path, 'dotfiles/claude.json'), original)
  symlinkSync('../dotfiles/claude.json', ann.settingsPath)
  assert.ok((await installHooks(ann)).ok)
  assert.equal(readlinkSync(ann.settingsPath), '../dotfiles/claude.json')
  assert.match(readFileSync(join(folder.path, 'dotfiles/claude.json'), 'utf8'), /orrery-hook/)
  assert.ok((await uninstallHooks(ann)).ok)
  assert.equal(readlinkSync(ann.settingsPath), '../dotfiles/claude.json')
  assert.equal(readFileSync(join(folder.path, 'dotfiles/claude.json'), 'utf8'), original)
  assert.deepEqual(readdirSync(join(folder.path, 'dotfiles')), ['claude.json'])
})

test('a symbolic link to nothing gets its target made and taken away again', async () => {
  using folder = temporaryFolder()
  const ann = person(folder.path)
  mkdirSync(join(folder.path, '.claude'))
  symlinkSync(join(folder.path, 'later.json'), ann.settingsPath)
  assert.ok((await installHooks(ann)).ok)
  assert.ok(existsSync(join(folder.path, 'later.json')))
  assert.ok((await uninstallHooks(ann)).ok)
  assert.equal(existsSync(join(folder.path, 'later.json')), false)
  assert.ok(lstatSync(ann.settingsPath).isSymbolicLink())
})

const unusable: [string, string | Buffer, string, RegExp][] = [
  ['comments', '{\n  // mine\n}', 'refused', /settings\.json is not valid JSON .*; see line 2, column 3\.$/],
  ['a half text', '{"hooks":', 'refused', /is not valid JSON/],
  ['nothing', '', 'refused', /is not valid JSON/],
  ['bytes that are no text', Buffer.from([0x7b, 0xff, 0x7d]), 'not_text', /is not valid UTF-8\.$/],
  ['strange hooks', '{"hooks":[1]}', 'refused', /has a "hooks" that is no object\.$/],
  ['a strange list', '{"hooks":{"Stop":"x"}}', 'refused', /has a "Stop" hook that is no list\.$/],
]

for (const [name, settings, code, reason] of unusable) {
  test(`a settings file with ${name} is refused and stays as it is`, async () => {
    using folder = temporaryFolder()
    const ann = personWith(folder.path, settings)
    const installed = await installHooks(ann)
    assert.equal(installed.ok, false)
    if (installed.ok) return
    assert.equal(installed.error.code, code)
    assert.match(installed.error.reason, reason)
    assert.deepEqual(readFileSync(ann.settingsPath), Buffer.from(settings))
    assert.deepEqual(readdirSync(join(folder.path, '.claude')), ['settings.json'])
  })
}

test('a path that cannot be written is a refusal, not an error', async () => {
  using folder = temporaryFolder()
  writeFileSync(join(folder.path, '.claude'), 'a file where a folder should be')
  const installed = await installHooks(person(folder.path))
  assert.equal(!installed.ok && installed.error.code, 'not_writable')
})

test('a change by another program in between is kept, and the edit starts anew', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'f')
  writeFileSync(path, '0')
  let calls = 0
  const edited = await editFile({
    path,
    links: 'follow',
    edit({ text }) {
      calls += 1
      if (calls <= 3) writeFileSync(path, String(calls))
      return { ok: true, value: { text: `${text}!` } }
    },
  })
  assert.deepEqual(edited, { ok: true, value: true })
  assert.equal(readFileSync(path, 'utf8'), '3!')
})

test('a file that keeps changing is left to the other program', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'f')
  let calls = 0
  const edited = await editFile({
    path,
    links: 'follow',
    edit() {
      writeFileSync(path, String((calls += 1)))
      return { ok: true, value: { text: 'ours' } }
    },
  })
  assert.equal(!edited.ok && edited.error.code, 'changed_meanwhile')
  assert.equal(readFileSync(path, 'utf8'), String(calls))
  assert.deepEqual(readdirSync(folder.path), ['f'])
})

test('several processes that install and uninstall at once leave a valid file with everything of others', async () => {
  using folder = temporaryFolder()
  const ann = personWith(folder.path, original)
  const source = `
    const { installHooks, uninstallHooks } = await import(${JSON.stringify(new URL('./installer.ts', import.meta.url))})
    const target = ${JSON.stringify(ann)}
    for (let round = 0; round < 15; round++) await (round % 2 ? uninstallHooks(target) : installHooks(target))
    await uninstallHooks(target)`
  const children = [1, 2].map(() =>
    spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: 'inherit' }),
  )
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0] as number))
  assert.deepEqual(codes, [0, 0])
  await uninstallHooks(ann)
  assert.equal(readFileSync(ann.settingsPath, 'utf8'), original)
  assert.deepEqual(readdirSync(join(folder.path, '.claude')), ['settings.json'])
})

test('for any settings file, install and uninstall through the disk restore every byte', async () => {
  using folder = temporaryFolder()
  const ann = personWith(folder.path, '{}')
  const value = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { maxKeys: 4 })
  const bytes = fc
    .tuple(value, fc.constantFrom(0, 2, 3, '\t'), fc.constantFrom('', '\n', '\r\n'), fc.constantFrom('', '\ufeff'))
    .map(([settings, indent, end, mark]) => Buffer.from(mark + JSON.stringify(settings, null, indent) + end))
  await fc.assert(
    fc.asyncProperty(bytes, async (before) => {
      writeFileSync(ann.settingsPath, before)
      const installed = await installHooks(ann)
      if (!installed.ok) fc.pre(false)
      assert.ok((await uninstallHooks(ann)).ok)
      assert.deepEqual(readFileSync(ann.settingsPath), before)
    }),
    { numRuns: 25 },
  )
})

test('the commands write the scripts and switch automatic installing on and off', async () => {
  using folder = temporaryFolder()
  const ann = person(folder.path)
  const config = join(ann.home, 'config.json')
  writeFileSync(config, '{ "db": { "sync": "full" } }\n')
  const installed = await installByCommand(ann, scripts)
  assert.equal(installed.ok && installed.value.autoInstallProblem, null)
  assert.deepEqual(readdirSync(join(ann.home, 'bin')), [
    'orrery-approval.sh',
    'orrery-hook-fallback.sh',
    'orrery-hook.sh',
  ])
  assert.equal(readFileSync(config, 'utf8'), '{ "db": { "sync": "full" } }\n')
  const uninstalled = await uninstallByCommand(ann)
  assert.deepEqual(uninstalled, {
    ok: true,
    value: { client: 'claude', settingsPath: ann.settingsPath, changed: true, autoInstallProblem: null },
  })
  assert.deepEqual(JSON.parse(readFileSync(config, 'utf8')), { db: { sync: 'full' }, hooks: { autoInstall: false } })
  await installByCommand(ann, scripts)
  assert.deepEqual(JSON.parse(readFileSync(config, 'utf8')), { db: { sync: 'full' }, hooks: { autoInstall: true } })
})

test('the others get their own files, and taking one out keeps its own launches from installing', async () => {
  using folder = temporaryFolder()
  const ann = person(folder.path)
  for (const [client, file] of [
    ['codex', '.codex/hooks.json'],
    ['gemini', '.gemini/settings.json'],
    ['opencode', '.config/opencode/plugin/orrery.js'],
  ] as const) {
    const installed = await installByCommand({ ...ann, client }, scripts)
    assert.equal(installed.ok && installed.value.settingsPath, join(folder.path, file))
    assert.equal(installed.ok && typeof installed.value.note, client === 'codex' ? 'string' : 'object')
    await uninstallByCommand({ ...ann, client })
    assert.equal(existsSync(join(folder.path, file)), false)
  }
  assert.equal(existsSync(join(folder.path, '.config')), false)
  assert.equal(existsSync(join(ann.home, 'config.json')), false)
  const ensureHooks = createEnsureHooks({ ...ann, wishesIn: ann.home, log: silentLog })
  const kindsOf = async (...all: readonly string[]) =>
    Promise.all(all.map(async (harness) => (await ensureHooks(harness)).kind))
  assert.deepEqual(await kindsOf('codex', 'gemini', 'opencode', 'code-agent'), ['off', 'off', 'off', 'installed'])
  await installByCommand({ ...ann, client: 'gemini' }, scripts)
  await uninstallByCommand(ann)
  // config.json says no for Claude Code, and the others go on as they are wanted.
  assert.deepEqual(await kindsOf('codex', 'gemini', 'opencode', 'code-agent'), ['off', 'installed', 'off', 'off'])
  await installByCommand(ann, scripts)
  writeFileSync(join(ann.home, 'config.json'), '{ "hooks": { "autoInstall": false } }')
  assert.deepEqual(await kindsOf('gemini', 'code-agent'), ['off', 'off'], 'a person turned all of them off')
})

test('settings are where the client is told to look, by the service or by its agent type', async () => {
  using folder = temporaryFolder()
  const ann = person(folder.path)
  const at = (name: string): string => join(folder.path, name)
  const environment = { CODEX_HOME: at('c'), CLAUDE_CONFIG_DIR: at('a'), XDG_CONFIG_HOME: at('x') }
  const places = hookClients.map((client) => settingsPathOf(client, { ...ann, environment }))
  assert.deepEqual(
    places.map((path) => relative(folder.path, path)),
    ['a/settings.json', 'c/hooks.json', '.gemini/settings.json', 'x/opencode/plugin/orrery.js'],
  )
  const odd = { ...ann, environment: { CODEX_HOME: 'not/absolute', CLAUDE_CONFIG_DIR: '' } }
  assert.equal(settingsPathOf('codex', odd), at('.codex/hooks.json'))
  assert.equal(settingsPathOf('claude', odd), at('.claude/settings.json'))
  const ensureHooks = createEnsureHooks({ ...ann, wishesIn: ann.home, log: silentLog })
  const ensured = await ensureHooks('codex', { CODEX_HOME: at('typed') })
  assert.equal(existsSync(at('typed/hooks.json')), true)
  assert.match(ensured.arguments.join(' '), /typed\/hooks\.json/)
  assert.equal(existsSync(at('.codex')), false)
})

test('a config.json that is a symbolic link is not written through; the answer says what to do', async () => {
  using folder = temporaryFolder()
  const ann = person(folder.path)
  writeFileSync(join(folder.path, 'elsewhere.json'), '{}')
  symlinkSync(join(folder.path, 'elsewhere.json'), join(ann.home, 'config.json'))
  const uninstalled = await uninstallByCommand(ann)
  assert.match((uninstalled.ok && uninstalled.value.autoInstallProblem) || '', /Set hooks\.autoInstall to false there/)
  assert.equal(readFileSync(join(folder.path, 'elsewhere.json'), 'utf8'), '{}')
})

test('before a launch hooks are installed once, not at all when switched off, and a failure is only a warning', async () => {
  using folder = temporaryFolder()
  const ann = person(folder.path)
  const warnings: unknown[] = []
  const log: Log = { ...silentLog, warn: (...line: unknown[]) => void warnings.push(line) }
  const ensureHooks = createEnsureHooks({ ...ann, wishesIn: ann.home, log })
  assert.deepEqual(await Promise.all([ensureHooks('code-agent'), ensureHooks('code-agent')]), [
    { kind: 'installed', changed: true, arguments: [] },
    { kind: 'installed', changed: false, arguments: [] },
  ])
  await uninstallByCommand(ann)
  assert.deepEqual(await ensureHooks('code-agent'), { kind: 'off', arguments: [] })
  assert.equal(existsSync(ann.settingsPath), false)
  await installByCommand(ann, scripts)
  writeFileSync(ann.settingsPath, '{ half')
  assert.equal((await ensureHooks('code-agent')).kind, 'failed')
  assert.equal(warnings.length, 1)
  assert.equal(readFileSync(ann.settingsPath, 'utf8'), '{ half')
})
