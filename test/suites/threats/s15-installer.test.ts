// S15: the hook installer changes nothing of a user's settings but its own entries, and takes those away again.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, lstat, mkdir, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { promisify } from 'node:util'
import { makeHome, type TestHome } from '../../support/home.ts'
import { launch, listSessions } from '../../support/http.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

let place: TestHome
let service: Service
let folder: string
let settings: string

before(async () => {
  place = await makeHome()
  const programs = join(place.root, 'programs')
  await mkdir(programs)
  await writeFile(join(programs, 'claude'), '#!/bin/sh\nexit 0\n')
  await chmod(join(programs, 'claude'), 0o755)
  folder = join(place.userHome, '.claude')
  settings = join(folder, 'settings.json')
  service = await startService(place, { env: { PATH: [programs, process.env.PATH].join(delimiter) } })
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})
/** Uninstalling leaves `hooks.autoInstall: false` behind, and the client's name. */
beforeEach(async () => {
  await rm(folder, { recursive: true, force: true })
  await rm(join(place.home, 'config.json'), { force: true })
  await rm(join(place.home, 'hooks-left-out'), { force: true })
  await mkdir(folder)
})

const ourEvents = [
  'Notification',
  'PermissionRequest',
  'PostToolUse',
  'PostToolUseFailure',
  'SessionStart',
  'Stop',
  'StopFailure',
  'UserPromptSubmit',
]

/** Another program's hooks, in places where ours go as well, spelled as no formatter would. */
const groups = [
  `{"matcher":"Edit|Write",
\t\t"hooks":[{"type":"command" , "command":"prettier --write \\"$FILE\\" # \\u00e9 \\/ 😀"}] }`,
  '{"hooks":[{"type":"command","command":"say done","timeout":5.0e0}]}, {"hooks":[]}',
  '{"matcher":"*","hooks":[{"command":"audit","type":"command"}]}',
]
const others = `"PostToolUse" :[ ${groups[0]} ],
   "Stop":[${groups[1]}],"PreToolUse":[${groups[2]}]`

const originals: Readonly<Record<string, string>> = {
  'odd spaces': `{ "model":"opus",\n\n  "hooks" :{ ${others} }   ,"permissions":{"allow":["Bash(ls:*)"],"deny":[ ]}}\n\n`,
  'one line without an end': `{"hooks":{${others.replaceAll(/\s+/g, ' ')}},"x":1e3}`,
  'carriage returns': `{\r\n\t"hooks": {\r\n\t\t${others.replaceAll('\n', '\r\n')}\r\n\t}\r\n}\r\n`,
  'tabs and no hooks': '{\n\t"env": {\n\t\t"A": "1"\n\t}\n}\n',
  'four spaces, empty hooks': '{\n    "hooks": {},\n    "z": [1, 2,3]\n}',
  'empty lists': '{"hooks": {"Stop": [], "Notification":[ ]}}',
  'an empty object': '{}',
  'an empty object in lines': '\n{\n}\n',
  'a key twice': '{"model":"a","model":"b","hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}}',
  'a mark at its start': '\uFEFF{"hooks": {}}\n',
  'words like ours':
    '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"echo SERVICE_SESSION_TMUX orrery-hook"}]}]}}',
  'groups of an unknown shape': '{"hooks": {"Stop": [{"hooks": "x"}, 7, null], "New": {"a": 1}}}',
  'large numbers and escapes': '{"id": 12345678901234567890, "t": "\\u0041\\ud83d\\ude00", "n": -0.10}',
}

type Settings = { readonly hooks?: Readonly<Record<string, readonly ({ readonly hooks?: readonly Hook[] } | null)[]>> }
type Hook = { readonly type: string; readonly command: string }

/** By event, the commands of ours. */
function ours(text: string): Readonly<Record<string, string[]>> {
  const { hooks = {} } = JSON.parse(text.replace(/^\uFEFF/, '')) as Settings
  const found = Object.entries(hooks).map(([event, groups]) => {
    const hooks = [groups]
      .flat()
      .flatMap((group) => group?.hooks)
      .filter((hook) => typeof hook === 'object')
    const commands = hooks.map(({ command }) => command)
    return [event, commands.filter((command) => command.includes(`'${place.home}'`))] as const
  })
  return Object.fromEntries(found.filter(([, commands]) => commands.length > 0))
}

let launches = 0

async function launchAgent(): Promise<void> {
  const session_name = `agent-claude-${(launches += 1)}`
  const answer = await launch(service, { agent_type: 'code-agent', prompt: 'go', session_name })
  assert.equal(answer.status, 201, answer.text)
}

