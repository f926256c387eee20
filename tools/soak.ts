// `npm run soak -- --minutes 10`: everything at once for a while, then a minute of quiet; what is left is held to bounds.
//   --snapshots <folder>   the heap before the load and after the quiet, for a browser's developer tools;
//   taking them needs memory, so that the rows of resident memory say nothing then
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isOver, tableOf } from '../test/suites/soak/bounds.ts'
import { soak } from '../test/suites/soak/soak.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' }, snapshots: { type: 'string' } } })
if (values.snapshots !== undefined) mkdirSync(values.snapshots, { recursive: true })
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error(`--minutes takes a number above 0, not ${values.minutes}`)

const { rows, done, failures, leftRunning } = await soak({
  warmMs: 30_000,
  loadMs: minutes * 60_000,
  quietMs: 60_000,
  isWhole: true,
  snapshots: values.snapshots === undefined ? null : resolve(values.snapshots),
  log: (line) => console.log(line),
})
console.log(`\n${tableOf(rows)}\n`)
for (const [name, times] of Object.entries(done)) console.log(`${String(times).padStart(7)} ${name}`)
for (const failure of failures.slice(0, 50)) console.log(`failed: ${failure}`)
for (const program of leftRunning) console.log(`left running: ${program}`)
if (failures.length > 0 || leftRunning.length > 0 || rows.some(isOver)) process.exitCode = 1
