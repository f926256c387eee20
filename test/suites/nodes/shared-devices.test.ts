// A device of a hub with two nodes: when the node that holds its socket is killed, the other one has it, with the sessions that
// run there.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import { askFor, linesOf, outputOf } from '../../support/device-place.ts'
import { until } from '../../support/until.ts'
import { isAt, openDevice, openDeviceHub, patienceMs, shownAt, untilEnded } from './device-hub.ts'
import { openNodes } from './two-services.ts'

/** Counts until it is told to end, and ends with 3. */
const counting = `i=0
while [ ! -e "$HOME/go" ]; do i=$((i+1)); echo "line $i"; [ $((i % 5)) -ne 0 ] || sleep 0.05; done
echo "$i" >"$HOME/last"; exit 3`

/**
 * Every line that was said, in order and once in each of what the first node kept and what the second one has after it: of what the
 * first one wrote down and could not acknowledge any more the device tells the second one again.
 */
function isWhole(parts: readonly [kept: string, after: string], last: number): void {
  const [kept, after] = parts.map((text) =>
    text
      .split(/\r?\n/)
      .filter((line) => line.startsWith('line '))
      .map((line) => Number(line.slice('line '.length))),
  ) as [number[], number[]]
  for (const numbers of [kept, after]) {
    const wrong = numbers.findIndex((number, at) => at > 0 && number !== (numbers[at - 1] ?? 0) + 1)
    assert.equal(wrong, -1, `around ${numbers.slice(Math.max(0, wrong - 3), wrong + 3).join(' ')}`)
  }
  const [firstAfter = 0] = after
  assert.deepEqual([kept[0], after.at(-1)], [1, last])
  assert.ok(firstAfter <= (kept.at(-1) ?? 0) + 1, `between ${kept.at(-1)} and ${firstAfter} something is missing`)
}

test('a device goes on at the other node when its own is killed', { skip: withoutPostgres }, async () => {
  await using nodes = await openNodes()
  const hub = await openDeviceHub(nodes)
  const { attic, cellar } = hub
  const { place, id: device } = await openDevice(hub, counting)
  await isAt(cellar, device, 'attic')
  // Asked at the node that does not hold it, and begun where it is.
  const asked = await askFor(cellar, { deviceTarget: device, prompt: 'count' })
  assert.equal(asked.status, 201, asked.text)
  const { id } = asked.json.session as { id: string }
  await until('it prints', async () => (await outputOf(attic, id)).includes('line 100\n'), patienceMs)
  assert.equal((await shownAt(cellar, id))?.node?.name, 'attic')
  await attic.kill()
  await isAt(cellar, device, 'cellar')
  await until('it goes on there', async () => (await outputOf(cellar, id)).includes('line '), patienceMs)
  assert.match(await outputOf(cellar, id), /the output until here is kept on the node attic/)
  writeFileSync(join(place.userHome, 'go'), '')
  const ended = await untilEnded(cellar, id)
  assert.deepEqual([ended.state, ended.exit_code, ended.node], ['failed', 3, undefined])

  const again = await hub.begin('attic')
  const there = await untilEnded(again, id)
  assert.deepEqual([there.state, there.exit_code, there.node?.name], ['failed', 3, 'cellar'])
  const { json } = await cellar.call('GET /api/hooks/sessions', { token: cellar.token })
  assert.equal((json.sessions as { id: string }[]).filter((one) => one.id === id).length, 1, 'it is there once')
  const kept = linesOf(join(again.place.home, 'logs', `${id}.log`))
    .join('\n')
    .replaceAll('\r', '')
  isWhole([kept, await outputOf(cellar, id)], Number(linesOf(join(place.userHome, 'last'))[0]))
})

test(
  'a node that slept while its device went on elsewhere drops it and writes nothing',
  { skip: withoutPostgres },
  async () => {
    await using nodes = await openNodes()
    const hub = await openDeviceHub(nodes)
    const { attic, cellar } = hub
    const { place, id: device } = await openDevice(hub, counting)
    const asked = await askFor(attic, { deviceTarget: device, prompt: 'count' })
    const { id } = asked.json.session as { id: string }
    await until('it prints', async () => (await outputOf(attic, id)).includes('line 100\n'), patienceMs)
    process.kill(attic.pid, 'SIGSTOP')
    await isAt(cellar, device, 'cellar')
    await until('it goes on there', async () => (await outputOf(cellar, id)).includes('line '), patienceMs)
    const log = join(attic.place.home, 'logs', `${id}.log`)
    const kept = readFileSync(log, 'utf8')
    const rowsOfAttic = () =>
      nodes.change(
        `SELECT 1 FROM orrery.session_events WHERE node = 'attic' AND session_id = '${id}' AND kind <> 'moved'`,
      )
    const written = await rowsOfAttic()
    process.kill(attic.pid, 'SIGCONT')
    await until(
      'it shows it as the other one’s',
      async () => (await shownAt(attic, id))?.node?.name === 'cellar',
      patienceMs,
    )
    await isAt(attic, device, 'cellar')
    writeFileSync(join(place.userHome, 'go'), '')
    assert.equal((await untilEnded(cellar, id)).exit_code, 3)
    const there = await untilEnded(attic, id)
    assert.deepEqual([there.state, there.node?.name], ['failed', 'cellar'])
    assert.equal(readFileSync(log, 'utf8'), kept, 'it kept nothing more of its output')
    assert.equal(await rowsOfAttic(), written, 'and wrote nothing more of the session')
    isWhole([kept.replaceAll('\r', ''), await outputOf(cellar, id)], Number(linesOf(join(place.userHome, 'last'))[0]))
    const { json } = await attic.call(`POST /api/devices/${device}/ping`, { token: attic.token })
    assert.equal(json.ok, true, 'what is asked of the device there travels to its holder')
  },
)
