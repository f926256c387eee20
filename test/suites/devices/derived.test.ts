// What a session on a device did, as the hub tells it: tools by hooks there, files of a hostile repository by looks there,
// through kills of both sides; and what nobody knows is said.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { derivedAnswerSchema, diffAnswerSchema, type Derived } from '#rooms/streams/contract.ts'
import { startDaemon, untilOnline } from '../../support/daemon.ts'
import {
  joinHub,
  makeDevicePlace,
  sessionThere,
  startThere,
  untilState,
  type DevicePlace,
} from '../../support/device-place.ts'
import { makeHome } from '../../support/home.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const fabric = { DEPLOYMENT: 'cloud-fabric' }
const patienceMs = 120_000

/** Does one step after the other, as the test writes them. */
const agent = `used() {
  printf '{"hook_event_name":"%s","cwd":"%s","tool_name":"Bash","tool_input":{"command":"%s"},"tool_response":{}}' "$1" "$PWD" "$2" |
    bash "$SERVICE_HOME/bin/orrery-hook.sh" "$1"
}
step=1
while :; do
  until [ -e "$PWD.step-$step" ]; do sleep 0.05; done
  . "$PWD.step-$step"
  step=$((step+1))
done`

/** Everything that git would run of a repository leaves a mark. */
function makeHostile(place: DevicePlace): { readonly root: string; readonly ran: string } {
  const [root, ran] = [join(place.root, 'work'), join(place.root, 'ran')]
  const trap = join(place.root, 'trap')
  writeFileSync(trap, `#!/bin/sh\necho "$0 $*" >>"${ran}"\ncat\n`)
  chmodSync(trap, 0o755)
  mkdirSync(root)
  const git = (...words: string[]): unknown =>
    execFileSync('git', ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@example.org', ...words], {
      env: place.env(),
    })
  git('init', '-q')
  writeFileSync(join(root, 'a.txt'), 'one\n')
  git('add', '-A')
  git('commit', '-qm', 'first')
  for (const [name, value] of [
    ['core.fsmonitor', trap],
    ['filter.bad.clean', trap],
    ['filter.bad.smudge', trap],
    ['filter.bad.process', trap],
    ['diff.bad.textconv', trap],
    ['diff.external', trap],
    ['core.hooksPath', place.root],
  ] as const)
    git('config', name, value)
  writeFileSync(join(root, '.gitattributes'), '* filter=bad diff=bad\n')
  for (const hook of ['post-index-change', 'reference-transaction']) execFileSync('cp', [trap, join(place.root, hook)])
  return { root, ran }
}

/** The agent in that folder takes it as soon as it is there. */
function step(root: string, number: number, script: string): void {
  writeFileSync(`${root}.part`, `${script}\n`)
  renameSync(`${root}.part`, `${root}.step-${number}`)
}

async function derivedOf(hub: Service, id: string): Promise<Derived> {
  const { json } = await hub.call(`GET /api/sessions/${id}/derived`, { token: hub.token })
  return derivedAnswerSchema.parse(json).derived
}

async function untilDid(hub: Service, id: string, summary: string): Promise<Derived> {
  let last = ''
  const isTold = async (): Promise<Derived | null> => {
    const derived = await derivedOf(hub, id)
    last = derived.summary
    return last === summary ? derived : null
  }
  return until('it is told', isTold, patienceMs).catch((cause: unknown) => {
    throw new Error(`it is told otherwise: ${last}, not ${summary}`, { cause })
  })
}

async function diffOf(hub: Service, id: string, path: string) {
  const asked = `GET /api/sessions/${id}/diff?path=${encodeURIComponent(path)}`
  return diffAnswerSchema.parse((await hub.call(asked, { token: hub.token })).json).diff
}

