// R11: whoever stops reading a terminal, the runs of strands or its work as a device costs a bounded amount of memory, and
// those who read notice nothing.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { WebSocket } from 'ws'
import { online, pairDevice, sampleFacts } from '#rooms/devices/server/room.testkit.ts'
import { asHub } from '../../support/as-hub.ts'
import { startThere } from '../../support/device-place.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { launch, sessionOf } from '../../support/http.ts'
import { residentMiB } from '../../support/memory.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const mebibyte = 1024 * 1024
const slowCount = 8
/** What is waiting for one of them may be 1 MiB; the rest is the work itself, and pages that the allocator keeps. */
const mayGrowMiB = 120

/** Says 5 MB, which is what is kept of a step from its first byte on, and as much again. */
const chatty = `import { defineStrand } from 'orrery/strand'
export default defineStrand({
  id: 'chatty',
  steps: [{ id: 'talk', run: ({ output }) => { for (let n = 0; n < 10_000; n++) output(n + ' ' + 'x'.repeat(1000)) } }],
})
`

let place: TestHome
let service: Service
before(async () => {
  place = await makeHome()
  mkdirSync(join(place.home, 'workflows'), { recursive: true, mode: 0o700 })
  writeFileSync(join(place.home, 'workflows', 'chatty.ts'), chatty)
  service = await startService(place, { env: { DEPLOYMENT: 'cloud-fabric' } })
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

async function openSocket(path: string) {
  const url = `ws://127.0.0.1:${service.port}${path}`
  const socket = new WebSocket(url, ['orrery', `orrery.token.${service.token}`])
  let bytes = 0
  const texts: string[] = []
  socket.on('message', (data: Buffer, isBinary) => {
    bytes += data.length
    if (!isBinary) texts.push(data.toString())
  })
  socket.on('error', () => {
    // Its end is what the test looks at.
  })
  await new Promise((resolve, reject) => socket.once('message', resolve).once('error', reject))
  return { socket, bytes: () => bytes, texts, [Symbol.dispose]: () => socket.terminate() }
}

/** Runs `act` with sockets that stopped reading, and holds the service to what it may hold meanwhile. */
async function withUnread(path: string, first: string | null, act: () => Promise<void>): Promise<void> {
  const slow = await Promise.all(Array.from({ length: slowCount }, () => openSocket(path)))
  const before = residentMiB(service.pid)
  for (const { socket } of slow) {
    if (first !== null) socket.send(first)
    socket.pause()
  }
  await act()
  const grown = residentMiB(service.pid) - before
  assert.ok(grown < mayGrowMiB, `${grown.toFixed(0)} MiB for ${slowCount} that do not read`)
  for (const one of slow) one[Symbol.dispose]()
}

test('terminals that nobody reads, while the agent floods', async () => {
  const { id } = sessionOf(
    await launch(service, { agent_type: 'shell', prompt: 'yes "$(head -c 500 /dev/zero | tr "\\0" y)"' }),
  )
  const path = `/ws/terminal/${id}?mode=read&columns=300&rows=100`
  await withUnread(path, null, async () => {
    using good = await openSocket(path)
    const from = good.bytes()
    await until('who reads gets megabytes', () => good.bytes() - from > 6 * mebibyte, 60_000)
  })
  assert.equal(
    (await service.call('POST /api/agents/stop', { token: service.token, json: { session_id: id, force: true } }))
      .status,
    200,
  )
})

test('followers of a run that nobody reads, while a step says ten megabytes', async () => {
  const { token } = service
  using good = await openSocket('/ws/flow')
  const runs: string[] = []
  const run = async (): Promise<string> => {
    const { json, text } = await service.call('POST /api/flow/strands/chatty/run', { token, json: {} })
    assert.equal(json.ok, true, text)
    return String(json.run_id)
  }
  const ended = (id: string) =>
    until(
      'the run is over',
      async () => {
        const { json } = await service.call(`GET /api/flow/runs/${id}`, { token })
        return (json.run as { status: string }).status === 'success'
      },
      60_000,
    )
  const followed = await run()
  await withUnread('/ws/flow', JSON.stringify({ type: 'follow', run_id: followed }), async () => {
    await ended(followed)
    for (let nth = 0; nth < 3; nth++) runs.push(await run())
    for (const id of runs) await ended(id)
  })
  const isSeen = (id: string): boolean => good.texts.some((text) => text.includes(id) && text.includes('success'))
  await until('who reads has seen every end', () => runs.every(isSeen))
})

test('a device that does not read its work is bounded, and another one gets its own', async () => {
  const join = async (instance: string) => {
    const device = await pairDevice(asHub(service))
    const channel = await online(asHub(service), device, instance)
    channel.beat({ ...sampleFacts, installedHarnesses: ['code-agent'] })
    return { ...channel, id: device.id }
  }
  const [deaf, good] = [await join('deaf'), await join('good')]
  const { token } = service
  await until('both may be given work', async () => {
    const { json } = await service.call('GET /api/sessions/devices?harness=code-agent', { token })
    const eligible = (json.devices as { id: string; eligible: boolean }[]).filter((one) => one.eligible)
    return [deaf, good].every(({ id }) => eligible.some((one) => one.id === id))
  })
  const before = residentMiB(service.pid)
  deaf.socket.pause()
  const prompt = 'x'.repeat(400_000)
  for (let nth = 0; nth < 24; nth++) await startThere(service, { deviceTarget: deaf.id, prompt })
  const id = await startThere(service, { deviceTarget: good.id, prompt: 'short' })
  for (;;) {
    const frame = await good.next()
    if (frame.type === 'session.start') {
      assert.equal(frame.session_id, id)
      break
    }
  }
  // The prompts themselves stay with their sessions.
  const grown = residentMiB(service.pid) - before
  assert.ok(grown < mayGrowMiB, `${grown.toFixed(0)} MiB`)
  for (const { socket } of [deaf, good]) socket.terminate()
})
