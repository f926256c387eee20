import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { eventually, rawJob } from '../mirror.testkit.ts'
import { commandOver, openMirror, writeUpstream } from './room.testkit.ts'

const id = 'aaaaaaaa-0172-42c9-86ac-5642161f3f14'
const system = 'bbbbbbbb-0172-42c9-86ac-5642161f3f14'
const upstream = { jobs: [rawJob(id), rawJob(system, { declarationKey: 'heartbeat:main' })], runs: [] }
let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery-upstream-'))
  await writeUpstream(folder, upstream)
})
after(() => rm(folder, { recursive: true }))

const switches = (calls: readonly string[]) => calls.filter((line) => /^cron (enable|disable)/.test(line))

test('the form of the specification is sent first, then the plain one, which is remembered', async () => {
  await using room = await openMirror({ gateway: false, openclaw: commandOver(folder) })
  await room.cycle()
  assert.deepEqual(await room.mirror.setJobEnabled(id, false), { ok: true, value: null })
  assert.deepEqual(switches(await room.commands()), [`cron disable --id ${id}`, `cron disable ${id}`])
  assert.equal(room.strands.strands.find(({ jobId }) => jobId === id)?.enabled, false)
  assert.deepEqual(await room.mirror.setJobEnabled(id, true), { ok: true, value: null })
  assert.deepEqual(switches(await room.commands()).slice(2), [`cron enable ${id}`])
})

test('a command that knows the form of the specification is called once', async () => {
  const script = commandOver(folder).replace('"$3" = --id', '"$3" = --nothing')
  await using room = await openMirror({ gateway: false, openclaw: script })
  await room.cycle()
  assert.equal((await room.mirror.setJobEnabled(id, false)).ok, true)
  assert.deepEqual(switches(await room.commands()), [`cron disable --id ${id}`])
})

test('a switch is followed by a look at what the gateway made of it', async () => {
  await using room = await openMirror({ upstream: { jobs: [rawJob(id)], runs: [] }, openclaw: commandOver(folder) })
  await eventually(() => room.strands.strands.length === 1)
  await eventually(() => room.gateway.asked.length === 2)
  room.upstream.jobs = [rawJob(id, { enabled: false, name: 'Seen anew' })]
  assert.equal((await room.mirror.setJobEnabled(id, false)).ok, true)
  assert.equal(room.strands.strands[0]?.enabled, false)
  await eventually(() => room.strands.strands[0]?.name === '🦞 Seen anew')
})

for (const words of ['echo "Job disabled."', 'true', 'echo "}"']) {
  test(`a command that exits with 0 has switched the job, whatever it prints: ${words}`, async () => {
    const script = commandOver(folder).replace(/enable\|disable\)[^]*;;/, `enable|disable) ${words} ;;`)
    await using room = await openMirror({ gateway: false, openclaw: script })
    await room.cycle()
    assert.deepEqual(await room.mirror.setJobEnabled(id, false), { ok: true, value: null })
    assert.equal(room.strands.strands.find(({ jobId }) => jobId === id)?.enabled, false)
  })
}

const failures = [
  [
    'cannot reach the gateway',
    'echo "Gateway not reachable at ws://127.0.0.1:9 (ECONNREFUSED)." >&2; exit 1',
    'gateway_unavailable',
    /not reachable/,
  ],
  ['may not', 'echo "unauthorized: gateway token mismatch" >&2; exit 1', 'gateway_unavailable', /token mismatch/],
  ['fails', 'exit 7', 'gateway_unavailable', /exit code 7/],
  ['does not know the job', 'echo "Automation not found: x. Run y" >&2; exit 1', 'not_found', /no such job/],
] as const
for (const [what, fails, error, words] of failures) {
  test(`a command that ${what} is ${error} with its words`, async () => {
    const script = commandOver(folder).replace(/enable\|disable\)[^]*;;/, `enable|disable) ${fails} ;;`)
    await using room = await openMirror({ gateway: false, openclaw: script })
    await room.cycle()
    const answer = await room.mirror.setJobEnabled(id, false)
    assert.equal(!answer.ok && answer.error.error, error)
    assert.match(answer.ok ? '' : answer.error.reason, words)
    assert.equal(room.strands.strands.find(({ jobId }) => jobId === id)?.enabled, true)
  })
}

test('a command that is not on PATH is gateway_unavailable, even while the socket is up', async () => {
  await using room = await openMirror({ upstream: { jobs: [rawJob(id)], runs: [] } })
  await eventually(() => room.strands.strands.length === 1)
  const answer = await room.mirror.setJobEnabled(id, false)
  assert.equal(!answer.ok && answer.error.error, 'gateway_unavailable')
  assert.match(answer.ok ? '' : answer.error.reason, /not on PATH/)
})

test('a system job and one that nobody knows are refused without a call', async () => {
  await using room = await openMirror({ gateway: false, openclaw: commandOver(folder) })
  await room.cycle()
  const refused = await Promise.all([
    room.mirror.setJobEnabled(system, false),
    room.mirror.setJobEnabled('nobody', true),
  ])
  assert.deepEqual(
    refused.map((answer) => !answer.ok && answer.error.error),
    ['conflict', 'not_found'],
  )
  assert.deepEqual(switches(await room.commands()), [])
})
