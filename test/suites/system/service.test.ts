// Orrery under a service manager. No user manager of systemd runs where tests run: test/support/user-manager.mjs does with
// the unit what systemd does, and systemd itself, where it is installed, says whether the unit is one.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readServiceInfo } from '#platform/server/files/service-info.ts'
import { root } from '../../support/entry.ts'
import { makeHome, type TestHome, type Variables } from '../../support/home.ts'
import { call, sessionOf } from '../../support/http.ts'
import { orrery, startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { withManager } from '../../support/user-manager.ts'

const skip = process.platform === 'linux' ? false : 'systemd is on Linux alone'

/** The one unit of a test's home, whose name has the home in it. */
async function unitOf(place: TestHome, env: Variables): Promise<string> {
  return (JSON.parse((await orrery(place, ['service', 'status', '--json'], { env })).out) as { file: string }).file
}

test(
  'installed it runs by its unit alone; a restart leaves every terminal alive; uninstalled it is gone',
  { skip },
  async () => {
    await using place = await makeHome()
    const { env, asked } = withManager(place)
    const options = { env }
    const installed = await orrery(place, ['service', 'install'], options)
    try {
      assert.equal(installed.code, 0, installed.err)
      assert.match(
        installed.out,
        /^orrery-home-[0-9a-f]{8}\.service is installed and runs on http:\/\/127\.0\.0\.1:\d+\n$/,
      )
      assert.match(installed.err, /ends when you log out.*loginctl enable-linger/)
      const first = readServiceInfo(place.home) ?? assert.fail('it runs')
      const token = readFileSync(join(place.home, 'access-token'), 'utf8').trim()
      const launched = await call(Number(new URL(first.url ?? '').port), 'POST /api/agents/launch', {
        token,
        json: { agent_type: 'shell', prompt: 'sleep 600' },
      })
      const { id } = sessionOf(launched)
      // The service's own keeper session comes and goes with it.
      const named = ['-f', '#{m:agent-*,#{session_name}}', '-F', '#{session_id} #{session_created} #{session_name}']
      const terminals = () => place.tmux('list-sessions', ...named)
      await until('the agent has a terminal', async () => (await place.terminals()).length === 1)
      const before = await terminals()

      const again = await orrery(place, ['service', 'install'], options)
      assert.match(again.out, /was installed already and runs/, again.err)
      assert.equal(readServiceInfo(place.home)?.pid, first.pid, 'what is as it should be is left alone')

      const [unit = ''] = installed.out.split(' ')
      assert.ok(asked().includes(`enable ${unit}`), asked().join('\n'))
      const { status } = spawnSync('systemctl', ['--user', 'restart', unit], { env: place.env(env) })
      assert.equal(status, 0)
      const second = await until('it runs again', () => {
        const info = readServiceInfo(place.home)
        return info !== null && info.pid !== first.pid && info.url !== null && info
      })
      assert.equal(await terminals(), before, 'the same terminals, by id and time')
      const seen = await call(Number(new URL(second.url ?? '').port), `GET /api/hooks/sessions/${id}`)
      assert.deepEqual([sessionOf(seen).state, sessionOf(seen).tmux_alive], ['running', true])

      const shown = await orrery(place, ['service'], options)
      assert.match(shown.out, /^Installed in .*\nRuns orrery-home-\w+\.service on http.*\nsystemd says: running\./)
    } finally {
      const removed = await orrery(place, ['service', 'uninstall'], options)
      assert.match(removed.out, /is gone\. Agents go on/, removed.err)
    }
    assert.equal((await place.terminals()).length, 1, 'the agent goes on')
    assert.equal(existsSync(await unitOf(place, env)), false)
    assert.match((await orrery(place, ['service', 'uninstall'], options)).out, /^No .* is installed\.\n$/)
  },
)

test(
  'it refuses what it did not write, a second service on its home, and a machine without a manager',
  { skip },
  async () => {
    await using place = await makeHome()
    const { env } = withManager(place)
    const file = await unitOf(place, env)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, '[Unit]\n')
    for (const verb of ['install', 'uninstall']) {
      const { code, err } = await orrery(place, ['service', verb], { env })
      assert.deepEqual([code, readFileSync(file, 'utf8')], [1, '[Unit]\n'])
      assert.match(err, /was not written by orrery.*\n.*Move it away/)
    }
    writeFileSync(file, "# Written by 'orrery service install'\n")
    {
      await using byHand = await startService(place)
      const { code, err } = await orrery(place, ['service', 'install'], { env })
      assert.equal(code, 75)
      assert.match(err, new RegExp(`started by hand\\n.*kill ${byHand.pid}`))
    }
    const nowhere = await orrery(place, ['service', 'install'], { env: { PATH: join(place.root, 'none') } })
    assert.equal(nowhere.code, 69)
    assert.match(nowhere.err, /neither systemd nor launchd/)
  },
)

test('the commands of the guide work as they stand', { skip }, async () => {
  await using place = await makeHome()
  const { env, install } = withManager(place)
  const text = readFileSync(join(root, 'docs/guide/running.md'), 'utf8')
  const [block = ''] = /orrery service install\n[^`]*/.exec(text) ?? []
  const lines = block.trim().split('\n')
  assert.equal(lines.length, 4)
  // What the manager kept is shown by a program of its own.
  install('journalctl', 'echo "$@"')
  for (const line of lines) {
    const { code, out, err } = await orrery(place, line.split(' ').slice(1), { env })
    assert.equal(code, 0, `${line}: ${err}`)
    if (line.includes('logs')) assert.match(out, /^--user -u orrery-home-\w+\.service -n 20 --no-pager\n$/)
  }
})

test('the unit is one for systemd, holds no secret, and others may not write it', { skip }, async () => {
  await using place = await makeHome()
  const secret = 'a-secret-of-thirty-two-characters-or-more'
  const env = { PATH: `${withManager(place).env.PATH}:/odd $HOME/100%/"quoted"`, ACCESS_TOKEN: secret }
  const printed = await orrery(place, ['service', 'install', '--print'], { env })
  assert.equal(printed.code, 0, printed.err)
  assert.doesNotMatch(printed.out, new RegExp(secret))
  assert.match(printed.out, new RegExp(`^ExecStart="${process.execPath}" `, 'm'))
  const file = join(place.root, 'orrery.service')
  writeFileSync(file, printed.out)
  const analyzed = { ...process.env, XDG_RUNTIME_DIR: join(place.root, 'run') }
  const { error, status, stderr } = spawnSync('systemd-analyze', ['--user', '--man=no', 'verify', file], {
    env: analyzed,
  })
  if (error === undefined) assert.deepEqual([status, stderr.toString()], [0, ''])
  const installed = await orrery(place, ['service', 'install'], { env })
  assert.match(installed.err, /ACCESS_TOKEN is set here and was left out/)
  assert.equal(statSync(await unitOf(place, env)).mode & 0o777, 0o644)
  assert.equal((await orrery(place, ['service', 'uninstall'], { env })).code, 0)
})
