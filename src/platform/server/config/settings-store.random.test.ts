// A thousand random changes by several editors: config.json is always valid, and always what was answered.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ok } from '#base/result.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import { silentLog } from '../log/log.ts'
import { valueAt } from './config-file.ts'
import { loadConfig } from './load-config.ts'
import { openSettings } from './settings-store.ts'

const home = await mkdtemp(join(tmpdir(), 'orrery-random-settings-'))
after(() => rm(home, { recursive: true, force: true }))
const path = join(home, 'config.json')
const environment = { SERVICE_HOME: home }
const parseTemplate = (command: string | readonly string[]) =>
  ok(typeof command === 'string' ? command.split(' ') : command)
const load = () => loadConfig({ environment, userHome: '/', parseTemplate })

/** Numbers that look random and are the same in each run (mulberry32). */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const keys = [
  'model.name',
  'model.url',
  'model.timeoutSeconds',
  'triage.maxTasks',
  'retention.triageDays',
  'hooks.autoInstall',
  'gateway.url',
  'gateway.token',
  'flow.capabilities',
  'agents.mine.command',
  'agents.mine.label',
  'agents.mine.env.KEY',
  'agents.mine',
  'webhooks.a.b.secret',
  'no.such.key',
  '__proto__',
]
const values = [
  'text',
  '',
  5,
  0,
  -1,
  1e9,
  true,
  null,
  [],
  ['a', 'b'],
  {},
  'http://127.0.0.1:1',
  'ws://127.0.0.1:2',
  '\u0000"\\',
]

const fitting: readonly (readonly [string, unknown])[] = [
  ['model.name', 'small'],
  ['model.name', null],
  ['model.url', 'http://127.0.0.1:1'],
  ['triage.maxTasks', 5],
  ['triage.maxTasks', 6],
  ['retention.triageDays', 7],
  ['hooks.autoInstall', false],
  ['gateway.url', 'ws://127.0.0.1:2'],
  ['gateway.url', 'ws://127.0.0.1:3'],
  ['gateway.token', 'token'],
  ['flow.capabilities', ['a', 'b']],
  ['agents.mine', { command: 'true', label: 'Mine' }],
  ['webhooks.a.b.secret', 'secret'],
]

const isWithin = (one: string, other: string): boolean => one.startsWith(`${other}.`) || other.startsWith(`${one}.`)

test('for 1,000 random changes', async () => {
  await writeFile(path, '{\n\t"retention": { "triageDays": 9 }, "model": {}\n}\n')
  const loaded = load()
  assert.ok(loaded.ok)
  const time = new ManualTime('2026-11-20T12:00:00.000Z')
  await using store = openSettings({ loaded: loaded.value, clock: time, timers: time, log: silentLog })
  const below = numbersFrom(7)
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T
  let stale = (await store.look()).revision
  const outcomes = { taken: 0, refused: 0 }
  for (let round = 0; round < 1000; round += 1) {
    const { revision } = await store.look()
    const before = await readFile(path, 'utf8')
    const set = Object.fromEntries(
      Array.from({ length: 1 + below(3) }, () => (below(5) === 0 ? [pick(keys), pick(values)] : pick(fitting))),
    )
    const unset = below(3) === 0 ? [pick(keys)] : []
    const isStale = below(10) === 0
    const request = { revision: isStale ? stale : revision, set, unset, mayOpen: false, isDryRun: below(10) === 0 }
    const answer = await store.change(request)
    const text = await readFile(path, 'utf8')
    if (!answer.ok || request.isDryRun) {
      assert.equal(text, before)
      outcomes.refused += 1
      continue
    }
    outcomes.taken += 1
    stale = revision
    const file = JSON.parse(text) as object
    for (const [key, value] of Object.entries(set)) {
      // One that holds others is not what was set any more once one of those was.
      const isMixed = [...Object.keys(set), ...unset].some((other) => other !== key && isWithin(other, key))
      if (!key.startsWith('webhooks') && !isMixed) assert.deepEqual(valueAt(file, key), value, `${round}: ${key}`)
    }
    const again = load()
    assert.ok(again.ok, `${round}: a start would take it`)
    assert.deepEqual(again.value.config, answer.value.state.resolved.config)
    assert.deepEqual(store.now(), answer.value.state.resolved.config)
  }
  assert.ok(outcomes.taken > 100 && outcomes.refused > 100, JSON.stringify(outcomes))
})
