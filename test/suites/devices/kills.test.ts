// Twenty kills of the daemon, the hub or both, at moments that a seed decides, while agents write: each session ends in its
// true state, once, with all of its words.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pairDaemon, startDaemon } from '../../support/daemon.ts'
import { linesOf, makeDevicePlace, outputOf, startThere, untilState } from '../../support/device-place.ts'
import { makeHome } from '../../support/home.ts'
import { startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const fabric = { DEPLOYMENT: 'cloud-fabric' }
const rounds = 20
/** Longer than this nobody waits; what is left of the rounds is told. */
const budgetMs = 60_000
const seed = Number(process.env.ORRERY_SEED ?? Date.now() % 1_000_000)

/** From 0 to below `most`. */
function createDice(from: number): (most: number) => number {
  let state = from
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
}

/** Counts until it is told to end, and ends with the code that its prompt names. */
const counting = `code="\${2#exit }"; echo "$$" >>"$HOME/starts-$code"; i=0
while [ ! -e "$HOME/go" ]; do i=$((i+1)); echo "line $i"; [ $((i % 20)) -ne 0 ] || sleep 0.05; done
echo "$i" >"$HOME/last-$code"; exit "$code"`
const codes = [0, 3, 7]

test(`whatever is killed when, every session ends in its true state (seed ${seed})`, async (t) => {
  await using hubPlace = await makeHome()
  await using place = await makeDevicePlace()
  place.install('claude', counting)
  let hub = await startService(hubPlace, { env: fabric })
  await using ends = new AsyncDisposableStack()
  ends.defer(() => hub[Symbol.asyncDispose]())
  const { id: device } = await pairDaemon(hub, place)
  let daemon = startDaemon(place)
  ends.defer(() => daemon[Symbol.asyncDispose]())
  const sessions = new Map<number, string>()
  for (const code of codes) {
    const id = await until(
      'it is started',
      () => startThere(hub, { deviceTarget: device, prompt: `exit ${code}` }),
      60_000,
    )
    sessions.set(code, id)
  }
  const dice = createDice(seed)
  const startedMs = performance.now()
  const killed: string[] = []
  const linesSaid = async (): Promise<number> => {
    const outputs = await Promise.all([...sessions.values()].map((id) => outputOf(hub, id)))
    return outputs.reduce((sum, output) => sum + output.length, 0)
  }
  for (let round = 0; round < rounds && performance.now() - startedMs < budgetMs; round += 1) {
    // A moment is so much more that arrived, or none: in the middle of a start, too.
    const more = dice(4) === 0 ? 0 : dice(3000)
    const before = more === 0 ? 0 : await linesSaid()
    if (more > 0) await until('more arrives', async () => (await linesSaid()) >= before + more, 60_000)
    const what = ['daemon', 'hub', 'both'][dice(3)] ?? 'both'
    killed.push(what)
    const { port } = hub
    await Promise.all([what === 'hub' ? null : daemon[Symbol.asyncDispose](), what === 'daemon' ? null : hub.kill()])
    if (what !== 'hub') daemon = startDaemon(place)
    if (what !== 'daemon') hub = await startService(hubPlace, { env: { ...fabric, PORT: String(port) } })
  }
  t.diagnostic(
    `${killed.length} kills in ${((performance.now() - startedMs) / 1000).toFixed(0)} s: ${killed.join(' ')}`,
  )
  writeFileSync(join(place.userHome, 'go'), '')
  for (const code of codes) {
    const ended = await untilState(hub, sessions.get(code) ?? '', 'completed', 'failed')
    const about = `seed ${seed}, ${killed.join(' ')}: ${JSON.stringify(ended)}`
    const starts = linesOf(join(place.userHome, `starts-${code}`))
    if (starts.length === 0) {
      // The daemon was killed between its note of the start and the terminal: it says so, and nothing runs later.
      assert.deepEqual([ended.state, ended.exit_code, ended.end_reason], ['failed', null, 'terminal_gone'], about)
      continue
    }
    assert.deepEqual([ended.state, ended.exit_code], [code === 0 ? 'completed' : 'failed', code], about)
    assert.equal(starts.length, 1, `it was started once: ${about}`)
    const said = Number(linesOf(join(place.userHome, `last-${code}`))[0])
    const output = (await outputOf(hub, ended.id)).trimEnd().split('\n')
    assert.deepEqual(
      [output.length, output.findIndex((line, index) => line !== `line ${index + 1}`)],
      [said, -1],
      about,
    )
  }
})
