// An agent of a device asks to be allowed: the hub shows and decides it, and the device hears the answer.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Approval, ApprovalState, DecisionRequest } from '#rooms/approvals/contract.ts'
import { startDaemon, untilOnline } from '../../support/daemon.ts'
import { joinHub, makeDevicePlace, startThere, untilState, type DevicePlace } from '../../support/device-place.ts'
import { makeHome } from '../../support/home.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const request = JSON.stringify({ session_id: 'c1', tool_name: 'Bash', tool_input: { command: 'make deploy' } })

/** Asks by the hook script of this machine, keeps what its client was told, and says that the tool ran once it may. */
const agent = `
  export CLAUDE_CODE_ENTRYPOINT=cli
  hook() { printf %s '${request}' | bash "$SERVICE_HOME/bin/$1" $2; }
  hook orrery-approval.sh PermissionRequest >"$HOME/told.part"; mv "$HOME/told.part" "$HOME/told"
  while [ ! -e "$HOME/go" ]; do sleep 0.05; done
  grep -q allow "$HOME/told" && hook orrery-hook.sh PostToolUse
  while [ ! -e "$HOME/end" ]; do sleep 0.05; done`

async function openAsking(hub: Service, place: DevicePlace) {
  place.install('claude', agent)
  const daemon = await joinHub(hub, place)
  const id = await startThere(hub, { deviceTarget: daemon.id })
  const list = async (state: ApprovalState) =>
    (await hub.call(`GET /api/approvals?session=${id}&state=${state}`, { token: hub.token })).json
      .approvals as readonly Approval[]
  await until('it asks', async () => (await list('open')).length > 0, 60_000)
  const asked = (await list('open'))[0] ?? assert.fail('it asks no more')
  const told = join(place.userHome, 'told')
  return {
    daemon,
    id,
    asked,
    is: (state: ApprovalState) => until(`it is ${state}`, async () => (await list(state)).length > 0, 60_000),
    decide: (decision: Partial<DecisionRequest> = {}) =>
      hub.call(`POST /api/approvals/${asked.id}`, {
        token: hub.token,
        json: { decision: 'approve', input_hash: asked.input_hash, ...decision },
      }),
    goOn: () => writeFileSync(join(place.userHome, 'go'), ''),
    told: async () => {
      await until('its client goes on', () => existsSync(told), 60_000)
      return readFileSync(told, 'utf8').trim()
    },
  }
}

const fabric = { DEPLOYMENT: 'cloud-fabric' }

describe('approvals on devices', { concurrency: 2 }, () => {
  test('a yes of the hub reaches the agent there, and the hub hears that the tool ran', async () => {
    await using hubPlace = await makeHome()
    await using place = await makeDevicePlace()
    await using hub = await startService(hubPlace, { env: fabric })
    const at = await openAsking(hub, place)
    await using daemon = at.daemon
    assert.ok(daemon.pid > 0)
    assert.deepEqual(
      [at.asked.summary, at.asked.input, at.asked.denied_if_unanswered],
      ['Bash: make deploy', { command: 'make deploy' }, false],
    )
    assert.equal((await untilState(hub, at.id, 'awaiting_review')).device_id, at.daemon.id)
    assert.equal((await at.decide()).status, 200)
    assert.deepEqual(JSON.parse(await at.told()), {
      hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } },
    })
    assert.equal((await untilState(hub, at.id, 'running')).state, 'running')
    at.goOn()
    await at.is('applied')
    assert.equal((await at.decide()).status, 409)
  })

  test('with the device away nothing is decided and that is said; an answer that the hub was killed with arrives', async () => {
    await using hubPlace = await makeHome()
    await using place = await makeDevicePlace()
    await using first = await startService(hubPlace, { env: fabric })
    const at = await openAsking(first, place)
    await using daemon = at.daemon
    assert.ok(daemon.pid > 0)
    await first.kill()
    await using hub = await startService(hubPlace, { env: { ...fabric, PORT: String(first.port) } })
    const early = await hub.call(`POST /api/approvals/${at.asked.id}`, {
      token: hub.token,
      json: { decision: 'deny', reason: 'Use the other cluster.', input_hash: at.asked.input_hash },
    })
    // The daemon may have been faster than this request.
    if (early.status !== 200) {
      assert.deepEqual([early.status, early.json.error], [503, 'device_offline'])
      await untilOnline(hub, at.daemon.id)
      const { status, text } = await hub.call(`POST /api/approvals/${at.asked.id}`, {
        token: hub.token,
        json: { decision: 'deny', reason: 'Use the other cluster.', input_hash: at.asked.input_hash },
      })
      assert.equal(status, 200, text)
    }
    assert.match(await at.told(), /Use the other cluster\./)
  })

  test('a daemon that is killed leaves the question in the terminal, and the next one says so', async () => {
    await using hubPlace = await makeHome()
    await using place = await makeDevicePlace()
    await using hub = await startService(hubPlace, { env: fabric })
    const at = await openAsking(hub, place)
    await at.daemon[Symbol.asyncDispose]()
    assert.equal(await at.told(), '')
    const isAway = async () => {
      const { json } = await hub.call('GET /api/devices', { token: hub.token })
      const devices = json.devices as readonly { readonly id: string; readonly status: string }[]
      return devices.some(({ id, status }) => id === at.daemon.id && status === 'offline')
    }
    // It said no goodbye: it is missed as its heartbeats are.
    await until('the hub knows that it is away', isAway, 180_000)
    const away = await at.decide()
    assert.deepEqual([away.status, away.json.error], [503, 'device_offline'])
    await using next = startDaemon(place)
    assert.ok(next.pid > 0)
    await at.is('expired')
    assert.equal((await at.decide()).status, 409)
  })
})
