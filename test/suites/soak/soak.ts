// Everything at once for a while, then nothing: what the service holds afterwards is held against what it held before.
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { joinHub, makeDevicePlace } from '../../support/device-place.ts'
import { startTriageModel, type TriageModel } from '../../support/fake-triage-model.ts'
import { makeHome } from '../../support/home.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { agentParts, dismissAgents } from './agents.ts'
import { isOver, lateGrowth, loopMeasure, rowsOf, type Row } from './bounds.ts'
import { lookAt, type Look } from './look.ts'
import { play, type Done, type Stage } from './part.ts'
import { peopleParts } from './people.ts'

export type SoakOptions = {
  /** So that everything has been used once: parts load late, and stay. */
  readonly warmMs: number
  readonly loadMs: number
  /** How long it is quiet before the last look; it ends early once all is within bounds, unless `isWhole`. */
  readonly quietMs: number
  readonly isWhole: boolean
  /** A folder for two snapshots of the heap, before the load and after the quiet; null for none. */
  readonly snapshots?: string | null
  readonly log: (line: string) => void
}

export type Soaked = {
  readonly rows: readonly Row[]
  readonly done: Readonly<Record<string, number>>
  readonly failures: readonly string[]
  /** Programs that run now and did not before, with how many more. */
  readonly leftRunning: readonly string[]
}

const taskCount = 30
const lookEveryMs = 30_000
const quietLookMs = 1000
const snapshotLookMs = 1000

const strand = `import { defineStrand } from 'orrery/strand'
export default defineStrand({
  id: 'soak',
  schedule: '* * * * *',
  concurrency: 2,
  steps: [
    { id: 'write', run: ({ output }) => { for (let n = 0; n < 200; n++) output('soaking ' + n) } },
    { id: 'think', after: ['write'], run: () => 'x'.repeat(1000) },
  ],
})
`

export async function soak(options: SoakOptions): Promise<Soaked> {
  const { snapshots = null } = options
  await using model = await startTriageModel()
  await using place = await makeHome()
  await using there = await makeDevicePlace()
  there.install('claude', 'echo "on it: $*"; sleep 0.3; echo done')
  mkdirSync(join(place.home, 'workflows'), { recursive: true, mode: 0o700 })
  writeFileSync(join(place.home, 'workflows', 'soak.ts'), strand)
  const file = join(place.root, 'looked')
  const measure = join(import.meta.dirname, 'measure.mjs')
  await using service = await startService(place, {
    env: {
      DEPLOYMENT: 'cloud-fabric',
      SERVICE_MODEL_URL: model.url,
      ORRERY_SOAK_FILE: file,
      // As bin/orrery starts it.
      MALLOC_ARENA_MAX: '1',
      ORRERY_SET_ARENA_MAX: '1',
      ...(snapshots === null ? {} : { ORRERY_SOAK_SNAPSHOTS: snapshots }),
    },
    nodeOptions: ['--max-semi-space-size=2', '--heap-growing-percent=30', '--expose-gc', '--import', measure],
  })
  await using daemon = await joinHub(service, there)
  await fileTasks(service)
  const look = () => lookAt(service, [place, there], file)
  const loaded = { service, device: { id: daemon.id, place: there }, model }

  await load({ ...loaded, forMs: options.warmMs, during: async () => {} })
  const before = await calm(look, options)
  options.log(`warm after ${seconds(options.warmMs)}: ${inWords(before)}`)
  await snapshot(service, snapshots)
  const during: Look[] = []
  const done = await load({
    ...loaded,
    forMs: options.loadMs,
    during: async () => {
      during.push(await look())
      options.log(`under load: ${inWords(during.at(-1) ?? before)}`)
    },
  })
  const after = await quiet({ look, before, during, options })
  await snapshot(service, snapshots)
  const looks = { before, during, after }
  const results = [...done]
  return {
    rows: options.isWhole ? [...rowsOf(looks, [loopMeasure]), lateGrowth(looks)] : rowsOf(looks),
    done: Object.fromEntries(results.map(([name, { times }]) => [name, times])),
    failures: results.flatMap(([, { failures }]) => failures),
    leftRunning: Object.entries(after.processes)
      .map(([name, count]) => ({ name, more: count - (before.processes[name] ?? 0) }))
      .filter(({ more }) => more > 0)
      .map(({ name, more }) => `${more} ${name}`),
  }
}

