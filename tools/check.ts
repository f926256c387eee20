// `npm run check`: format, four type checks, lint, canary, dead code and unit tests, in two lanes for two cores.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCanary } from './canary.ts'
import { runHouse } from './house.ts'
import { capture, root, runLane, type Outcome } from './run.ts'

/** Not a dependency: some of its optional packages are not in every registry and would break `npm ci`. */
const knip = 'knip@6.44.2'

/** Adapters' tests mostly wait for programs, so two cores take three processes of them at once. */
const processesAtOnce = 3

/** What did not change since it was last looked at is not looked at again; a fresh clone takes half a minute. */
const checkFormat = ['prettier', '--check', '--cache', '--cache-strategy=content', '--log-level=warn', '.']

/** As with the format: what was found is kept beside the packages, and only what a change can reach is looked at again. */
function checkTypes(part: 'core' | 'server' | 'web' | null = null): Promise<Outcome> {
  const project = part === null ? 'tsconfig.json' : `tsconfig.${part}.json`
  const kept = `node_modules/.cache/types-${part ?? 'tests'}.tsbuildinfo`
  return capture(['tsc', '-p', project, '--noEmit', '--incremental', '--tsBuildInfoFile', kept])
}

/** Hooks of a file, and what it puts in the place of a global, would hold for the tests of all files in its process. */
const setsUpTheProcess = /^(before|after)(Each)?\(|^Object\.assign\(globalThis|globalThis\.\w+ =|method\(globalThis/m

const failed = (
  await Promise.all([
    runLane([
      { name: 'format', run: () => capture(checkFormat) },
      { name: 'types: core', run: () => checkTypes('core') },
      { name: 'types: server', run: () => checkTypes('server') },
      { name: 'types: web', run: () => checkTypes('web') },
      // Once more all of it, for the page's tests, which stand in none of the three.
      { name: 'types: tests', run: () => checkTypes() },
      { name: 'lint', run: () => capture(['oxlint']) },
      { name: 'dead code', run: findDeadCode },
    ]),
    runLane([
      { name: 'unit tests', run: runUnitTests },
      { name: 'house', run: async () => runHouse() },
      { name: 'canary', run: runCanary },
    ]),
  ])
).flat()

if (failed.length > 0) {
  console.log(`check failed: ${failed.join(', ')}`)
  process.exitCode = 1
}

/** Without a registry knip cannot be fetched: that is said, and only then is the step let through. */
async function findDeadCode(): Promise<Outcome> {
  const outcome = await capture(['npx', '--yes', knip])
  if (!/npm error (code E|network|404)/.test(outcome.output)) return outcome
  console.log(`     dead code not searched: ${knip} could not be fetched`)
  return { code: 0, output: outcome.output }
}

/**
 * Decisions and the page's logic share one process, and the adapters of a room another one: a process for each file costs
 * more than its tests.
 */
async function runUnitTests(): Promise<Outcome> {
  const files = globSync('src/**/*.test.ts', { cwd: root }).filter((file) => !file.endsWith('.live.test.ts'))
  const groups = Map.groupBy(files.toSorted(), processOf)
  const alone = groups.get(null) ?? []
  groups.delete(null)
  const largestFirst = [...groups.values()].toSorted((one, other) => other.length - one.length)
  const runs = [...largestFirst.map((group) => ['--test-isolation=none', ...group]), ...alone.map((file) => [file])]
  const outcomes: Outcome[] = []
  await Promise.all(
    Array.from({ length: processesAtOnce }, async () => {
      for (let args = runs.shift(); args !== undefined; args = runs.shift()) outcomes.push(await runTests(args))
    }),
  )
  const counts = outcomes.map(({ output }) => Number(/ℹ tests (\d+)/.exec(output)?.[1] ?? 0))
  if (counts.includes(0)) return { code: 1, output: `no unit test ran\n${outputOf(outcomes)}` }
  console.log(`     ${counts.reduce((sum, count) => sum + count, 0)} unit tests`)
  return {
    code: Math.max(...outcomes.map(({ code }) => code)),
    output: outputOf(outcomes.filter(({ code }) => code !== 0)),
  }
}

/** The name of the process that a file shares; null when it needs one of its own. */
function processOf(file: string): string | null {
  if (setsUpTheProcess.test(readFileSync(join(root, file), 'utf8'))) return null
  if (/^src\/(base|platform\/web|platform\/server\/(access|config)|rooms\/[^/]+\/(core|web))\//.test(file))
    return 'pure'
  return /^src\/(rooms\/[^/]+|platform\/server|app|testing)\//.exec(file)?.[0] ?? null
}

function runTests(args: readonly string[]): Promise<Outcome> {
  return capture([process.execPath, '--test', '--test-reporter=spec', '--test-timeout=60000', ...args])
}

function outputOf(outcomes: readonly Outcome[]): string {
  return outcomes.map(({ output }) => output).join('\n')
}
