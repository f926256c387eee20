// Runs test files, so many at once, in the order in which they are given: `node --test` would sort them by name.
// `node tools/test-files.ts <files at once> <file>...` ends with 1 when one fails or none ran, and tells the slowest.
import { relative } from 'node:path'
import { run } from 'node:test'
import { spec as Spec } from 'node:test/reporters'
import { root } from './run.ts'

/** A test that hangs ends the run with its name instead of holding it for ever. */
const testTimeoutMs = 180_000
/** About a tenth of all files: they take more than half of the time. */
const shownFiles = 15

type Took = { readonly name: string; readonly ms: number }

const [atOnce, ...files] = process.argv.slice(2)
const took: Took[] = []
let isGood = false
const events = run({ files, cwd: root, concurrency: Number(atOnce), execArgv: [`--test-timeout=${testTimeoutMs}`] })
events.on('test:summary', ({ file, duration_ms: ms, success, counts }) => {
  // The summary of the whole run has no file.
  if (file === undefined) isGood = success && counts.tests > 0
  else took.push({ name: relative(root, file), ms })
})
const shown = events.compose(new Spec())
for await (const text of shown) process.stdout.write(String(text))
process.stdout.write(slowest(took))
if (!isGood) process.exitCode = 1

function slowest(all: readonly Took[]): string {
  const lines = all.toSorted((one, other) => other.ms - one.ms).slice(0, shownFiles)
  const minutes = all.reduce((sum, { ms }) => sum + ms, 0) / 60_000
  const rows = lines.map(({ name, ms }) => `${seconds(ms)}  ${name}\n`).join('')
  return `\n${all.length} files took ${minutes.toFixed(1)} min one after the other. The slowest:\n${rows}\n`
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`.padStart(8)
}