const readSettings = () => readFile(settings, 'utf8')

async function uninstall(): Promise<void> {
  const { code, out, err } = await orrery(place, ['hook', 'uninstall'])
  assert.equal(code, 0, out + err)
}

for (const [name, original] of Object.entries(originals)) {
  test(`settings with ${name}: others stand byte for byte, ours come once, and uninstalling restores the file`, async () => {
    await writeFile(settings, original)
    await chmod(settings, 0o640)
    await launchAgent()
    const installed = await readSettings()
    assert.deepEqual(Object.keys(ours(installed)).toSorted(), ourEvents)
    assert.ok(Object.values(ours(installed)).every((commands) => commands.length === 1))
    assertKept(original, installed)
    assert.equal((await stat(settings)).mode & 0o777, 0o640)
    await launchAgent()
    assert.equal(await readSettings(), installed, 'a second launch')
    await uninstall()
    assert.equal(await readSettings(), original)
    // It stays away until somebody asks for it.
    await launchAgent()
    assert.equal(await readSettings(), original)
    assert.deepEqual(await readdir(folder), ['settings.json'])
  })
}

/** The original's bytes stand in the same order, and everything between them is ours. */
function assertKept(original: string, installed: string): void {
  let at = 0
  for (const character of original) {
    const found = installed.indexOf(character, at)
    assert.notEqual(found, -1, `lost ${JSON.stringify(character)} of ${original}`)
    at = found + character.length
  }
  for (const group of groups.filter((part) => original.includes(part))) assert.ok(installed.includes(group), group)
}

test('without settings a private file is made, and uninstalling removes it and the folder', async () => {
  await rm(folder, { recursive: true })
  await launchAgent()
  assert.deepEqual(Object.keys(ours(await readSettings())).toSorted(), ourEvents)
  assert.deepEqual([(await stat(settings)).mode & 0o777, (await stat(folder)).mode & 0o777], [0o600, 0o700])
  await uninstall()
  assert.equal(existsSync(folder), false)
})

const refused: readonly string[] = [
  '{"hooks": {"Stop": [',
  '{"hooks": {},}',
  '// a comment\n{"hooks": {}}',
  "{'hooks': {}}",
  '',
  ' \n',
  'null',
  '[]',
  '"text"',
  '{"hooks": []}',
  '{"hooks": {"Stop": {}}}',
  '{"hooks": {"Stop": "x"}}',
  '{"hooks": {}} trailing',
  '{"a": "\u0001"}',
]

test('settings that are no JSON, or of an unknown shape, are left alone, and the launch goes on', async () => {
  for (const text of refused) {
    await writeFile(settings, text)
    const { mtimeMs, ino } = await stat(settings)
    await launchAgent()
    const name = `agent-claude-${launches}`
    const found = (await listSessions(service)).find((session) => session.tmux_session === name)
    assert.equal(found?.state === 'running' || found?.state === 'completed', true, text)
    const { code, err } = await orrery(place, ['hook', 'install'])
    assert.notEqual(code, 0, text)
    assert.match(err, /settings\.json/)
    const now = await stat(settings)
    assert.deepEqual([await readSettings(), now.mtimeMs, now.ino], [text, mtimeMs, ino])
    assert.deepEqual(await readdir(folder), ['settings.json'])
  }
})

test('settings that are no text, or a folder, are left alone, and the launch goes on', async () => {
  const bytes = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])
  await writeFile(settings, bytes)
  await launchAgent()
  assert.deepEqual(await readFile(settings), bytes)
  await rm(settings)
  await mkdir(settings)
  await launchAgent()
  assert.deepEqual(await readdir(settings), [])
})

test('a symbolic link to settings elsewhere stays a link, and what it points to is edited and restored', async () => {
  const original = originals['odd spaces'] ?? ''
  const dotfiles = join(place.userHome, 'dotfiles')
  await mkdir(dotfiles)
  const target = join(dotfiles, 'claude.json')
  await writeFile(target, original)
  await chmod(target, 0o644)
  await symlink('../dotfiles/claude.json', settings)
  await launchAgent()
  assert.equal(await readlink(settings), '../dotfiles/claude.json')
  assert.deepEqual(Object.keys(ours(await readFile(target, 'utf8'))).toSorted(), ourEvents)
  assert.equal((await stat(target)).mode & 0o777, 0o644)
  await uninstall()
  assert.ok((await lstat(settings)).isSymbolicLink())
  assert.equal(await readFile(target, 'utf8'), original)
  assert.deepEqual(await readdir(dotfiles), ['claude.json'])
})

