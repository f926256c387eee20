// What an agent of a device asks goes with the lease of its device: whichever node holds that shows it, ends it, and tells the agent.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Approval, DecisionRequest } from '#rooms/approvals/contract.ts'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import { startThere, type DevicePlace } from '../../support/device-place.ts'
import type { Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openViewer } from '../../support/viewer.ts'
import { isAt, openDevice, openDeviceHub, patienceMs, shownAt } from './device-hub.ts'
import { openNodes } from './two-services.ts'

const options = { skip: withoutPostgres }

const request = JSON.stringify({ session_id: 'c1', tool_name: 'Bash', tool_input: { command: 'make deploy' } })

/**
 * The first agent has the folder agent-1: `told` there is what its client was told. It says that the tool ran once `ran` is there,
 * and that somebody answered its dialog in the terminal once `answered` is.
 */
const asking = `
  export CLAUDE_CODE_ENTRYPOINT=cli
  n=1; until mkdir "$HOME/agent-$n" 2>/dev/null; do n=$((n + 1)); done
  cd "$HOME/agent-$n"
  hook() { printf %s '${request}' | bash "$SERVICE_HOME/bin/$1" $2; }
  (hook orrery-approval.sh PermissionRequest >told.part; mv told.part told) &
  while [ ! -e answered ] && [ ! -e ran ]; do sleep 0.05; done
  hook orrery-hook.sh PostToolUse
  while [ ! -e "$HOME/end" ]; do sleep 0.05; done`

const byId = async (service: Service, id: string): Promise<Approval> => {
  const { json, text } = await service.call(`GET /api/approvals/${id}`, { token: service.token })
  return (json.approval as Approval | undefined) ?? assert.fail(text)
}
const ofSession = async (service: Service, session: string): Promise<readonly Approval[]> =>
  (await service.call(`GET /api/approvals?session=${session}`, { token: service.token })).json
    .approvals as readonly Approval[]

const decide = (service: Service, { id, input_hash }: Approval, decision: Partial<DecisionRequest> = {}) =>
  service.call(`POST /api/approvals/${id}`, {
    token: service.token,
    json: { decision: 'approve', input_hash, ...decision },
  })

const is = (service: Service, { id }: Approval, state: Approval['state']) =>
  until(`it is ${state}`, async () => (await byId(service, id)).state === state, patienceMs)

/** What a board that is opened now is told of approvals, as `<id> <state>`. */
async function cardsAt(service: Service): Promise<string[]> {
  using viewer = await openViewer(service.port, { token: service.token })
  const [first] = viewer.frames
  const cards = (first as unknown as { readonly approvals?: readonly Approval[] }).approvals
  return (cards ?? assert.fail('a board begins with its lists')).map(({ id, state }) => `${id} ${state}`)
}

async function needsAt(service: Service): Promise<string> {
  return (await service.call('GET /api/inbox', { token: service.token })).text
}

const file = ({ userHome }: DevicePlace, agent: number, name: string) => join(userHome, `agent-${agent}`, name)

async function toldTo(place: DevicePlace, agent: number): Promise<string> {
  await until('its client goes on', () => existsSync(file(place, agent, 'told')), patienceMs)
  return readFileSync(file(place, agent, 'told'), 'utf8').trim()
}

async function ask(service: Service, device: string) {
  const session = await startThere(service, { deviceTarget: device })
  const asked = await until('it asks', async () => (await ofSession(service, session))[0] ?? null, patienceMs)
  return { session, asked }
}

test(
  'what was asked at a node that is killed is decided at the next one, and over there with what ends it',
  options,
  async () => {
    await using nodes = await openNodes()
    const hub = await openDeviceHub(nodes)
    const { attic, cellar } = hub
    const { place, id: device, daemon } = await openDevice(hub, asking)
    const [first, second, third] = [await ask(attic, device), await ask(attic, device), await ask(attic, device)]
    await until('all stand there', async () => (await cardsAt(cellar)).length === 3)

    // The device stands still: what is decided now it does not hear from the attic any more.
    process.kill(daemon.pid, 'SIGSTOP')
    assert.equal((await decide(attic, first.asked, { decision: 'deny', reason: 'Not on a Friday.' })).status, 200)
    await attic.kill()
    process.kill(daemon.pid, 'SIGCONT')
    await isAt(cellar, device, 'cellar')
    assert.match(await toldTo(place, 1), /Not on a Friday\./)

    assert.deepEqual(new Set(await cardsAt(cellar)), new Set([`${second.asked.id} open`, `${third.asked.id} open`]))
    assert.equal((await shownAt(cellar, second.session))?.state, 'awaiting_review')
    assert.ok((await needsAt(cellar)).includes(second.session), 'it stands in its inbox')
    const yes = await decide(cellar, second.asked)
    assert.equal(yes.status, 200, yes.text)
    assert.match(await toldTo(place, 2), /"behavior":"allow"/)
    assert.equal((await decide(cellar, second.asked)).status, 409)
    writeFileSync(file(place, 2, 'ran'), '')
    await is(cellar, second.asked, 'applied')

    writeFileSync(file(place, 3, 'answered'), '')
    await is(cellar, third.asked, 'answered_elsewhere')
    const late = await decide(cellar, third.asked)
    assert.equal(late.status, 409, late.text)
    // Its card goes with the frame after the one that tells what became of it.
    await until('nothing of it is left on a board', async () => (await cardsAt(cellar)).length === 0)

    const again = await hub.begin('attic')
    assert.deepEqual(await cardsAt(again), [])
    const states = await Promise.all(
      [first, second, third].map(async ({ asked }) => (await byId(again, asked.id)).state),
    )
    assert.deepEqual(states, ['denied', 'applied', 'answered_elsewhere'])
  },
)

test(
  'a node that slept ends nothing of what its device asks elsewhere by now, and passes a decision on',
  options,
  async () => {
    await using nodes = await openNodes()
    const hub = await openDeviceHub(nodes)
    const { attic, cellar } = hub
    const { place, id: device } = await openDevice(hub, asking)
    const [first, second] = [await ask(attic, device), await ask(attic, device)]
    process.kill(attic.pid, 'SIGSTOP')
    await isAt(cellar, device, 'cellar')
    const yes = await decide(cellar, first.asked)
    assert.equal(yes.status, 200, yes.text)
    assert.match(await toldTo(place, 1), /"behavior":"allow"/)
    process.kill(attic.pid, 'SIGCONT')
    await isAt(attic, device, 'cellar')
    await until(
      'it shows it as the other one’s',
      async () => (await shownAt(attic, second.session))?.node?.name === 'cellar',
      patienceMs,
    )
    await until(
      'it shows what stands',
      async () => (await cardsAt(attic)).includes(`${second.asked.id} open`),
      patienceMs,
    )
    const no = await decide(attic, second.asked, { decision: 'deny', reason: 'Ask again tomorrow.' })
    assert.equal(no.status, 200, no.text)
    assert.match(await toldTo(place, 2), /Ask again tomorrow\./)
    writeFileSync(file(place, 1, 'ran'), '')
    await is(cellar, first.asked, 'applied')
    for (const node of [attic, cellar])
      await until('nothing of it is left on its board', async () => (await cardsAt(node)).length === 0)
    for (const node of [attic, cellar]) {
      const states = await Promise.all([first, second].map(async ({ asked }) => (await byId(node, asked.id)).state))
      assert.deepEqual(states, ['applied', 'denied'])
    }
  },
)
