// `npm run mutate -- <room>`: plants small faults in a room, one at a time, and tells which its own unit tests miss.
import { spawn } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { lineOf, readSources, type Source } from './house/source.ts'
import { applied, mutationsOf, type Mutation } from './mutate/mutations.ts'
import { sample } from './mutate/sample.ts'
import { root } from './run.ts'

/** A fault may make a loop endless: tests that take so many times as long as without a fault have noticed it. */
const endlessTimes = 6
const longestTestMs = 90_000
/** Without a fault they may take as long as a busy machine needs: how long, is what is measured. */
const longestBaseMs = 600_000

const usage = 'npm run mutate -- <room> [--part core|server] [--live] [--count 60] [--seed 1]'
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    part: { type: 'string', default: 'core' },
    // With its tests that start programs, too: for a room that has hardly others, since each fault waits for all of them.
    live: { type: 'boolean', default: false },
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
})
// A run that is ended early leaves neither its tests nor its copies behind.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
const [room] = positionals
if (room === undefined) {
  console.error(usage)
  process.exitCode = 64
} else await mutateRoom(room)

async function mutateRoom(name: string): Promise<void> {
  const folder = `src/rooms/${name}/${values.part}`
  const sources = readSources(root).filter(({ path }) => path.startsWith(`${folder}/`) && !path.includes('/cli'))
  const all = sources.flatMap(mutationsOf)
  if (all.length === 0) throw new Error(`there is nothing to change in ${folder}: ${usage}`)
  const chosen = sample(all, { count: Number(values.count), seed: Number(values.seed) })
  console.log(`${chosen.length} of ${all.length} faults in ${folder}, seed ${values.seed}`)
  const { tests, left } = testsOf(name)
  for (const path of left) console.log(`left out, since it starts programs: ${path}`)
  const waiting = [...chosen]
  const tally = { noticed: 0, missed: 0 }
  await Promise.all(Array.from({ length: availableParallelism() }, () => work({ tests, waiting, tally, sources })))
  console.log(standingOf(tally))
}

type Tally = { noticed: number; missed: number }

type Work = {
  readonly tests: readonly string[]
  readonly waiting: Mutation[]
  readonly tally: Tally
  readonly sources: readonly Source[]
}

/** Takes faults until none is left, in a copy of the sources of its own. */
async function work({ tests, waiting, tally, sources }: Work): Promise<void> {
  const copy = copySources()
  const beganMs = performance.now()
  if (!(await passes({ copy, tests, limitMs: longestBaseMs })))
    throw new Error('the tests fail without a fault: mend them first')
  const baseMs = performance.now() - beganMs
  const limitMs = Math.max(2 * baseMs, Math.min(longestTestMs, endlessTimes * baseMs))
  for (let mutation = waiting.shift(); mutation !== undefined; mutation = waiting.shift()) {
    const { path } = mutation
    const text = sources.find((source) => source.path === path)?.text ?? ''
    writeFileSync(join(copy, path), applied(text, mutation))
    const isMissed = await passes({ copy, tests, limitMs })
    writeFileSync(join(copy, path), text)
    tally[isMissed ? 'missed' : 'noticed'] += 1
    // At once: a run that is ended early has told what it found.
    if (isMissed) console.log(`${describe(mutation, sources)}  (${standingOf(tally)})`)
  }
}

function standingOf({ noticed, missed }: Tally): string {
  const tried = noticed + missed
  return `${noticed} of ${tried} noticed, ${Math.round((100 * noticed) / Math.max(1, tried))} %`
}

function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'orrery-mutate-'))
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
  for (const part of ['src', 'test', 'package.json', 'bin', 'docs'])
    cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

type RoomTests = {
  readonly tests: readonly string[]
  /** Those that start programs and wait for them: without --live what they hold counts as missed. */
  readonly left: readonly string[]
}

/** Decisions need the tests beside them alone; services are held by theirs and by what app/ tests of the room. */
function testsOf(name: string): RoomTests {
  if (values.part === 'core') return { tests: testsIn(`src/rooms/${name}/{core,web}`), left: [] }
  const inApp = testsIn('src/app').filter((path) => readFileSync(join(root, path), 'utf8').includes(`#rooms/${name}/`))
  const all = [...testsIn(`src/rooms/${name}/{server,daemon}`), ...inApp]
  const isLeft = (path: string): boolean => path.endsWith('.live.test.ts') && !values.live
  return { tests: all.filter((path) => !isLeft(path)), left: all.filter(isLeft) }
}

function testsIn(folder: string): string[] {
  return globSync(`${folder}/**/*.test.ts`, { cwd: root })
}

type TestRun = { readonly copy: string; readonly tests: readonly string[]; readonly limitMs: number }

function passes({ copy: cwd, tests, limitMs }: TestRun): Promise<boolean> {
  const isolation = values.part === 'core' ? ['--test-isolation=none'] : ['--test-concurrency=2']
  const args = ['--test', ...isolation, '--test-timeout=30000', '--test-force-exit', ...tests]
  // A group of its own: a fault may make an endless loop, which neither its runner's end nor a time limit in it stops.
  const child = spawn(process.execPath, args, { cwd, stdio: 'ignore', detached: true })
  const end = (): void => endGroup(child.pid)
  const limit = setTimeout(end, limitMs)
  process.once('exit', end)
  return new Promise((resolve) =>
    child.once('exit', (code) => {
      clearTimeout(limit)
      process.off('exit', end)
      end()
      resolve(code === 0)
    }),
  )
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // All of it has ended.
  }
}

function describe({ path, start, end, text }: Mutation, sources: readonly Source[]): string {
  const source = sources.find((each) => each.path === path)
  if (source === undefined) return path
  const was = source.text.slice(start, end).replaceAll(/\s+/g, ' ').slice(0, 80)
  return `missed ${path}:${lineOf(source, start)}  ${was}  →  ${text.replaceAll(/\s+/g, ' ').slice(0, 80)}`
}
