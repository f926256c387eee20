// What another process has used, as the Linux kernel counts it: exact, and blind to whoever else is using the machine.
import { readdirSync, readFileSync } from 'node:fs'

/** CPU time of all threads so far, in microseconds. Throws where there is no /proc. */
export function cpuOf(pid: number): number {
  const tasks = `/proc/${pid}/task`
  let nanoseconds = 0
  for (const thread of readdirSync(tasks)) {
    nanoseconds += Number(readFileSync(`${tasks}/${thread}/schedstat`, 'utf8').split(' ', 1)[0])
  }
  return nanoseconds / 1000
}

/** Resident memory in megabytes. */
export function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}
