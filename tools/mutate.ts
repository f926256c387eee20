// `npm run mutate -- <room>`: plants small faults in a room, one at a time, and tells which its own unit tests miss.
import { spawn } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { lineOf, readSources, type Source } from './house/source.ts'
import { applied, mutationsOf, type Mutation } from './mutate/mutations.ts'
import { sample } from './mutate/sample.ts'
import { root } from './run.ts'

/** A fault may make a loop endless. */
const testLimitMs = 90_000

const usage = 'npm run mutate -- <room> [--part core|server] [--count 60] [--seed 1]'
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    part: { type: 'string', default: 'core' },
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
})
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
  const tests = testsOf(name)
  const waiting = [...chosen]
  const missed: Mutation[] = []
  await Promise.all(Array.from({ length: availableParallelism() }, () => work({ tests, waiting, missed, sources })))
  for (const mutation of missed.toSorted((one, other) => chosen.indexOf(one) - chosen.indexOf(other))) {
    console.log(describe(mutation, sources))
  }
  const killed = chosen.length - missed.length
  console.log(`${killed} of ${chosen.length} noticed (${Math.round((100 * killed) / chosen.length)} %)`)
}

type Work = {
  readonly tests: readonly string[]
  readonly waiting: Mutation[]
  readonly missed: Mutation[]
  readonly sources: readonly Source[]
}

/** Takes faults until none is left, in a copy of the sources of its own. */
async function work({ tests, waiting, missed, sources }: Work): Promise<void> {
  const copy = copySources()
  try {
    if (!(await passes(copy, tests))) throw new Error('the tests fail without a fault: mend them first')
    for (let mutation = waiting.shift(); mutation !== undefined; mutation = waiting.shift()) {
      const { path } = mutation
      const text = sources.find((source) => source.path === path)?.text ?? ''
      writeFileSync(join(copy, path), applied(text, mutation))
      if (await passes(copy, tests)) missed.push(mutation)
      writeFileSync(join(copy, path), text)
      process.stdout.write('.')
    }
    process.stdout.write('\n')
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'orrery-mutate-'))
  for (const part of ['src', 'test', 'package.json', 'bin', 'docs'])
    cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Decisions need the tests beside them alone; services are held by all that the room tests without programs. */
function testsOf(name: string): string[] {
  const part = values.part === 'core' ? '{core,web}' : '**'
  return globSync(`src/rooms/${name}/${part}/**/*.test.ts`, { cwd: root }).filter(
    (path) => !path.endsWith('.live.test.ts'),
  )
}

function passes(cwd: string, tests: readonly string[]): Promise<boolean> {
  const isolation = values.part === 'core' ? ['--test-isolation=none'] : ['--test-concurrency=2']
  const args = ['--test', ...isolation, '--test-timeout=30000', '--test-force-exit', ...tests]
  const child = spawn(process.execPath, args, { cwd, stdio: 'ignore', timeout: testLimitMs, killSignal: 'SIGKILL' })
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)))
}

function describe({ path, start, end, text }: Mutation, sources: readonly Source[]): string {
  const source = sources.find((each) => each.path === path)
  if (source === undefined) return path
  const was = source.text.slice(start, end).replaceAll(/\s+/g, ' ').slice(0, 80)
  return `missed ${path}:${lineOf(source, start)}  ${was}  →  ${text.replaceAll(/\s+/g, ' ').slice(0, 80)}`
}
