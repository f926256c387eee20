// Preloaded into the process of each test file: gives it a folder for temporary files of its own, by which the runner knows
// whose a process is that stayed, and tells at its end what processor time it took.
import { chmodSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

const places = process.env.ORRERY_TEST_PLACES

// Threads and forks of a test inherit the preload, and the place of the test.
if (places !== undefined && isMainThread) {
  delete process.env.ORRERY_TEST_PLACES
  const place = mkdtempSync(join(places, 't'))
  chmodSync(place, 0o711)
  process.env.TMPDIR = place
  // By a rename: the runner reads what all files tell whenever one ends.
  const tell = (cpuMs: number | null) => {
    writeFileSync(`${place}.tmp`, JSON.stringify({ file: process.argv[1], place, cpuMs }))
    renameSync(`${place}.tmp`, `${place}.json`)
  }
  tell(null)
  process.on('exit', () => tell(usedMs()))
}

/** By this process and all that it waited for; the unit of /proc is a hundredth of a second on every Linux that Node runs on. */
function usedMs(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  // proc(5): after the name come state (field 3), … utime (14), stime, cutime, cstime.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0)
}