/** Resolves once one more lies in the folder, in full. */
async function snapshot({ pid }: Service, folder: string | null): Promise<void> {
  if (folder === null) return
  const before = new Set(readdirSync(folder))
  const written = (): number =>
    readdirSync(folder)
      .filter((name) => !before.has(name))
      .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  process.kill(pid, 'SIGURG')
  let last = 0
  await until('the snapshot is written', async () => {
    const now = written()
    const isDone = now > 0 && now === last
    last = now
    await wait(snapshotLookMs)
    return isDone
  })
}

async function fileTasks({ call, token }: Service): Promise<void> {
  for (let nth = 0; nth < taskCount; nth++) {
    const { status } = await call('POST /api/tasks', { token, json: { title: `Task ${nth} of the soak` } })
    if (status !== 201) throw new Error(`a task was answered with ${status}`)
  }
}

type Load = Pick<Stage, 'service' | 'device'> & {
  readonly model: TriageModel
  readonly forMs: number
  readonly during: () => Promise<void>
}

/** All parts side by side for a while; resolves when each has brought to its end what it began. */
async function load({ service, device, model, forMs, during }: Load): Promise<ReadonlyMap<string, Done>> {
  const end = new AbortController()
  const stage: Stage = { service, device, signal: end.signal }
  // A model is not always well: every run after these is answered as it should be.
  model.script({ text: 'no JSON' }, { text: '{}' }, { status: 500, body: 'out of memory' })
  const done = new Map<string, Done>()
  const playing = [...agentParts, ...peopleParts].map((part) => {
    const own: Done = { times: 0, failures: [] }
    done.set(part.name, own)
    return play(part, stage, own)
  })
  const endMs = performance.now() + forMs
  while (performance.now() < endMs) {
    await wait(Math.min(lookEveryMs, endMs - performance.now()))
    await during()
  }
  end.abort()
  await Promise.all(playing)
  await dismissAgents(stage)
  return done
}

/** Until two looks in a row hold the same files and processes: what was used for the first time has ended. */
async function calm(look: () => Promise<Look>, { isWhole, quietMs }: SoakOptions): Promise<Look> {
  if (isWhole) await wait(quietMs / 2)
  let last = await look()
  for (let tries = 0; tries < quietMs / quietLookMs; tries++) {
    await wait(quietLookMs)
    const next = await look()
    if (next.openFiles === last.openFiles && sameCounts(next.processes, last.processes)) return next
    last = next
  }
  return last
}

const sameCounts = (one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>): boolean =>
  [...Object.keys(one), ...Object.keys(other)].every((name) => one[name] === other[name])

type Quiet = {
  readonly look: () => Promise<Look>
  readonly before: Look
  readonly during: readonly Look[]
  readonly options: SoakOptions
}

async function quiet({ look, before, during, options }: Quiet): Promise<Look> {
  // Begins the measure of the loop anew.
  await look()
  if (options.isWhole) {
    await wait(options.quietMs)
    return look()
  }
  const endMs = performance.now() + options.quietMs
  for (;;) {
    const after = await look()
    if (performance.now() > endMs || !rowsOf({ before, during, after }).some(isOver)) return after
    await wait(quietLookMs)
  }
}

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`

const inWords = ({ rssMiB, heapMiB, codeMiB, openFiles, walMiB, resources, loopP99Ms, processes }: Look): string =>
  [
    `${rssMiB.toFixed(0)} MiB resident`,
    `${heapMiB.toFixed(1)} MiB live, ${codeMiB.toFixed(1)} of code`,
    `${openFiles} files`,
    `${Object.values(resources).reduce((total, count) => total + count, 0)} resources`,
    `log ${walMiB.toFixed(1)} MiB`,
    `loop p99 ${loopP99Ms.toFixed(0)} ms`,
    Object.entries(processes)
      .map(([name, count]) => `${count} ${name}`)
      .join(', '),
  ].join('; ')
