// The service managers, each in the place of its own program: a script that keeps what it was asked and answers as told.
import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { findManager, type Manager } from './manager.ts'

type Given = { readonly program: 'systemctl' | 'launchctl'; readonly environment?: Record<string, string> }

/** `answers`: lines of shell by the word that stands in what was asked. */
async function managed({ program, environment = {} }: Given, answers: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-manager-'))
  const asked = join(folder, 'asked')
  const cases = Object.entries(answers).map(([word, lines]) => `*${word}*) ${lines} ;;`)
  const script = `#!/bin/sh\necho "$*" >> ${asked}\ncase "$*" in\n${cases.join('\n')}\n*) ;;\nesac\n`
  await writeFile(join(folder, program), script)
  await chmod(join(folder, program), 0o755)
  const manager = findManager({
    environment: { PATH: `${folder}:/usr/bin:/bin`, USER: 'nobody-of-this-machine', ...environment },
    userHome: '/home/ada',
    name: 'orrery-work',
    platform: program === 'launchctl' ? 'darwin' : 'linux',
  })
  assert.ok(manager !== null)
  return {
    manager,
    asked: async () => (await readFile(asked, 'utf8')).trim().split('\n'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

const launchdDomain = `gui/${process.getuid?.() ?? 0}`

test('systemd of the user is asked by the name of the unit', async () => {
  await using place = await managed({ program: 'systemctl' })
  const { manager } = place
  assert.deepEqual(
    [manager.name, manager.unit, manager.file, manager.restartLine],
    [
      'systemd',
      'orrery-work.service',
      '/home/ada/.config/systemd/user/orrery-work.service',
      'systemctl --user restart orrery-work.service',
    ],
  )
  for (const act of [manager.enable, manager.restart, manager.disable])
    assert.deepEqual(await act(), { ok: true, value: null })
  await manager.forget()
  assert.deepEqual(await place.asked(), [
    '--user daemon-reload',
    '--user enable orrery-work.service',
    '--user restart orrery-work.service',
    '--user disable --now orrery-work.service',
    '--user daemon-reload',
  ])
  const logLine = 'journalctl --user -u orrery-work.service -n 20'
  assert.equal(manager.logArgv({ lines: 20, follow: false }).join(' '), `${logLine} --no-pager`)
  assert.equal(manager.logArgv({ lines: 20, follow: true }).join(' '), `${logLine} -f`)
  assert.deepEqual(manager.outlivesLogout, { holds: false, line: 'loginctl enable-linger nobody-of-this-machine' })
})

test('its settings may lie elsewhere, and it may not be there at all', async () => {
  await using place = await managed({ program: 'systemctl', environment: { XDG_CONFIG_HOME: '/etc/ada' } })
  assert.equal(place.manager.file, '/etc/ada/systemd/user/orrery-work.service')
  const nowhere = {
    environment: { PATH: '/nowhere' },
    userHome: '/home/ada',
    name: 'orrery',
    platform: 'linux',
  } as const
  assert.equal(findManager(nowhere), null)
})

test('what systemd refuses is told with what was asked and the first line of its answer', async () => {
  await using place = await managed({ program: 'systemctl' }, { enable: 'printf "No such unit\\nmore" >&2; exit 1' })
  const refused = await place.manager.enable()
  assert.ok(!refused.ok)
  assert.equal(refused.error, 'systemctl --user enable orrery-work.service: No such unit')

  await using other = await managed({ program: 'systemctl' }, { 'daemon-reload': 'exit 1' })
  assert.equal((await other.manager.enable()).ok, false)
  assert.deepEqual(await other.asked(), ['--user daemon-reload'], 'nothing is enabled that it did not read')
})

const states: readonly (readonly [string, Awaited<ReturnType<Manager['running']>>])[] = [
  ['active', 'running'],
  ['activating', 'starting'],
  ['reloading', 'running'],
  ['deactivating', 'stopped'],
  ['inactive', 'stopped'],
  ['failed', 'failed'],
  ['whatever', 'unknown'],
]
test('a unit runs as systemd says it does', async () => {
  for (const [word, state] of states) {
    await using place = await managed({ program: 'systemctl' }, { 'is-active': `echo ${word}; exit 3` })
    assert.equal(await place.manager.running(), state, word)
  }
})

test('launchd is asked by the label of the agent, and loads its file anew for each start', async () => {
  await using place = await managed({ program: 'launchctl' }, { bootout: 'exit 3' })
  const { manager } = place
  assert.deepEqual(
    [manager.name, manager.unit, manager.file],
    ['launchd', 'local.orrery-work', '/home/ada/Library/LaunchAgents/local.orrery-work.plist'],
  )
  const label = `${launchdDomain}/local.orrery-work`
  assert.equal((await manager.enable()).ok, true)
  assert.equal((await manager.restart()).ok, true, 'that none was loaded is no fault')
  assert.equal((await manager.disable()).ok, false)
  await manager.forget()
  assert.deepEqual(await place.asked(), [
    `enable ${label}`,
    `bootout ${label}`,
    `bootstrap ${launchdDomain} ${manager.file}`,
    `bootout ${label}`,
  ])
  const logFile = '/home/ada/Library/Logs/orrery-work.log'
  assert.equal(manager.logArgv({ lines: 5, follow: true }).join(' '), `tail -n 5 -f ${logFile}`)
  assert.equal(manager.logArgv({ lines: 5, follow: false }).join(' '), `tail -n 5 ${logFile}`)
  const text = manager.textOf({
    noun: 'service',
    argv: ['/opt/node', 'start'],
    environment: {},
    home: '/h',
    lastingCodes: [],
  })
  assert.match(text, /<string>local\.orrery-work<\/string>/)
  assert.deepEqual(manager.outlivesLogout, { holds: false, line: null })
})

test('an agent of launchd runs while it says so', async () => {
  for (const [line, state] of [
    ['state = running', 'running'],
    ['state = not running', 'stopped'],
  ] as const) {
    await using place = await managed({ program: 'launchctl' }, { print: `echo "  ${line}"` })
    assert.equal(await place.manager.running(), state)
  }
})
