// What an agent on another machine used, through kills -9 of its daemon, of the hub and of both: counted once, told as soon as
// they have each other again.
import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { usageAnswerSchema } from '#rooms/fuel/contract.ts'
import { pairDaemon, startDaemon, untilOnline } from '../../support/daemon.ts'
import { makeDevicePlace, startThere, untilState } from '../../support/device-place.ts'
import { makeHome } from '../../support/home.ts'
import { startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const fabric = { DEPLOYMENT: 'cloud-fabric' }
const conversation = 'c0a5eb11-7777-4bbb-8ccc-000000000021'

/** Reports by a hook, and works until it is let go. */
const agent = `printf '{"session_id":"${conversation}"}' | bash "$SERVICE_HOME/bin/orrery-hook.sh" PostToolUse
until [ -e "$HOME/go" ]; do sleep 0.1; done`

/** As Claude Code writes an answer down. */
function answer(id: string, input: number, output: number): string {
  const usage = { input_tokens: input, output_tokens: output }
  const message = { id, model: 'claude-opus-4-5', usage }
  const line = { type: 'assistant', sessionId: conversation, timestamp: new Date().toISOString(), message }
  return `${JSON.stringify(line)}\n`
}

test('a machine of its own tells what was used there, once, whoever is killed meanwhile', async () => {
  await using hubPlace = await makeHome()
  await using place = await makeDevicePlace()
  place.install('claude', agent)
  const file = join(place.userHome, '.claude/projects/-project', `${conversation}.jsonl`)
  mkdirSync(dirname(file), { recursive: true })
  let hub = await startService(hubPlace, { env: fabric })
  await using ends = new AsyncDisposableStack()
  ends.defer(() => hub[Symbol.asyncDispose]())
  const { id: device } = await pairDaemon(hub, place)
  let daemon = startDaemon(place)
  ends.defer(() => daemon[Symbol.asyncDispose]())
  await untilOnline(hub, device)
  const { port } = hub
  const id = await startThere(hub, { deviceTarget: device, prompt: 'work' })

  const groups = async (by: string) => {
    const { json } = await hub.call(`GET /api/fuel/usage?by=${by}`, { token: hub.token })
    return usageAnswerSchema.parse(json).groups
  }
  const used = async () => (await groups('session')).find((group) => group.id === id)
  const untilUsed = (input: number, output: number): Promise<unknown> =>
    until(`${input} in, ${output} out`, async () => {
      const sums = await used()
      return sums?.input === input && sums.output === output
    })
  const startHub = async () => void (hub = await startService(hubPlace, { env: { ...fabric, PORT: String(port) } }))

  // An answer is written while it comes: its last line counts.
  appendFileSync(file, answer('m1', 10, 1) + answer('m1', 10, 4))
  await untilUsed(10, 4)

  await daemon[Symbol.asyncDispose]()
  appendFileSync(file, answer('m1', 10, 4) + answer('m2', 20, 2))
  daemon = startDaemon(place)
  await untilUsed(30, 6)

  await hub.kill()
  appendFileSync(file, answer('m3', 30, 3))
  await startHub()
  await untilUsed(60, 9)

  const last = answer('m4', 40, 4)
  await Promise.all([daemon[Symbol.asyncDispose](), hub.kill()])
  // Cut in the middle, as a crash leaves it; its end comes later.
  appendFileSync(file, last.slice(0, 40))
  await startHub()
  daemon = startDaemon(place)
  await untilOnline(hub, device)
  appendFileSync(file, last.slice(40))
  await untilUsed(100, 13)

  writeFileSync(join(place.userHome, 'go'), '')
  await untilState(hub, id, 'completed', 'failed')
  const byDevice = (await groups('device')).map((group) => [group.id, group.label, group.input, group.output])
  assert.deepEqual(byDevice, [[device, 'Forge', 100, 13]])
  assert.deepEqual(
    (await groups('agent')).map((group) => [group.id, group.input, group.output]),
    [['code-agent', 100, 13]],
  )
})
