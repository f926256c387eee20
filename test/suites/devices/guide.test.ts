// The commands of the guide's page on devices, in the order in which they stand there.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { startDaemon, untilOnline } from '../../support/daemon.ts'
import { root } from '../../support/entry.ts'
import { makeHome } from '../../support/home.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { withManager } from '../../support/user-manager.ts'

/** The lines of its shell blocks. */
async function commandsOf(page: string): Promise<readonly string[]> {
  const text = await readFile(join(root, 'docs/guide', page), 'utf8')
  const blocks = [...text.matchAll(/```sh\n(?<lines>[^`]*)```/g)]
  return blocks.flatMap(({ groups }) => (groups?.lines ?? '').split('\n').filter((line) => line !== ''))
}

/** The machine that was paired last beside the hub's own. */
async function otherThanLocal(hub: Service): Promise<string> {
  const { devices } = (await hub.call('GET /api/devices')).json as { devices: { id: string; is_local: boolean }[] }
  return devices.find((device) => !device.is_local)?.id ?? ''
}

test('every command of the guide works as it stands, on the machine that it is for', async () => {
  await using hubPlace = await makeHome()
  await using place = await makeHome()
  const manager = withManager(place)
  manager.install('journalctl', 'echo "$@"')
  manager.install('claude', 'echo "five lines"')
  await using hub = await startService(hubPlace, { env: { DEPLOYMENT: 'cloud-fabric' } })
  await using running = new AsyncDisposableStack()
  let line = ''
  for (const command of await commandsOf('devices.md')) {
    const [program, ...args] = command.split(' ')
    assert.equal(program, 'orrery', command)
    if (command === 'orrery daemon run') {
      running.use(startDaemon(place))
      await untilOnline(hub, await otherThanLocal(hub))
      continue
    }
    // In the guide stands an example of the line that the hub prints.
    const isPairing = command.startsWith('orrery daemon pair ')
    const words = isPairing ? line.trim().split(' ').slice(1) : args
    const isThere = args[0] === 'daemon'
    const { code, out, err } = await orrery(isThere ? place : hubPlace, words, isThere ? { env: manager.env } : {})
    if (command === 'orrery daemon install') await untilOnline(hub, await otherThanLocal(hub))
    assert.equal(code, 0, `${command}: ${err}`)
    if (command.startsWith('orrery devices pair')) line = out
  }
  const { devices } = (await hub.call('GET /api/auth/devices', { token: hub.token })).json as {
    devices: { label: string; status: string; tags: string[]; is_local: boolean }[]
  }
  assert.deepEqual(
    devices.filter((device) => !device.is_local).map(({ label, status, tags }) => [label, status, tags]),
    [['anvil', 'revoked', ['home-net']]],
  )
})
