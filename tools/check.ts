// `npm run check`: format, three type checks, lint, canary, dead code and unit tests, in two lanes for two cores.
import { globSync } from 'node:fs'
import { runCanary } from './canary.ts'
import { capture, root, runLane, type Outcome } from './run.ts'

/** Not a dependency: some of its optional packages are not in every registry and would break `npm ci`. */
const knip = 'knip@6.44.2'

/** Adapters' tests mostly wait for programs, so two cores take three files at once. */
const filesAtOnce = 3

const failed = (
  await Promise.all([
    runLane([
      { name: 'format', run: () => capture(['prettier', '--check', '--log-level=warn', '.']) },
      { name: 'types: core', run: () => capture(['tsc', '-p', 'tsconfig.core.json']) },
      { name: 'types: server', run: () => capture(['tsc', '-p', 'tsconfig.server.json']) },
      { name: 'types: web', run: () => capture(['tsc', '-p', 'tsconfig.web.json']) },
      { name: 'lint', run: () => capture(['oxlint']) },
      { name: 'canary', run: runCanary },
      { name: 'dead code', run: findDeadCode },
    ]),
    runLane([{ name: 'unit tests', run: runUnitTests }]),
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

async function runUnitTests(): Promise<Outcome> {
  const files = globSync('src/**/*.test.ts', { cwd: root }).toSorted()
  const outcome = await capture([
    process.execPath,
    '--test',
    '--test-reporter=spec',
    '--test-timeout=60000',
    `--test-concurrency=${filesAtOnce}`,
    ...files,
  ])
  const summary = /ℹ tests (\d+)/.exec(outcome.output)?.[1] ?? '0'
  if (summary === '0') return { code: 1, output: `no unit test ran\n${outcome.output}` }
  console.log(`     ${summary} unit tests`)
  return outcome
}