test('many launches at once install once', async () => {
  await writeFile(settings, originals['tabs and no hooks'] ?? '')
  await Promise.all(Array.from({ length: 8 }, launchAgent))
  assert.ok(Object.values(ours(await readSettings())).every((commands) => commands.length === 1))
  await uninstall()
  assert.equal(await readSettings(), originals['tabs and no hooks'])
})

test('a hundred times in and out again: every file of every client stands as a person left it', async () => {
  const theirs: Readonly<Record<string, string>> = {
    '.claude/settings.json': originals['odd spaces'] ?? '',
    '.claude/CLAUDE.md': 'my notes\n',
    '.codex/hooks.json': originals['carriage returns'] ?? '',
    '.codex/config.toml': 'model = "o"   # mine\n',
    '.gemini/settings.json': '{\n  // Mine.\n  "hooks": { /* none */ },\n  "ui": { "theme": "x" }\n}\n',
    '.config/opencode/plugin/mine.js': 'export const Mine = async () => ({})\n',
    '.config/opencode/opencode.json': '{"model":"x/y"}',
  }
  const look = async (): Promise<Record<string, string>> => {
    const folders = ['.claude', '.codex', '.gemini', '.config']
    const listed = await Promise.all(
      folders.map(async (name) => {
        const found = await readdir(join(place.userHome, name), { recursive: true, withFileTypes: true })
        return found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
      }),
    )
    const paths = listed.flat().toSorted()
    return Object.fromEntries(
      await Promise.all(
        paths.map(async (path) => [path.slice(place.userHome.length + 1), await readFile(path, 'utf8')]),
      ),
    ) as Record<string, string>
  }
  for (const [path, text] of Object.entries(theirs)) {
    await mkdir(dirname(join(place.userHome, path)), { recursive: true })
    await writeFile(join(place.userHome, path), text)
  }
  assert.deepEqual(await look(), theirs)
  const clients = ['claude', 'codex', 'gemini', 'opencode'] as const
  const act = async (what: 'install' | 'uninstall', time: number): Promise<void> => {
    for (const client of clients) {
      // The command and the page do the same; a start of the command takes a hundred times as long.
      if (time % 50 === 0) {
        const { code, err } = await orrery(place, ['hook', what, client])
        assert.equal(code, 0, err)
      }
      const query = `POST /api/hooks/${what}?client=${client}`
      assert.equal((await service.call(query, { token: service.token })).status, 200)
    }
  }
  for (let time = 0; time < 100; time += 1) {
    await act('install', time)
    const installed = await look()
    for (const path of ['.claude/settings.json', '.codex/hooks.json', '.gemini/settings.json'])
      assert.notEqual(installed[path], theirs[path])
    assert.ok(installed['.config/opencode/plugin/orrery.js'] !== undefined)
    await act('uninstall', time)
    assert.deepEqual(await look(), theirs)
  }
  await Promise.all(['.codex', '.gemini', '.config'].map((name) => rm(join(place.userHome, name), { recursive: true })))
})

test('what a user adds after the installation survives the uninstallation', async () => {
  await writeFile(settings, originals['tabs and no hooks'] ?? '')
  await launchAgent()
  const added = (await readSettings()).replace('"A": "1"', '"A": "2",\n\t\t"B":   "3"')
  await writeFile(settings, added)
  await uninstall()
  assert.equal(await readSettings(), '{\n\t"env": {\n\t\t"A": "2",\n\t\t"B":   "3"\n\t}\n}\n')
})

test('the installed line says nothing and ends well without our variable, and reports with it', async () => {
  await launchAgent()
  const [line = ''] = ours(await readSettings()).PostToolUse ?? []
  const run = (env: Record<string, string>) => {
    const child = promisify(execFile)('sh', ['-c', line], { env: { ...place.env(), ...env } })
    // The line may end before it reads anything.
    child.child.stdin?.on('error', () => {})
    child.child.stdin?.end('{"tool_name":"Bash"}')
    return child
  }
  assert.deepEqual(await run({}), { stdout: '', stderr: '' })
  const told = { SERVICE_SESSION_TMUX: 'agent-told', SERVICE_HOOK_PORT: String(service.hookPort) }
  assert.deepEqual(await run(told), { stdout: '', stderr: '' })
  await until('the event has come', async () => {
    return (await listSessions(service)).some(({ tmux_session }) => tmux_session === 'agent-told')
  })
})
