// `npm test`: the system programs, the checks with the unit tests, a build, then live tests, shared suites and journeys.
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { ensureSystem } from './ensure-system.ts'
import { pipeGraceMs, root } from './run.ts'

/** Two cores, and journeys that mostly wait. */
const filesAtOnce = 2
/** A test that hangs ends the run with its name instead of holding it for ever. */
const testTimeoutMs = 180_000

const missing = await ensureSystem()
const problems = missing.length === 0 ? [] : [`missing: ${missing.join(', ')}`]
if ((await run(['tools/check.ts'])).code !== 0) problems.push('check')
if ((await run(['tools/build.ts', '--if-changed'])).code !== 0) problems.push('build')
else if (!(await runTests())) problems.push('suites and journeys')
if (problems.length > 0) {
  console.error(`test failed: ${problems.join('; ')}`)
  process.exitCode = 1
}

async function runTests(): Promise<boolean> {
  const folders = ['src/**/*.live.test.ts', 'test/suites/**/*.test.ts', 'test/journeys/**/*.test.ts']
  const files = globSync(folders, { cwd: root }).toSorted()
  if (files.length === 0) return false
  const options = [
    '--test',
    ...reportingTo('spec'),
    ...reportingTo('./tools/slowest-files.ts'),
    `--test-concurrency=${filesAtOnce}`,
    `--test-timeout=${testTimeoutMs}`,
  ]
  const { code, output } = await run([...options, ...files])
  const ran = /^ℹ tests (\d+)/m.exec(output)?.[1] ?? '0'
  return code === 0 && ran !== '0'
}

function reportingTo(reporter: string): string[] {
  return [`--test-reporter=${reporter}`, '--test-reporter-destination=stdout']
}

/** Runs Node on `args`, shows what it prints as it comes, and keeps it. */
function run(args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    output += part
    process.stdout.write(part)
  })
  return new Promise((resolve, reject) => {
    const end = (code: number | null) => {
      child.stdout.destroy()
      resolve({ code: code ?? 1, output })
    }
    child.on('error', reject)
    child.on('close', end)
    child.on('exit', (code) => setTimeout(() => end(code), pipeGraceMs).unref())
  })
}
