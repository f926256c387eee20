// `npm test`: the system programs, the checks with the unit tests, a build, then live tests, shared suites and journeys, a few of
// them once more with stores in PostgreSQL. Most suites and journeys take turns by the seed that it tells; `npm test -- --whole`
// makes all of them, with the whole of each long row. `npm test -- --stores postgres` is suites and journeys alone, all there.
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { cpus } from 'node:os'
import { ensureSystem } from './ensure-system.ts'
import { root } from './run.ts'
import { longestFirst } from './test-order.ts'
import { inTurn } from './test-turns.ts'
import { aboutTheFile, onPostgresAsWell } from './test-stores.ts'
import { withoutPostgres } from '#testing/postgres.testkit.ts'

/** Two cores. Live tests mostly wait for programs and time limits: on their own they use a quarter of their time. */
const liveAtOnce = 4
/**
 * Suites use half of their time, for they wait as well; a journey draws pages and uses nearly all of it: two of each. What is
 * told at the end says whether a processor was left over for more.
 */
const suitesAtOnce = 2
const journeysAtOnce = 2
/** Journeys are over first: each so many suites one is left for their place, so that both lanes end together. */
const suitesALate = 3

const asked = process.argv.slice(2).join(' ')
const isAllOnPostgres = asked === '--stores postgres'
if (asked === '--whole') process.env.ORRERY_WHOLE = '1'
const isWhole = process.env.ORRERY_WHOLE === '1'
/** One for the whole run: which files have their turn, and which part of a long row each makes. */
const seed = Number((process.env.ORRERY_SEED ??= String(Math.floor(Math.random() * 2 ** 31))))
const spent: string[] = []
const missing = await ensureSystem()
const problems = missing.length === 0 ? [] : [`missing: ${missing.join(', ')}`]
if (!isAllOnPostgres && !(await phase('check', ['tools/check.ts']))) problems.push('check')
if (!(await phase('build', ['tools/build.ts', '--if-changed']))) problems.push('build')
else if (!(await (isAllOnPostgres ? runAllOnPostgres() : runTests()))) problems.push('tests that start programs')
console.log(spent.join('; '))
if (problems.length > 0) {
  console.error(`test failed: ${problems.join('; ')}`)
  process.exitCode = 1
}

/** Shared suites and journeys come second, so that a fault below them is told before theirs. */
async function runTests(): Promise<boolean> {
  const live = [String(liveAtOnce), ...filesOf('src/**/*.live.test.ts')]
  const all = ofThisRun('test/suites/**/*.test.ts')
  const suites = [String(suitesAtOnce), ...all.filter((file, index) => !isLate(file, index))]
  const journeys = [String(journeysAtOnce), ...ofThisRun('test/journeys/**/*.test.ts'), ...all.filter(isLate)]
  const isLiveGood = await phase('live tests', ['tools/test-files.ts', ...live])
  const isSharedGood = await phase('suites and journeys', ['tools/test-files.ts', ...suites, '--', ...journeys])
  return (await runOnPostgres(onPostgresAsWell)) && isSharedGood && isLiveGood
}

async function runAllOnPostgres(): Promise<boolean> {
  // Who asks for it wants to know, and not that nothing ran.
  if (withoutPostgres !== false) return tellLeftOut(withoutPostgres, false)
  const all = filesOf('test/{suites,journeys}/**/*.test.ts')
  for (const file of aboutTheFile) console.log(`left out with stores in PostgreSQL, as it is about service.db: ${file}`)
  return runOnPostgres(all.filter((file) => !aboutTheFile.includes(file)))
}

/** Every service that they start has a database of its own there: test/support/stores.ts. */
async function runOnPostgres(files: readonly string[]): Promise<boolean> {
  if (withoutPostgres !== false) return tellLeftOut(withoutPostgres, true)
  process.env.ORRERY_TEST_STORES = 'postgres'
  return phase('with stores in PostgreSQL', ['tools/test-files.ts', String(suitesAtOnce), ...files])
}

function tellLeftOut(reason: string, isGood: boolean): boolean {
  console.log(`nothing ran with stores in PostgreSQL: ${reason}`)
  return isGood
}

function isLate(_file: string, index: number): boolean {
  return index % suitesALate === suitesALate - 1
}

/** All of them, or those whose turn it is; what is left to other runs is told. */
function ofThisRun(pattern: string): readonly string[] {
  const files = filesOf(pattern)
  if (isWhole) return files
  const { now, later } = inTurn(files, seed)
  console.log(
    `with seed ${seed}, ${now.length} of ${files.length} files of ${pattern}; left to others: ${later.join(', ')}`,
  )
  return now
}

function filesOf(pattern: string): string[] {
  return longestFirst(globSync(pattern, { cwd: root }).toSorted())
}

/** Whether it went well; what it took is told at the end. */
async function phase(name: string, args: readonly string[]): Promise<boolean> {
  const startedMs = performance.now()
  const before = processorTimes()
  const code = await run(args)
  const after = processorTimes()
  const busy = (after.busyMs - before.busyMs) / Math.max(1, after.allMs - before.allMs)
  const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1)
  spent.push(`${name} ${minutes} min, processors ${Math.round(busy * 100)} % busy`)
  return code === 0
}

/** Of all processors since the machine began: only time that nobody used could serve more files at once. */
function processorTimes(): { readonly busyMs: number; readonly allMs: number } {
  const times = cpus().map((one) => one.times)
  const allMs = times.flatMap((each) => Object.values(each)).reduce((sum, ms) => sum + ms, 0)
  return { busyMs: allMs - times.reduce((sum, { idle }) => sum + idle, 0), allMs }
}

/** Runs Node on `args` and answers its exit code. */
function run(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
