// `npm test`: the system programs, the checks with the unit tests, a build, then live tests, shared suites and journeys.
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { ensureSystem } from './ensure-system.ts'
import { root } from './run.ts'
import { longestFirst } from './test-order.ts'

/** Two cores. Live tests mostly wait for programs and time limits, and leave room for a third. */
const liveAtOnce = 3
const suitesAtOnce = 2

const missing = await ensureSystem()
const problems = missing.length === 0 ? [] : [`missing: ${missing.join(', ')}`]
if ((await run(['tools/check.ts'])) !== 0) problems.push('check')
if ((await run(['tools/build.ts', '--if-changed'])) !== 0) problems.push('build')
else if (!(await runTests())) problems.push('suites and journeys')
if (problems.length > 0) {
  console.error(`test failed: ${problems.join('; ')}`)
  process.exitCode = 1
}

/** Shared suites and journeys come second, so that a fault below them is told before theirs. */
async function runTests(): Promise<boolean> {
  const isLiveGood = await runFiles(liveAtOnce, ['src/**/*.live.test.ts'])
  return (await runFiles(suitesAtOnce, ['test/suites/**/*.test.ts', 'test/journeys/**/*.test.ts'])) && isLiveGood
}

async function runFiles(atOnce: number, patterns: string[]): Promise<boolean> {
  const files = longestFirst(globSync(patterns, { cwd: root }).toSorted())
  return (await run(['tools/test-files.ts', String(atOnce), ...files])) === 0
}

/** Runs Node on `args` and answers its exit code. */
function run(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
