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

/** That of a process and of the children that it has now, in microseconds. */
export function cpuOfTree(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  const all = [pid, ...children.split(' ').filter(Boolean).map(Number)]
  return all.reduce((sum, one) => sum + cpuOf(one), 0)
}

/** Resident memory in megabytes. */
export function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}
