import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { silentLog } from '#platform/server/log/log.ts'
import { createStrandSource } from '../server/authoring/create-strand-source.ts'
import { stepCall } from '../server/authoring/authoring.testkit.ts'
import type { BroughtStrand } from '../contract.ts'
import type { LoadedStrand } from '../server/loaded-strand.ts'
import { builtinStrands } from './builtin-strands.ts'
import { needs } from './strands.testkit.ts'

type Row = {
  readonly schedule: string | null
  readonly triggerType: 'cron' | 'manual' | 'webhook'
  readonly enabled: boolean
  readonly seed: boolean
  readonly capabilities?: readonly string[]
  readonly steps?: readonly string[]
}

const seed = { enabled: false, seed: true } as const
const live = { enabled: true, seed: false } as const

/** The specification's table. */
const rows: Readonly<Record<string, Row>> = {
  'docs-drift-check': { schedule: '0 */6 * * *', triggerType: 'cron', ...live },
  'instance-gc': { schedule: '0 */6 * * *', triggerType: 'cron', ...live },
  'research-pipeline': {
    schedule: '0 */2 * * *',
    triggerType: 'cron',
    ...live,
    steps: [
      'scrape',
      'classify after scrape',
      'dedupe after classify',
      'store after dedupe',
      'generate after store',
      'review after generate',
      'publish after review',
    ],
  },
  'cross-node-smoke': {
    schedule: null,
    triggerType: 'manual',
    enabled: false,
    seed: false,
    steps: ['pi-ping', 'popos-ping on popos', 'pi-wrapup after popos-ping'],
  },
  'popos-deploy': {
    schedule: null,
    triggerType: 'manual',
    ...live,
    steps: [
      'pull',
      'install after pull',
      'build after install',
      'enable-remote-worker after build',
      'restart after enable-remote-worker',
    ],
  },
  'backup-runner': { schedule: '0 3 * * *', triggerType: 'cron', ...seed },
  'discord-watcher': { schedule: null, triggerType: 'manual', ...seed },
  'fpa-validator': { schedule: null, triggerType: 'webhook', ...seed, capabilities: ['has-returnpro-creds'] },
  'kanban-sync': { schedule: '*/5 * * * *', triggerType: 'cron', ...seed },
  'newsletter-digest': { schedule: '0 14 * * 1', triggerType: 'cron', ...seed },
  'returnpro-audit': { schedule: '0 0 * * *', triggerType: 'cron', ...seed, capabilities: ['has-returnpro-creds'] },
  'scrape-monitor': { schedule: '*/15 * * * *', triggerType: 'cron', ...seed },
  'snowflake-ingest': { schedule: '0 */6 * * *', triggerType: 'cron', ...seed, capabilities: ['has-snowflake-creds'] },
  'social-publisher': { schedule: null, triggerType: 'webhook', ...seed },
}

const strands = await loadAll()

async function loadAll(brought: readonly BroughtStrand<AbortSignal>[] = []): Promise<readonly LoadedStrand[]> {
  const home = await mkdtemp(join(tmpdir(), 'orrery-strands-'))
  await using source = createStrandSource({
    home,
    builtins: builtinStrands(needs({ home }), brought),
    hostName: 'a-host',
    stepApi: { baseUrl: () => 'http://127.0.0.1:9', token: '' },
    env: {},
    log: silentLog,
  })
  const loaded = await source.load()
  await rm(home, { recursive: true })
  return loaded.strands
}

test('there is a strand for each row of the table, and no other', () => {
  const ids = strands.map(({ definition }) => definition.id)
  assert.deepEqual(
    ids.toSorted((a, b) => a.localeCompare(b)),
    Object.keys(rows).toSorted((a, b) => a.localeCompare(b)),
  )
})

for (const { definition, runStep } of strands) {
  const row = rows[definition.id]
  test(`${definition.id} is as its row says`, () => {
    const {
      schedule,
      triggerType,
      enabled,
      seed: isSeed,
      requiredCapabilities,
      defaultHost,
      origin,
      steps,
    } = definition
    assert.deepEqual(
      { schedule, triggerType, enabled, isSeed, requiredCapabilities, defaultHost, origin },
      {
        schedule: row?.schedule,
        triggerType: row?.triggerType,
        enabled: row?.enabled,
        isSeed: row?.seed,
        requiredCapabilities: row?.capabilities ?? [],
        defaultHost: 'any',
        origin: 'builtin',
      },
    )
    if (row?.steps === undefined) return
    const shown = steps.map(({ id, after, host }) => {
      return `${id}${after.length === 0 ? '' : ` after ${after.join(', ')}`}${host === null ? '' : ` on ${host}`}`
    })
    assert.deepEqual(shown, row.steps)
  })
  if (row?.seed !== true) continue
  test(`every step of the seed ${definition.id} throws 'not yet wired'`, async () => {
    assert.ok(definition.steps.length > 0)
    for (const { id } of definition.steps) {
      await assert.rejects(runStep(stepCall({ stepId: id })), { message: 'not yet wired' })
    }
  })
}

test('a strand that another room brings along is a built-in one, and its bodies get the call', async () => {
  const brought: BroughtStrand<AbortSignal> = {
    id: 'tide-watch',
    name: 'Tide watch',
    description: 'Looks at the tide.',
    schedule: '0 * * * *',
    warmsUp: true,
    keeps: 'few',
    steps: [
      { id: 'look', timeout: '1m', run: async ({ runId }) => ({ runId }) },
      { id: 'tell', after: ['look'], timeout: '90s', run: async ({ results }) => results.look ?? null },
    ],
  }
  const all = await loadAll([brought])
  assert.equal(all.length, strands.length + 1)
  const loaded = all.find(({ definition }) => definition.id === 'tide-watch')
  const { name, origin, triggerType, enabled, modulePath, steps = [] } = loaded?.definition ?? {}
  assert.deepEqual(
    [name, origin, triggerType, enabled, modulePath],
    ['Tide watch', 'builtin', 'cron', true, 'builtin://tide-watch'],
  )
  assert.deepEqual(
    steps.map(({ id, after, timeoutMs }) => [id, after, timeoutMs]),
    [
      ['look', [], 60_000],
      ['tell', ['look'], 90_000],
    ],
  )
  assert.deepEqual(await loaded?.runStep(stepCall({ stepId: 'tell', results: { look: 'high' } })), 'high')
})

test('the watcher alone is to be started at boot, once it is enabled', () => {
  const atBoot = strands.filter(({ definition }) => definition.startAtBoot === true)
  assert.deepEqual(
    atBoot.map(({ definition: { id, enabled } }) => [id, enabled]),
    [['discord-watcher', false]],
  )
})

test('each strand has a small file of its own, named for it', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ts') && !name.includes('.test'))
  for (const id of Object.keys(rows)) assert.ok(files.includes(`${id}.ts`), id)
  for (const file of files) {
    const lines = readFileSync(join(import.meta.dirname, file), 'utf8').split('\n').length
    assert.ok(lines <= 100, `${file} has ${lines} lines`)
  }
})
