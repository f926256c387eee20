// The daemon under a service manager: test/support/user-manager.mjs does with its unit what systemd does, and systemd itself,
// where it is installed, says whether the unit is one.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { deviceOf, pairDaemon, startDaemon, statusOf, untilOnline } from '../../support/daemon.ts'
import { linesOf, makeDevicePlace, outputOf, sessionThere, startThere, untilState } from '../../support/device-place.ts'
import { makeHome } from '../../support/home.ts'
import { orrery, startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { withManager } from '../../support/user-manager.ts'

const skip = process.platform === 'linux' ? false : 'systemd is on Linux alone'

test('installed it connects; a restart leaves agents at work; uninstalled it stays paired', { skip }, async () => {
  await using hubPlace = await makeHome()
  await using place = await makeDevicePlace()
  place.install('claude', 'echo "$$" >>"$HOME/starts"; while [ ! -e "$HOME/go" ]; do sleep 0.05; done; echo done')
  const { env, asked } = withManager(place, place.env().PATH)
  const command = (...words: readonly string[]) => orrery(place, ['daemon', ...words], { env })
  await using hub = await startService(hubPlace, { env: { DEPLOYMENT: 'cloud-fabric' } })
  const unpaired = await command('install')
  assert.deepEqual([unpaired.code, /not paired/.test(unpaired.err)], [69, true], unpaired.err)
  const { id } = await pairDaemon(hub, place)
  {
    await using byHand = startDaemon(place)
    await untilOnline(hub, id)
    const refused = await command('install')
    assert.equal(refused.code, 75, refused.err)
    assert.match(refused.err, new RegExp(`by a daemon that was started by hand\\n.*kill ${byHand.pid}`))
  }
  const installed = await command('install')
  try {
    assert.match(
      installed.out,
      /^orrery-daemon-home-[0-9a-f]{8}\.service is installed and is connected\n$/,
      installed.err,
    )
    assert.match(installed.err, /ends when you log out.*loginctl enable-linger/)
    assert.match((await command('install')).out, /was installed already and is connected/)
    const [unit = ''] = installed.out.split(' ')
    assert.ok(asked().includes(`enable ${unit}`), asked().join('\n'))
    await untilOnline(hub, id)
    const session = await startThere(hub, { deviceTarget: id })
    await until('it runs', () => linesOf(join(place.userHome, 'starts')).length === 1)
    await until('the hub heard it', async () => (await sessionThere(hub, session)).tmux_alive === true)
    const { pid } = await statusOf(place)
    assert.equal(spawnSync('systemctl', ['--user', 'restart', unit], { env: place.env(env) }).status, 0)
    const told = await until('another daemon is connected', async () => {
      const { code, out } = await command('status')
      return code === 0 && !out.includes(String(pid)) && out
    })
    assert.match(told, new RegExp(`^unit {9}${unit}, running, until you log out$`, 'm'))
    assert.notEqual((await statusOf(place)).pid, pid)
    writeFileSync(join(place.userHome, 'go'), '')
    assert.equal((await untilState(hub, session, 'completed', 'failed')).state, 'completed')
    assert.equal(await outputOf(hub, session), 'done\n')
    assert.equal(linesOf(join(place.userHome, 'starts')).length, 1, 'it was started once')
  } finally {
    const removed = await command('uninstall')
    assert.match(removed.out, /is gone\. Agents go on, and .*device stays/, removed.err)
  }
  await until('it said goodbye', async () => (await deviceOf(hub, id)).status === 'offline')
  const { code, out } = await command('status')
  assert.deepEqual([code, out.startsWith('stopped\n')], [69, true], out)
  assert.match(out, /^unit {9}none: it ends with your login\. Keep it running with: orrery daemon install$/m)
})

test(
  'what is not connected yet is installed all the same, and says why; unpairing names the unit',
  { skip },
  async () => {
    await using hubPlace = await makeHome()
    await using place = await makeHome()
    const { env } = withManager(place)
    const hub = await startService(hubPlace, { env: { DEPLOYMENT: 'cloud-fabric' } })
    await pairDaemon(hub, place)
    await hub.stop()
    const installed = await orrery(place, ['daemon', 'install'], { env })
    assert.match(installed.out, /runs, and is not connected yet: .*is not reached/, installed.err)
    const { out: file } = await orrery(place, ['daemon', 'status', '--json'], { env })
    const { unit } = JSON.parse(file) as { unit: { file: string; installed: string; running: string } }
    assert.deepEqual([unit.installed, unit.running], ['yes', 'running'])
    const unpaired = await orrery(place, ['daemon', 'unpair'], { env })
    assert.match(unpaired.err, /would start again with the machine.*orrery daemon uninstall/)
    assert.equal((await orrery(place, ['daemon', 'uninstall'], { env })).code, 0)
    assert.equal(existsSync(unit.file), false)
    assert.match((await orrery(place, ['daemon', 'uninstall'], { env })).out, /^No .* is installed\.\n$/)
  },
)

test('its unit is one for systemd, and leaves what is under way alone', { skip }, async () => {
  await using place = await makeHome()
  const { env } = withManager(place)
  const secret = 'a-secret-of-thirty-two-characters-or-more'
  const more = { ...env, ACCESS_TOKEN: secret, OLLAMA_HOST: '127.0.0.1:5' }
  const printed = await orrery(place, ['daemon', 'install', '--print'], { env: more })
  assert.equal(printed.code, 0, printed.err)
  assert.doesNotMatch(printed.out, new RegExp(secret))
  for (const line of [
    new RegExp(`^ExecStart="${process.execPath}" .*"daemon" "run"$`, 'm'),
    /^KillMode=process$/m,
    /^RestartPreventExitStatus=69 75 77 78$/m,
    /^Environment="OLLAMA_HOST=127\.0\.0\.1:5"$/m,
  ])
    assert.match(printed.out, line)
  const file = join(place.root, 'orrery-daemon.service')
  writeFileSync(file, printed.out)
  const { error, status, stderr } = spawnSync('systemd-analyze', ['--user', '--man=no', 'verify', file], {
    env: { ...process.env, XDG_RUNTIME_DIR: join(place.root, 'run') },
  })
  if (error === undefined) assert.deepEqual([status, stderr.toString()], [0, ''])
})