test('what an agent of a device does is told as of one here, through kills of the daemon and the hub', async () => {
  await using hubPlace = await makeHome()
  await using place = await makeDevicePlace()
  place.install('claude', agent)
  const { root, ran } = makeHostile(place)
  let hub = await startService(hubPlace, { env: fabric })
  await using ends = new AsyncDisposableStack()
  ends.defer(() => hub[Symbol.asyncDispose]())
  const joined = await joinHub(hub, place)
  let daemon: Pick<typeof joined, 'stop'> & AsyncDisposable = joined
  ends.defer(() => daemon[Symbol.asyncDispose]())
  const { id: device } = joined
  const id = await startThere(hub, { deviceTarget: device, working_dir: root, label: 'Far files' })
  await untilState(hub, id, 'running')
  // A start waits for no slow look: what is changed before counts as having been there.
  const kept = join(place.home, 'device', 'trees', id, 'follow.json')
  await until('it is known there how its files were', () => existsSync(kept), patienceMs)

  step(root, 1, 'echo two >>a.txt; used PostToolUse make')
  await untilDid(hub, id, '1 command, 1 file +1 −0')
  step(root, 2, 'used PostToolUseFailure "npm test"')
  const failed = await untilDid(hub, id, '2 commands, 1 failed, 1 file +1 −0')
  assert.deepEqual(
    failed.commands.map(({ command, ok, exit_code: code, source }) => [command, ok, code, source]),
    [
      ['make', true, null, 'hook'],
      ['npm test', false, null, 'hook'],
    ],
  )
  assert.deepEqual([failed.cwd, failed.files.map(({ path }) => path)], [root, [join(root, 'a.txt')]])
  assert.match(failed.unknown.join('\n'), /Exit codes: its client tells at most whether a command failed/)

  await daemon[Symbol.asyncDispose]()
  step(root, 3, 'echo b >b.txt; used PostToolUse "touch b.txt"; touch ../third')
  await until('it was done while nobody looked', () => existsSync(join(place.root, 'third')), patienceMs)
  const away = await until('the hub knows that it is away', async () => {
    const diff = await diffOf(hub, id, join(root, 'a.txt'))
    return diff.why === null ? null : diff
  })
  assert.deepEqual([away.text, away.why], [null, 'Forge is not connected: the difference is kept there.'])
  const { port } = hub
  await hub.kill()
  hub = await startService(hubPlace, { env: { ...fabric, PORT: String(port) } })
  assert.equal((await derivedOf(hub, id)).summary, failed.summary, 'what it had is there')
  daemon = startDaemon(place)
  await untilOnline(hub, device)
  await untilDid(hub, id, '3 commands, 1 failed, 2 files +2 −0')
  await until('its card says so', async () => {
    return (await sessionThere(hub, id)).summary === '3 commands, 1 failed, 2 files +2 −0'
  })

  const path = join(root, 'a.txt')
  assert.deepEqual(await diffOf(hub, id, path), { path, text: '@@ -1 +1,2 @@\n one\n+two\n', is_cut: false, why: null })
  assert.match(String((await diffOf(hub, id, '/etc/passwd')).why), /not in the repository/)
  const shown = await orrery(hubPlace, ['derived', 'Far files', '--diff', path])
  assert.match(shown.out, /^\+two$/m)

  step(root, 4, 'echo c >c.txt; exit 0')
  await untilState(hub, id, 'completed')
  await untilDid(hub, id, '3 commands, 1 failed, 3 files +3 −0')
  assert.equal(existsSync(ran), false, 'nothing of the repository ran')
})

test('of an agent in no repository it is said that its files are not known', async () => {
  await using hubPlace = await makeHome()
  await using place = await makeDevicePlace()
  place.install('claude', agent)
  const root = join(place.root, 'plain')
  mkdirSync(root)
  await using hub = await startService(hubPlace, { env: fabric })
  await using daemon = await joinHub(hub, place)
  const id = await startThere(hub, { deviceTarget: daemon.id, working_dir: root })
  step(root, 1, 'echo x >x.txt; used PostToolUse ls; exit 0')
  await untilState(hub, id, 'completed')
  const derived = await untilDid(hub, id, '1 command')
  assert.deepEqual([derived.files, derived.added], [[], null])
  assert.match(derived.unknown.join('\n'), /Lines that were added and removed, and files that commands changed/)
  assert.match(String((await diffOf(hub, id, join(root, 'x.txt'))).why), /not followed/)
})
