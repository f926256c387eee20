// Runs test files, so many at once, in the order in which they are given: `node --test` would sort them by name.
// `node tools/test-files.ts <files at once> <file>... [-- <files at once> <file>...]` runs lanes side by side. What failed
// beside others runs once more alone, with the seed that it named: only what fails twice fails the run, and what held the
// second time is told at the end. It ends with 1, too, when a file leaves processes behind or none ran in a lane, and tells
// the slowest.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { run } from 'node:test'
import { spec as Spec } from 'node:test/reporters'
import { setTimeout as wait } from 'node:timers/promises'
import { isTold, killUnder, processesUnder } from '#testing/processes.testkit.ts'
import { root } from './run.ts'

/** A test that hangs ends the run with its name instead of holding it for ever. On a busy machine the longest takes minutes. */
const testTimeoutMs = 600_000
/** About an eighth of all files: they take more than half of the time. */
const shownFiles = 30
/** What was ended with its file is gone by then, on a busy machine too. */
const endingMs = 10_000
/** More that fail are no matter of a busy machine. */
const mostAgain = 6

type Took = { readonly name: string; readonly ms: number }
/** The files that failed, each with the seed that its failure names. */
type Failed = ReadonlyMap<string, string | null>
/** What tools/test-place.ts tells of the process of a file. */
type Told = { readonly file: string; readonly place: string; readonly cpuMs: number | null }

const places = isTold ? mkdtempSync(join(tmpdir(), 'orrery-t')) : null
if (places !== null) {
  // What a test starts as another user goes through it to a folder of its own.
  chmodSync(places, 0o711)
  process.env.ORRERY_TEST_PLACES = places
}
const took: Took[] = []
const leftOvers: Promise<string[]>[] = []
const lanes = await Promise.all(lanesOf(process.argv.slice(2)).map(runLane))
const isGood = await holdAlone(new Map(lanes.flatMap((failed) => [...(failed ?? [])])))
process.stdout.write(slowest(took))
const left = (await Promise.all(leftOvers)).flat()
process.stdout.write(left.map((line) => `left running by ${line}\n`).join(''))
if (lanes.includes(null) || !isGood || left.length > 0) process.exitCode = 1
if (places !== null) rmSync(places, { recursive: true, force: true, maxRetries: 5 })

function lanesOf(args: readonly string[]): (readonly string[])[] {
  const end = args.indexOf('--')
  return end === -1 ? [args] : [args.slice(0, end), ...lanesOf(args.slice(end + 1))]
}

/** Null: nothing ran, or what failed is not known. */
async function runLane([atOnce, ...files]: readonly string[]): Promise<Failed | null> {
  let isGood = false
  let isEmpty = true
  const failed = new Map<string, string | null>()
  const execArgv = [
    `--test-timeout=${testTimeoutMs}`,
    // What a failed set-up left open would hold a lane for ever; programs that it started are told as left running.
    '--test-force-exit',
    `--import=${join(import.meta.dirname, 'test-place.ts')}`,
  ]
  const events = run({ files, cwd: root, concurrency: Number(atOnce), execArgv })
  events.on('test:summary', ({ file, duration_ms: ms, success, counts }) => {
    // The summary of the whole lane has no file.
    if (file === undefined) [isGood, isEmpty] = [success, counts.tests === 0]
    else {
      took.push({ name: relative(root, file), ms })
      leftOvers.push(leftBy(file))
      if (!success && !failed.has(file)) failed.set(file, null)
    }
  })
  events.on('test:fail', ({ file, name, details }) => {
    // A test may be declared in a module that several files share: those are told by their summaries.
    if (file === undefined || !files.includes(relative(root, file))) return
    const seed = /\bseed (\d+)/.exec(`${name} ${String(details.error.cause ?? '')}`)?.[1]
    failed.set(file, seed ?? failed.get(file) ?? null)
  })
  for await (const text of events.compose(new Spec())) process.stdout.write(String(text))
  return isEmpty || (!isGood && failed.size === 0) ? null : failed
}

/** Whether everything held that runs once more with the machine to itself. */
async function holdAlone(failed: Failed): Promise<boolean> {
  if (failed.size === 0) return true
  if (failed.size > mostAgain) return false
  const held: string[] = []
  for (const [file, seed] of failed) {
    process.stdout.write(`\nonce more, alone: ${relative(root, file)}\n`)
    const before = process.env.ORRERY_SEED
    if (seed !== null) process.env.ORRERY_SEED = seed
    if ((await runLane(['1', file]))?.size === 0) held.push(file)
    if (before === undefined) delete process.env.ORRERY_SEED
    else process.env.ORRERY_SEED = before
  }
  for (const file of held)
    process.stdout.write(`\nfailed beside others and held alone, to be mended: ${relative(root, file)}\n`)
  return held.length === failed.size
}

/** What still runs a while after its file ended, a line each; it is ended then. */
async function leftBy(file: string): Promise<string[]> {
  const mine = told().filter((one) => one.file === file)
  const deadlineMs = performance.now() + endingMs
  while (mine.some(({ place }) => processesUnder(place).length > 0)) {
    if (performance.now() > deadlineMs) break
    await wait(200)
  }
  const found = mine.flatMap(({ place }) => killUnder(place))
  return found.map(({ pid, args }) => `${relative(root, file)}: ${pid} ${args}`)
}

function told(): Told[] {
  if (places === null) return []
  const names = readdirSync(places).filter((name) => name.endsWith('.json'))
  return names.map((name) => JSON.parse(readFileSync(join(places, name), 'utf8')) as Told)
}

function slowest(all: readonly Took[]): string {
  const cpuMs = new Map(told().map((one) => [relative(root, one.file), one.cpuMs ?? 0]))
  const lines = all.toSorted((one, other) => other.ms - one.ms).slice(0, shownFiles)
  const minutes = all.reduce((sum, { ms }) => sum + ms, 0) / 60_000
  const cpuMinutes = [...cpuMs.values()].reduce((sum, ms) => sum + ms, 0) / 60_000
  const cpu = places === null ? '' : `, with ${cpuMinutes.toFixed(1)} min of processor time of what they waited for`
  const rows = lines.map(({ name, ms }) => `${seconds(ms)} ${seconds(cpuMs.get(name) ?? 0)}  ${name}\n`).join('')
  return `\n${all.length} files took ${minutes.toFixed(1)} min one after the other${cpu}. The slowest, and their processor time:\n${rows}\n`
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`.padStart(8)
}
